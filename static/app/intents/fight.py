"""Intents about the open fight. Without a fight they do nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import auto
from typing import Annotated, ClassVar

from app.intents.base import (
    NOTHING,
    WHOLE_FORM,
    ForFight,
    IntentEnum,
    OfBranch,
    OfCombatant,
    OfEntry,
    OfSheet,
    OfStep,
    TypedAs,
    Values,
)
from app.intents.combatants import ConditionsIntent, CountersIntent, DamageIntent, ReinforcementsIntent
from app.intents.page import PlayersScreen
from turntrack.core.commands import Command
from turntrack.core.model import Id


class ForHistory(ForFight):
    """An intent about the history or the log."""


class MovesInHistory(ForHistory):
    """A move in the history."""


class HistoryMove(MovesInHistory, IntentEnum):
    UNDO = auto()
    REDO = auto()
    FORWARD = auto()


class Back(MovesInHistory, OfStep): ...


class BranchOpen(MovesInHistory, OfBranch): ...


class BranchDropNow(MovesInHistory, OfBranch): ...


@dataclass(frozen=True)
class Older(ForHistory): ...


@dataclass(frozen=True)
class ShowLog(ForHistory):
    """Toggle the log."""


@dataclass(frozen=True)
class ShowLogOf(ForHistory):
    """Filter the log by one combatant; no filter if the id is empty."""

    do, at = "enter", "log.about"
    id: Annotated[Id, TypedAs("value")] = ""


class RollAgain(ForHistory, OfStep): ...


@dataclass(frozen=True)
class Correct(ForHistory):
    """Correct a roll: that of an event, by its index in its step."""

    step: int
    event: int
    faces: Annotated[str, TypedAs("faces-{step}-{event}")] = ""


type HistoryMoveIntent = HistoryMove | Back | BranchOpen | BranchDropNow
type HistoryIntent = HistoryMoveIntent | Older | ShowLog | ShowLogOf | RollAgain | Correct


class ForPanel(ForFight):
    """An intent about the panel and its dice."""


@dataclass(frozen=True)
class Enter(ForPanel, OfEntry):
    do = "enter"
    value: Annotated[str | bool, TypedAs("value")] = ""


class Less(ForPanel, OfEntry): ...


class More(ForPanel, OfEntry): ...


class PanelButton(ForPanel, IntentEnum):
    END_FIGHT = auto()  # close the round if it is open, and write the result of the fight into the log
    OPEN = auto()  # open the next round
    REDRAW = auto()  # redraw the track, because a cancelled drag has changed the page
    REROLL = auto()
    DICE_AS_DIE = auto()  # enter what dice of the table show
    DICE_AS_TOTAL = auto()  # enter dice of the table with what is added to them
    SAME_AGAIN = auto()  # repeat the last turn for the other members of the group


@dataclass(frozen=True)
class Drawer(ForPanel):
    """Open a drawer of the panel in place of the open one; close it if it is open."""

    key: str


@dataclass(frozen=True)
class Unfold(ForPanel):
    """Show each combatant of a kind that is folded."""

    kind: str


class StaysUp(ForPanel, OfCombatant):
    """Answer that a combatant without health does not fall, until that health is lost another time."""


@dataclass(frozen=True)
class EnterDice(ForPanel):
    faces: Annotated[Values, TypedAs(WHOLE_FORM)] = NOTHING


@dataclass(frozen=True)
class AddLines(ForPanel):
    lines: Annotated[str, TypedAs("lines")] = ""


@dataclass(frozen=True)
class TellKnown(ForPanel):
    """Tell the number of a combatant who is here already, and take the ``many`` lines from ``first`` that did."""

    id: Id
    first: int
    many: int
    total: int


type PanelIntent = Enter | Less | More | PanelButton | Drawer | Unfold | StaysUp | EnterDice | AddLines | TellKnown


class ForSheet(OfSheet):
    """An intent about the open sheet."""


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


class PickRoll(ForSheet, OfEntry):
    """Toggle the faces of a roll, by the name of its field."""


class SayWords(ForSheet, OfEntry):
    """Toggle the words of a line, or what one of them can be, by the name of the line or the word."""


@dataclass(frozen=True)
class MendLine(ForSheet):
    """Put a mended line in place of those of a quick line or a stat block: ``many`` lines from the number ``first``."""

    first: int
    many: int
    line: str


type SheetIntent = TypeIn | PickFace | PickRoll | SayWords | MendLine


class ForDialog(ForFight):
    """An intent that opens a dialog of the fight."""


class Why(ForDialog, OfCombatant): ...


class Person(ForDialog, OfCombatant): ...


class Line(ForDialog, OfStep): ...


class BranchDrop(ForDialog, OfBranch): ...


class Edit(ForDialog, OfCombatant): ...


class FightDialog(ForDialog, IntentEnum):
    ADD = auto()
    FORM = auto()
    FIND = auto()  # search actions, rules, combatants and the log
    MENU = auto()
    PLAYERS = auto()  # open the options of the players' screen
    CLOCKS = auto()  # open the list of turns and minutes for each combatant
    OPTIONS = auto()
    ACCOUNT = auto()  # open the statistics of the fight
    KEYS = auto()  # open the list of keyboard shortcuts
    RULES = auto()
    NOTE = auto()
    OPEN_REST = auto()


class OpenStatCard(ForDialog, OfCombatant): ...


class EditStatCard(ForDialog, OfCombatant): ...


type DialogIntent = Why | Person | Line | BranchDrop | Edit | FightDialog | OpenStatCard | EditStatCard


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


type EngineIntent = (
    RuleScoreIntent | RuleFactIntent | Up | Down | Rename | WriteNoteIntent | NoteOn | Health | ChangeSheet | AddForm
    | RestIntent | WriteStatCardIntent
)  # fmt: skip
type FightIntent = (
    HistoryIntent | PanelIntent | SheetIntent | DialogIntent | Do | EngineIntent | DamageIntent | ConditionsIntent
    | CountersIntent | ReinforcementsIntent | PlayersScreen
)  # fmt: skip
