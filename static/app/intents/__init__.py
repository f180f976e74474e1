"""Intents: one frozen class for each action that the page can request.

The class facts give an intent's name in HTML and what its handler must know; the base class selects the handler. Fields
marked with ``TypedAs`` come from the form or box that sends the intent, all others from its argument.
"""

from app.intents.about_report_and_links import AboutIntent
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
from app.intents.file_transfer import FileTransferIntent
from app.intents.game_choice import GameChoiceIntent, SearchGames
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
from app.intents.page_navigation import NavigationIntent
from app.intents.players_screen import FaceBack, HeardWindow
from app.intents.printout import PrintoutIntent
from app.intents.reinforcements_and_events import AddReinforcements, ComesThen, PlanEvent, SendToReinforcements
from app.intents.rule_editor import MakeFormula, RuleEditorIntent
from app.intents.save_notices import SaveNoticeIntent

type EnteredIntent = Enter | TypeIn | ShowLogOf | RosterSystem | RosterColumn | MakeFormula | SearchGames
"""Intents sent on every change of a value."""
type FormIntent = (
    RenameListed | ReadText | Correct | EnterDice | AddLines | RuleScoreIntent | RuleFactIntent | Rename
    | WriteNoteIntent | NoteOn | ChangeSheet | AddForm | OwnWord | KeepCounterIntent | AddReinforcements
    | PlanEvent | ComesThen | SaveTemplate | SendToReinforcements | RestIntent | RestParty | WriteStatCardIntent
    | SaveCampaign | NewCampaign
)  # fmt: skip
"""Intents sent with the contents of their form."""
type PageIntent = (
    GameChoiceIntent | NavigationIntent | SaveNoticeIntent | PrintoutIntent | FileTransferIntent | AboutIntent
    | FaceBack | HeardWindow
)  # fmt: skip
"""Intents that need no open fight."""
type Intent = PageIntent | LibraryIntent | RuleEditorIntent | FightIntent
