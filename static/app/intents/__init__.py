"""Intents: one frozen class for each action that the page can request.

The class facts give an intent's name in HTML and what its handler must know; the base class selects the handler. Fields
marked with ``TypedAs`` come from the form or box that sends the intent, all others from its argument.
"""

from app.intents.browser_gestures import TapIntent
from app.intents.conditions import OwnWord
from app.intents.counters import KeepCounterIntent
from app.intents.fight import (
    AddForm,
    AddLines,
    ChangeSheet,
    Correct,
    Enter,
    EnterDice,
    FightIntent,
    NoteOn,
    Rename,
    RestIntent,
    RuleFactIntent,
    RuleScoreIntent,
    ShowLogOf,
    TypeIn,
    WriteNoteIntent,
    WriteStatCardIntent,
)  # fmt: skip
from app.intents.library import (
    LibraryIntent,
    NewCampaign,
    ReadText,
    RenameListed,
    RestParty,
    RosterColumn,
    RosterSystem,
    SaveCampaign,
    SaveTemplate,
)
from app.intents.new_fight import SearchGames
from app.intents.reinforcements_and_events import AddReinforcements, ComesThen, PlanEvent, SendToReinforcements
from app.intents.rule_editor import MakeFormula, RuleEditorIntent
from app.intents.without_fight import PageIntent

type EnteredIntent = Enter | TypeIn | ShowLogOf | RosterSystem | RosterColumn | MakeFormula | SearchGames
"""Intents sent on every change of a value."""
type FormIntent = (
    RenameListed | ReadText | Correct | EnterDice | AddLines | RuleScoreIntent | RuleFactIntent | Rename
    | WriteNoteIntent | NoteOn | ChangeSheet | AddForm | OwnWord | KeepCounterIntent | AddReinforcements
    | PlanEvent | ComesThen | SaveTemplate | SendToReinforcements | RestIntent | RestParty | WriteStatCardIntent
    | SaveCampaign | NewCampaign
)  # fmt: skip
"""Intents sent with the contents of their form."""
type Intent = PageIntent | TapIntent | LibraryIntent | RuleEditorIntent | FightIntent
