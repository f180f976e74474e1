"""What the table can ask of the page: one frozen class for each intent, carried as a value by whatever sends it.

An intent says by its facts what it is called on the page and what its dispatcher must know of it, and by its base
which dispatcher that is. Fields marked as ``Typed`` come from the form or box that sends it, all others go with it.
"""

from app.intents.conditions import KeepCounterIntent, OwnWord
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
    RuleFactIntent,
    RuleScoreIntent,
    ShowLogOf,
    TypeIn,
    WriteNoteIntent,
)  # fmt: skip
from app.intents.library import LibraryIntent, ReadText, RenameListed, RosterSystem, SaveTemplate
from app.intents.page import PageIntent, TapIntent
from app.intents.reinforcements import AddReinforcements, ComesThen, PlanEvent, SendToReinforcements
from app.intents.rule_editor import MakeFormula, RuleEditorIntent

type EnteredIntent = Enter | TypeIn | ShowLogOf | RosterSystem | MakeFormula
"""Sent as a value changes."""
type FormIntent = (
    RenameListed | ReadText | Correct | EnterDice | AddLines | RuleScoreIntent | RuleFactIntent | Rename
    | WriteNoteIntent | NoteOn | ChangeSheet | AddForm | OwnWord | KeepCounterIntent | AddReinforcements
    | PlanEvent | ComesThen | SaveTemplate | SendToReinforcements
)  # fmt: skip
"""Sent with the contents of their form."""
type Intent = PageIntent | TapIntent | LibraryIntent | RuleEditorIntent | FightIntent
