"""Intents: a frozen class for each action that the page can request, or a member of an enumeration if it has no fields.

An intent's name in HTML is that of its class or member; the base class selects the handler, and class facts say what it
must know. Fields marked with ``TypedAs`` come from the form or box that sends the intent, all others from its argument.
"""

from app.intents.combatants import (
    AddReinforcements,
    ComesThen,
    KeepCounterIntent,
    KeepFightCounterIntent,
    OwnWord,
    PlanHappeningIntent,
    SendToWings,
)
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
from app.intents.page import (
    AboutButton,
    Display,
    FileTransferIntent,
    GameChoiceIntent,
    NavigationIntent,
    Printout,
    SaveNotice,
    SearchGames,
)
from app.intents.rule_editor import MakeFormula, RuleEditorIntent

type EnteredIntent = Enter | TypeIn | ShowLogOf | RosterSystem | RosterColumn | MakeFormula | SearchGames
"""Intents sent on every change of a value."""
type FormIntent = (
    RenameListed | ReadText | Correct | EnterDice | AddLines | RuleScoreIntent | RuleFactIntent | Rename
    | WriteNoteIntent | NoteOn | ChangeSheet | AddForm | OwnWord | KeepCounterIntent | AddReinforcements
    | KeepFightCounterIntent
    | PlanHappeningIntent | ComesThen | SaveTemplate | SendToWings | RestIntent | RestParty
    | WriteStatCardIntent | SaveCampaign | NewCampaign
)  # fmt: skip
"""Intents sent with the contents of their form."""
type PageIntent = (
    GameChoiceIntent | NavigationIntent | SaveNotice | Printout | FileTransferIntent | AboutButton | Display
)
"""Intents that need no open fight."""
type Intent = PageIntent | LibraryIntent | RuleEditorIntent | FightIntent
