"""What can be asked of the open fight; a tap on what is gone with it does nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from app.intents.base import (
    NOTHING,
    WHOLE_FORM,
    ForFight,
    OfBranch,
    OfChoice,
    OfCombatant,
    OfEntry,
    OfStep,
    TypedAs,
    Values,
)
from app.intents.conditions import ConditionsIntent
from app.intents.damage import DamageIntent
from app.intents.players import PlayersIntent
from app.intents.reinforcements import ReinforcementsIntent
from turntrack.core.model import Id


class ForHistory(ForFight):
    """About what was done, and what the log shows of it."""


class MovesInHistory(ForHistory):
    """Go elsewhere in the history."""


class Undo(MovesInHistory):
    do = "undo"


class Redo(MovesInHistory):
    do = "redo"


class Back(MovesInHistory, OfStep):
    do = "back"


class Forward(MovesInHistory):
    do = "forward"


class BranchOpen(MovesInHistory, OfBranch):
    do = "branch-open"


class BranchDropNow(MovesInHistory, OfBranch):
    do = "branch-drop-now"


class Older(ForHistory):
    do = "older"


class ShowLog(ForHistory):
    """Open the log, or close it."""

    do = "show-log"


@dataclass(frozen=True)
class ShowLogOf(ForHistory):
    """Show what the log says of one combatant; of everybody where none is picked."""

    do, at = "enter", "log.about"
    id: Annotated[Id, TypedAs("value")] = ""


class ThrowAgain(ForHistory, OfStep):
    do = "throw-again"


@dataclass(frozen=True)
class Correct(ForHistory):
    """Put a throw right: that of an event, by its place in its step."""

    do = "correct"
    step: int
    event: int
    faces: Annotated[str, TypedAs("faces-{step}-{event}")] = ""


type HistoryMoveIntent = Undo | Redo | Back | Forward | BranchOpen | BranchDropNow
type HistoryIntent = HistoryMoveIntent | Older | ShowLog | ShowLogOf | ThrowAgain | Correct


class ForPanel(ForFight):
    """About what can be done now, and the dice that it takes."""


class Choose(ForPanel, OfChoice):
    do = "choose"


class AskWhyRefused(ForPanel, OfChoice):
    do = "refused"


@dataclass(frozen=True)
class Enter(ForPanel, OfEntry):
    do = "enter"
    value: Annotated[str | bool, TypedAs("value")] = ""


class Less(ForPanel, OfEntry):
    do = "less"


class More(ForPanel, OfEntry):
    do = "more"


class EndFight(ForPanel):
    """Close the round, if one runs, and have the log say how the fight has ended."""

    do = "end-fight"


class Open(ForPanel):
    """Open the next round."""

    do = "open"


@dataclass(frozen=True)
class Drawer(ForPanel):
    """Open a drawer of the panel, the one that is open closing; or close it."""

    do = "drawer"
    key: str


@dataclass(frozen=True)
class Unfold(ForPanel):
    """Show each of those who are folded into one row."""

    do = "unfold"
    key: str


class Redraw(ForPanel):
    """Draw the track anew: a drag that was given up has changed the page by itself."""

    do = "redraw"


@dataclass(frozen=True)
class EnterDice(ForPanel):
    do = "dice"
    faces: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


class AllTheSame(ForPanel):
    do = "all-the-same"


class ThrowAnew(ForPanel):
    do = "throw-anew"


@dataclass(frozen=True)
class AddLines(ForPanel):
    do = "add-lines"
    lines: Annotated[str, TypedAs("lines")] = ""


type PanelIntent = (
    Choose | AskWhyRefused | Enter | Less | More | Open | Drawer | Unfold | Redraw
    | EnterDice | AllTheSame | ThrowAnew | AddLines | EndFight
)  # fmt: skip


class ForSheet(ForFight):
    """About what stands in the open sheet, which is drawn anew, and nothing else."""

    is_of_sheet = True


@dataclass(frozen=True)
class TypeIn(ForSheet, OfEntry):
    """Type into a field, key by key."""

    do = "type"
    value: Annotated[str | bool, TypedAs("value")] = ""


@dataclass(frozen=True)
class PickFace(ForSheet):
    """Tap what fell, for the throw whose field has this name."""

    do = "face"
    face: int
    name: str


class PickThrow(ForSheet, OfEntry):
    """Ask for the faces of a throw, by the name of its field; no longer, where they are asked for."""

    do = "throw"


@dataclass(frozen=True)
class MendLine(ForSheet):
    """Put known words in the place of slips in a quick line, by its number."""

    do = "mend-line"
    number: int


type SheetIntent = TypeIn | PickFace | PickThrow | MendLine


class ForDialog(ForFight):
    """Open a dialog of the fight."""


class Why(ForDialog, OfCombatant):
    do = "why"


class Person(ForDialog, OfCombatant):
    do = "person"


class Line(ForDialog, OfStep):
    do = "line"


class BranchDrop(ForDialog, OfBranch):
    do = "branch-drop"


class Edit(ForDialog, OfCombatant):
    do = "edit"


class Add(ForDialog):
    do = "add"


class Form(ForDialog):
    do = "form"


class Find(ForDialog):
    """Look for what can be done, for rules, combatants and what was done."""

    do = "find"


class Menu(ForDialog):
    do = "menu"


class Players(ForDialog):
    """Open the ways to show players what they may see."""

    do = "players"


class Clocks(ForDialog):
    """Open who has had how many turns and minutes."""

    do = "clocks"


class Options(ForDialog):
    do = "options"


class Account(ForDialog):
    """Open how the fight has gone."""

    do = "account"


class Keys(ForDialog):
    """Open which key does what."""

    do = "keys"


class Rules(ForDialog):
    do = "rules"


class Note(ForDialog):
    do = "note"


type DialogIntent = (
    Why | Person | Line | BranchDrop | Edit | Add | Form | Find | Menu | Players | Clocks | Options | Rules
    | Note | Account | Keys
)  # fmt: skip


class ForEngine(ForFight):
    """Give the fight one command."""

    closes: ClassVar[bool] = False
    """Whether the dialog that it came from has nothing more to do."""


class CloseRoundIntent(ForEngine):
    do, closes = "close-round", True


class FallIntent(ForEngine, OfCombatant):
    do = "fall"


class RiseIntent(ForEngine, OfCombatant):
    do = "rise"


class Remove(ForEngine, OfCombatant):
    do, closes = "remove", True


class Duplicate(ForEngine, OfCombatant):
    do = "duplicate"


class RuleTurnIntent(ForEngine, OfCombatant):
    do, closes = "rule-turn", True


class RuleSkipIntent(ForEngine, OfCombatant):
    do = "rule-skip"


class RuleInIntent(ForEngine, OfCombatant):
    do = "rule-in"


@dataclass(frozen=True)
class RuleScoreIntent(ForEngine, OfCombatant):
    do = "rule-score"
    score: Annotated[str, TypedAs("score")] = ""


@dataclass(frozen=True)
class RuleFactIntent(ForEngine, OfCombatant):
    do = "rule-fact"
    key: str
    value: Annotated[str | bool, TypedAs("{key}")] = ""


@dataclass(frozen=True)
class SwitchFact(ForEngine, OfCombatant):
    """Rule that a fact is so, or (empty) not so, by a tap on it."""

    do = "switch-fact"
    key: str
    value: str


@dataclass(frozen=True)
class MoveIntent(ForEngine, OfCombatant):
    """Put a combatant before another, or at the end where that is empty: a drag, which changes the page by itself."""

    do = "move"
    before: Id


class Up(ForEngine, OfCombatant):
    do = "up"


class Down(ForEngine, OfCombatant):
    do = "down"


@dataclass(frozen=True)
class ChooseOptionIntent(ForEngine):
    do = "option"
    key: str
    value: str


@dataclass(frozen=True)
class Rename(ForEngine):
    do, closes = "rename", True
    name: Annotated[str, TypedAs("name")] = ""


@dataclass(frozen=True)
class WriteNoteIntent(ForEngine):
    do, closes = "write-note", True
    text: Annotated[str, TypedAs("text")] = ""


@dataclass(frozen=True)
class NoteOn(ForEngine, OfCombatant):
    do = "note-on"
    note: Annotated[str, TypedAs("note")] = ""


@dataclass(frozen=True)
class Health(ForEngine, OfCombatant):
    do = "health"
    change: int


@dataclass(frozen=True)
class ChangeSheet(ForEngine, OfCombatant):
    """Change what stands in one field of a combatant's sheet."""

    do = "change"
    field: str
    value: Annotated[str | bool, TypedAs("{field}")] = ""


@dataclass(frozen=True)
class AddForm(ForEngine):
    do, closes = "add-form", True
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


type RulingIntent = (
    FallIntent
    | RiseIntent
    | RuleTurnIntent
    | RuleSkipIntent
    | RuleInIntent
    | RuleScoreIntent
    | RuleFactIntent
    | SwitchFact
)
type EngineIntent = (
    CloseRoundIntent | RulingIntent | Remove | Duplicate | MoveIntent | Up | Down | ChooseOptionIntent
    | Rename | WriteNoteIntent | NoteOn | Health | ChangeSheet | AddForm
)  # fmt: skip
type FightIntent = (
    HistoryIntent
    | PanelIntent
    | SheetIntent
    | DialogIntent
    | EngineIntent
    | DamageIntent
    | ConditionsIntent
    | ReinforcementsIntent
    | PlayersIntent
)
