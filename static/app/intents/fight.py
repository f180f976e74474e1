"""Intents about the open fight. Without a fight they do nothing."""

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
from app.intents.combatants import ConditionsIntent, CountersIntent, DamageIntent, ReinforcementsIntent
from app.intents.page import PlayersIntent
from turntrack.core.commands import Command
from turntrack.core.model import Id


class ForHistory(ForFight):
    """An intent about the history or the log."""


class MovesInHistory(ForHistory):
    """A move in the history."""


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
    """Toggle the log."""

    do = "show-log"


@dataclass(frozen=True)
class ShowLogOf(ForHistory):
    """Filter the log by one combatant; no filter if the id is empty."""

    do, at = "enter", "log.about"
    id: Annotated[Id, TypedAs("value")] = ""


class ThrowAgain(ForHistory, OfStep):
    do = "throw-again"


@dataclass(frozen=True)
class Correct(ForHistory):
    """Correct a roll: that of an event, by its index in its step."""

    do = "correct"
    step: int
    event: int
    faces: Annotated[str, TypedAs("faces-{step}-{event}")] = ""


type HistoryMoveIntent = Undo | Redo | Back | Forward | BranchOpen | BranchDropNow
type HistoryIntent = HistoryMoveIntent | Older | ShowLog | ShowLogOf | ThrowAgain | Correct


class ForPanel(ForFight):
    """An intent about the panel and its dice."""


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
    """Close the round if it is open, and write the result of the fight into the log."""

    do = "end-fight"


class Open(ForPanel):
    """Open the next round."""

    do = "open"


@dataclass(frozen=True)
class Drawer(ForPanel):
    """Open a drawer of the panel in place of the open one; close it if it is open."""

    do = "drawer"
    key: str


@dataclass(frozen=True)
class Unfold(ForPanel):
    """Show each combatant of a folded row."""

    do = "unfold"
    key: str


class Redraw(ForPanel):
    """Redraw the track, because a cancelled drag has changed the page."""

    do = "redraw"


@dataclass(frozen=True)
class EnterDice(ForPanel):
    do = "dice"
    faces: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


class ThrowAnew(ForPanel):
    do = "throw-anew"


@dataclass(frozen=True)
class AddLines(ForPanel):
    do = "add-lines"
    lines: Annotated[str, TypedAs("lines")] = ""


type PanelIntent = (
    Choose | AskWhyRefused | Enter | Less | More | Open | Drawer | Unfold | Redraw
    | EnterDice | ThrowAnew | AddLines | EndFight
)  # fmt: skip


class ForSheet(ForFight):
    """An intent about the open sheet. Only the sheet is redrawn."""

    is_of_sheet = True


@dataclass(frozen=True)
class TypeIn(ForSheet, OfEntry):
    """Set a field on every key."""

    do = "type"
    value: Annotated[str | bool, TypedAs("value")] = ""


@dataclass(frozen=True)
class PickFace(ForSheet):
    """Set the face of a roll, by the name of its field."""

    do = "face"
    face: int
    name: str


class PickThrow(ForSheet, OfEntry):
    """Toggle the faces of a roll, by the name of its field."""

    do = "throw"


@dataclass(frozen=True)
class MendLine(ForSheet):
    """Put a mended line in place of a quick line, by the line's number."""

    do = "mend-line"
    number: int
    line: str


type SheetIntent = TypeIn | PickFace | PickThrow | MendLine


class ForDialog(ForFight):
    """An intent that opens a dialog of the fight."""


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
    """Search actions, rules, combatants and the log."""

    do = "find"


class Menu(ForDialog):
    do = "menu"


class Players(ForDialog):
    """Open the options of the players' screen."""

    do = "players"


class Clocks(ForDialog):
    """Open the list of turns and minutes for each combatant."""

    do = "clocks"


class Options(ForDialog):
    do = "options"


class Account(ForDialog):
    """Open the statistics of the fight."""

    do = "account"


class Keys(ForDialog):
    """Open the list of keyboard shortcuts."""

    do = "keys"


class Rules(ForDialog):
    do = "rules"


class Note(ForDialog):
    do = "note"


class OpenRest(ForDialog):
    do = "rest"


class OpenStatCard(ForDialog, OfCombatant):
    do = "card"


class EditStatCard(ForDialog, OfCombatant):
    do = "edit-card"


type DialogIntent = (
    Why | Person | Line | BranchDrop | Edit | Add | Form | Find | Menu | Players | Clocks | Options | Rules
    | Note | Account | Keys | OpenRest | OpenStatCard | EditStatCard
)  # fmt: skip


@dataclass(frozen=True)
class Do(ForFight):
    """Give the fight a command that is complete. In HTML the intent has the name of the command's class."""

    command: Command


class ForEngine(ForFight):
    """An intent that gives the fight one command, completed by typed values or by the fight."""

    closes: ClassVar[bool] = False
    """Whether the command closes its dialog."""


@dataclass(frozen=True)
class RuleScoreIntent(ForEngine, OfCombatant):
    do = "rule-score"
    score: Annotated[str, TypedAs("score")] = ""


@dataclass(frozen=True)
class RuleFactIntent(ForEngine, OfCombatant):
    do = "rule-fact"
    key: str
    value: Annotated[str | bool, TypedAs("{key}")] = ""


class Up(ForEngine, OfCombatant):
    do = "up"


class Down(ForEngine, OfCombatant):
    do = "down"


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
    """Change one field of a combatant's sheet."""

    do = "change"
    field: str
    value: Annotated[str | bool, TypedAs("{field}")] = ""


@dataclass(frozen=True)
class AddForm(ForEngine):
    do, closes = "add-form", True
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


@dataclass(frozen=True)
class RestIntent(ForEngine):
    do, closes = "rest-now", True
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


@dataclass(frozen=True)
class WriteStatCardIntent(ForEngine, OfCombatant):
    do, closes = "write-card", True
    text: Annotated[str, TypedAs("card")] = ""


class SameAgain(ForFight):
    """Repeat the last turn for the other members of the group."""

    do = "same-again"


type EngineIntent = (
    RuleScoreIntent | RuleFactIntent | Up | Down | Rename | WriteNoteIntent | NoteOn | Health | ChangeSheet | AddForm
    | RestIntent | WriteStatCardIntent
)  # fmt: skip
type FightIntent = (
    HistoryIntent
    | PanelIntent
    | SheetIntent
    | DialogIntent
    | Do
    | EngineIntent
    | DamageIntent
    | ConditionsIntent
    | CountersIntent
    | SameAgain
    | ReinforcementsIntent
    | PlayersIntent
)
