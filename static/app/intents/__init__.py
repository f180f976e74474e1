"""What the table can ask of the page: one frozen class for each intent, carried as a value by whatever sends it.

An intent says by its facts what it is called on the page and what its dispatcher must know of it, and by its base
which dispatcher that is. Fields marked as ``Typed`` come from the form or box that sends it, all others go with it.
"""

from app.intents.conditions import KeepCounter, OwnWord
from app.intents.fight import (
    AddForm,
    AddLines,
    Change,
    Correct,
    Dice,
    Enter,
    FightIntent,
    NoteOn,
    Rename,
    RuleFact,
    RuleScore,
    ShowLogOf,
    TypeIn,
    WriteNote,
)  # fmt: skip
from app.intents.library import LibraryIntent, ReadText, RenameKept, RosterSystem, SaveTemplate
from app.intents.page import PageIntent, TapIntent
from app.intents.reinforcements import AddToWings, ComesThen, Plan, ToWings
from app.intents.rule_editor import MakeFormula, MakingIntent

type EnteredIntent = Enter | TypeIn | ShowLogOf | RosterSystem | MakeFormula
"""Sent as a value changes."""
type FormIntent = (
    RenameKept | ReadText | Correct | Dice | AddLines
    | RuleScore | RuleFact | Rename | WriteNote | NoteOn | Change | AddForm | OwnWord | KeepCounter | AddToWings
    | Plan | ComesThen | SaveTemplate
    | ToWings
)  # fmt: skip
"""Sent with the contents of their form."""
type Intent = PageIntent | TapIntent | LibraryIntent | MakingIntent | FightIntent
