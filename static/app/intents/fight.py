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


class Undo(MovesInHistory): ...


class Redo(MovesInHistory): ...


class Back(MovesInHistory, OfStep): ...


class Forward(MovesInHistory): ...


class BranchOpen(MovesInHistory, OfBranch): ...


class BranchDropNow(MovesInHistory, OfBranch): ...


class Older(ForHistory): ...


class ShowLog(ForHistory):
    """Toggle the log."""


@dataclass(frozen=True)
class ShowLogOf(ForHistory):
    """Filter the log by one combatant; no filter if the id is empty."""

    do, at = "enter", "log.about"
    id: Annotated[Id, TypedAs("value")] = ""


class ThrowAgain(ForHistory, OfStep): ...


@dataclass(frozen=True)
class Correct(ForHistory):
    """Correct a roll: that of an event, by its index in its step."""

    step: int
    event: int
    faces: Annotated[str, TypedAs("faces-{step}-{event}")] = ""


type HistoryMoveIntent = Undo | Redo | Back | Forward | BranchOpen | BranchDropNow
type HistoryIntent = HistoryMoveIntent | Older | ShowLog | ShowLogOf | ThrowAgain | Correct


class ForPanel(ForFight):
    """An intent about the panel and its dice."""


class Choose(ForPanel, OfChoice): ...


class AskWhyRefused(ForPanel, OfChoice): ...


@dataclass(frozen=True)
class Enter(ForPanel, OfEntry):
    do = "enter"
    value: Annotated[str | bool, TypedAs("value")] = ""


class Less(ForPanel, OfEntry): ...


class More(ForPanel, OfEntry): ...


class EndFight(ForPanel):
    """Close the round if it is open, and write the result of the fight into the log."""


class Open(ForPanel):
    """Open the next round."""


@dataclass(frozen=True)
class Drawer(ForPanel):
    """Open a drawer of the panel in place of the open one; close it if it is open."""

    key: str


@dataclass(frozen=True)
class Unfold(ForPanel):
    """Show each combatant of a folded row."""

    key: str


class Redraw(ForPanel):
    """Redraw the track, because a cancelled drag has changed the page."""


@dataclass(frozen=True)
class EnterDice(ForPanel):
    faces: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


class ThrowAnew(ForPanel): ...


@dataclass(frozen=True)
class AddLines(ForPanel):
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

    face: int
    name: str


class PickThrow(ForSheet, OfEntry):
    """Toggle the faces of a roll, by the name of its field."""


@dataclass(frozen=True)
class MendLine(ForSheet):
    """Put a mended line in place of a quick line, by the line's number."""

    number: int
    line: str


type SheetIntent = TypeIn | PickFace | PickThrow | MendLine


class ForDialog(ForFight):
    """An intent that opens a dialog of the fight."""


class Why(ForDialog, OfCombatant): ...


class Person(ForDialog, OfCombatant): ...


class Line(ForDialog, OfStep): ...


class BranchDrop(ForDialog, OfBranch): ...


class Edit(ForDialog, OfCombatant): ...


class Add(ForDialog): ...


class Form(ForDialog): ...


class Find(ForDialog):
    """Search actions, rules, combatants and the log."""


class Menu(ForDialog): ...


class Players(ForDialog):
    """Open the options of the players' screen."""


class Clocks(ForDialog):
    """Open the list of turns and minutes for each combatant."""


class Options(ForDialog): ...


class Account(ForDialog):
    """Open the statistics of the fight."""


class Keys(ForDialog):
    """Open the list of keyboard shortcuts."""


class Rules(ForDialog): ...


class Note(ForDialog): ...


class OpenRest(ForDialog): ...


class OpenStatCard(ForDialog, OfCombatant): ...


class EditStatCard(ForDialog, OfCombatant): ...


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
    score: Annotated[str, TypedAs("score")] = ""


@dataclass(frozen=True)
class RuleFactIntent(ForEngine, OfCombatant):
    key: str
    value: Annotated[str | bool, TypedAs("{key}")] = ""


class Up(ForEngine, OfCombatant): ...


class Down(ForEngine, OfCombatant): ...


@dataclass(frozen=True)
class Rename(ForEngine):
    closes = True
    name: Annotated[str, TypedAs("name")] = ""


@dataclass(frozen=True)
class WriteNoteIntent(ForEngine):
    closes = True
    text: Annotated[str, TypedAs("text")] = ""


@dataclass(frozen=True)
class NoteOn(ForEngine, OfCombatant):
    note: Annotated[str, TypedAs("note")] = ""


@dataclass(frozen=True)
class Health(ForEngine, OfCombatant):
    change: int


@dataclass(frozen=True)
class ChangeSheet(ForEngine, OfCombatant):
    """Change one field of a combatant's sheet."""

    field: str
    value: Annotated[str | bool, TypedAs("{field}")] = ""


@dataclass(frozen=True)
class AddForm(ForEngine):
    closes = True
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


@dataclass(frozen=True)
class RestIntent(ForEngine):
    closes = True
    form: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


@dataclass(frozen=True)
class WriteStatCardIntent(ForEngine, OfCombatant):
    closes = True
    text: Annotated[str, TypedAs("card")] = ""


class SameAgain(ForFight):
    """Repeat the last turn for the other members of the group."""


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
