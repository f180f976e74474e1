"""The page's one moving part: takes intents, asks the engine, says what is to be shown."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from app.drafts import Drafts
from app.drawing import draw, draw_fault
from app.fight import Fight, Keeper
from app.intents import Values, command_for, lines_in, read_lines
from app.library import AT_ONCE, Library
from app.markup import Html, Pieces, joined
from app.naming import UNNAMED, name_of
from app.opened import Dialog, Typed, dialog_for, draw_refused
from app.render.dialogs import LINES, render_typed_earlier
from app.render.home import SavedFight, render_home
from app.render.notice import render_notices
from app.saving import NOTHING, Saving, Unshown
from app.shelf import NotKept
from app.viewmodel import counted
from app.waiting import Waiting
from engine import commands as c
from engine.decide import check_room
from engine.dice import Dice, DiceNeeded, TableDice
from engine.errors import Malformed, Refused
from engine.model import Id
from engine.session import Session
from engine.systems.protocol import Section, TurnSystem, system_of

STEPS_SHOWN = 40
LONGEST_FAULT = 120

CLOSING = frozenset({"fall", "rise", "remove", "duplicate", "rule-turn", "rule-skip", "rule-in", "rule-score"}) | {
    "rule-fact",
    "change",
    "note-on",
    "rename",
    "write-note",
}
"""Intents after which the dialog they came from has nothing more to do."""


type Sender = tuple[str, tuple[str, ...]]
"""The dialog that something was sent from, and the names of the fields that were sent."""


@dataclass(frozen=True, slots=True)
class ListChange:
    """What has changed in a list of elements: all their ids in order, and the HTML of those that are new or differ."""

    order: tuple[str, ...]
    changed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Update:
    """What has changed on the screen: the HTML of regions by their id, lists by theirs, and what is open or said."""

    view: str
    regions: Mapping[str, str]
    lists: Mapping[str, ListChange]
    dialog: bool
    live: str
    toast: str
    title: str


class Screen(Protocol):
    def show(self, update: Update) -> None: ...


class Controller:
    def __init__(
        self,
        systems: tuple[TurnSystem, ...],
        screen: Screen,
        keeper: Keeper,
        dice: Dice,
        library: Library | None = None,
    ) -> None:
        self._systems = systems
        self._screen = screen
        self._keeper = keeper
        self._dice = dice
        self.library = library
        self.saving = Saving()
        self._fight: Fight | None = None
        self._saved: tuple[SavedFight, ...] = ()
        self._sections: tuple[Section, ...] = ()
        self._typed = Typed()
        self._waiting: Waiting | None = None
        self._dialog: Dialog | None = None
        self._refused: c.RuleAct | None = None
        """What the open dialog says the rules refuse."""
        self._drafts = Drafts()
        self._sender: Sender = ("", ())
        self._opened = ("", False)
        """The dialog that is shown, and whether it has opened with something typed earlier."""
        self._toast = ""
        self._live = ""
        self._about: Id = ""
        self._steps_shown = STEPS_SHOWN
        self._is_chosen = True
        """Whether the keeper knows that the open fight is the one to open at the next start."""
        self._shown: dict[str, str] = {}
        self._listed: dict[str, Pieces] = {}

    # What the keeper hands over

    def listed(self, saved: tuple[SavedFight, ...]) -> None:
        self._saved = saved
        if self.library:
            self.library.saved = saved
        self._show()

    def opened(self, key: str, session: Session, records: int, newer: str = "") -> None:
        """An encounter was read from its journal, which has so many records.

        Raises Refused for unknown rules, and whatever drawing it raises: then nothing is open. ``newer`` says why it
        may only be looked at, where a newer version has written it.
        """
        try:
            self.saving.fight_read_only = newer
            self._enter(key, session, system_of(session.encounter.system, self._systems), records)
            self._draw()
        except Exception:
            self.closed()
            raise

    def unshown(self, key: str, name: str, why: str) -> None:
        """An encounter could not be opened, and is kept as it is: the list comes instead, and says so."""
        self.closed()
        self.saving.unshown = Unshown(key, name, why)
        self._keeper.choose("")
        self._show()

    def closed(self) -> None:
        """Nothing is open any longer."""
        self._fight, self._dialog, self._waiting = None, None, None
        self.saving.fight_read_only = self.saving.fate = ""

    @property
    def saved(self) -> tuple[SavedFight, ...]:
        """What stands in the list."""
        return self._saved

    @property
    def fight(self) -> Fight | None:
        """The one that is open."""
        return self._fight

    def offered(self, text: str, typed: Values | None = None) -> None:
        """A file was chosen or dropped, or text pasted; ``typed`` stands in the dialog in whose place it comes."""
        self._drafts.keep(self._dialog_name(), typed or {})
        if self.library:
            library = self.library
            slow = library.begin("read-text", text)
            library.later(lambda: self._beside(library.offered(text, self._fight), slow))

    def refresh(self) -> None:
        """Something about saving has changed."""
        self._show()

    def complain(self, message: str) -> None:
        """Something went wrong that no intent has asked for."""
        self._toast = message
        self._show()

    def stumbled(self, error: Exception) -> None:
        """Something went wrong that nobody has foreseen, beside the fight: a part of it may have been done."""
        self.complain(f"Something went wrong: look whether it was done all the same. {_named(error)}")

    # What the screen sends

    def handle(self, do: str, arg: str, values: Values, typed: Values | None = None) -> None:
        """Carry out one intent, then show what has changed.

        ``values`` are those of the form it comes from; ``typed`` are the fields of the open dialog, in whatever form,
        that differ from what was shown in them.
        """
        self._toast = self._live = ""
        self._drafts.keep(self._dialog_name(), typed or {})
        self._sender = (self._dialog_name(), tuple(values))
        self._typed.sent, self._typed.error = values, ""
        before = _place(self._fight)
        try:
            if (do, arg) == ("enter", LINES):
                self._drafts.keep(self._dialog_name(), {"lines": values.get("value", "")})
                self._show_dialog()
                return
            self._handle(do, arg, values)
        except (Refused, Malformed) as error:
            if self._dialog:
                self._typed.error = str(error)
            else:
                self._toast = str(error)
        except Exception as error:
            self._toast = self._stumble(error, before)
        self._show()

    def _stumble(self, error: Exception, before: tuple[str, int]) -> str:
        """What to say of a fault. ``before`` is which fight was open, and how many records it had."""
        self._dialog = self._waiting = None
        if _place(self._fight) == before:
            return f"Something went wrong, and nothing has changed. {_named(error)}"
        return f"Something went wrong. What was done is kept; undo and redo still lead back and forth. {_named(error)}"

    def _handle(self, do: str, arg: str, values: Values) -> None:
        match do:
            case "sample":
                self._begin(arg, list(system_of(arg, self._systems).sample()))
            case "new":
                self._begin(arg, [c.MakeEncounter(UNNAMED, arg)])
                self._dialog = dialog_for("add", "")
            case "home" | "open-saved" | "take-over" if self.library and self.library.asks_first():
                self._dialog = None
            case "open-saved":
                self._keeper.fetch(arg)
            case "dismiss":
                if self._waiting:
                    self._let_go(self._waiting)
                self._dialog = self._waiting = None
                if self.library:
                    self.library.close()
            case "forget-typed":
                self._drafts.clear(self._dialog_name())
            case "take-over":
                self._keeper.take_over()
            case "save-again":
                self._keeper.save_again()
            case "heard-news":
                self.saving.news, self.saving.unshown = "", None
            case _ if self.library and do in AT_ONCE:
                self.library.at_once(do, arg)
            case "enter" if self.library and arg == "roster.system":
                self._beside_the_fight(self.library, "roster-system", "", values)
            case _ if self.library and self.library.takes(do):
                self._beside_the_fight(self.library, do, arg, values)
            case _ if self._fight:
                self._in_fight(self._fight, do, arg, values)

    def _beside_the_fight(self, library: Library, do: str, arg: str, values: Values) -> None:
        slow = library.begin(do, str(values.get("text", "")))
        task = library.handle(do, arg, values, self._fight)
        library.later(lambda: self._beside(task, slow, lambda: library.used(do, arg, values)))

    async def _beside(
        self,
        task: Coroutine[object, object, tuple[c.Command, ...] | None],
        slow: bool,
        used: Callable[[], Sender] = lambda: ("", ()),
    ) -> None:
        """Await a task of the library's, then show what has come of it; before a slow one, what is being done.

        ``used`` says afterwards which fields of which dialog have done their work.
        """
        library = self.library
        assert library
        library.error = library.toast = ""
        if slow:
            self._show()
            await library.painted()
        try:
            commands = await task
            self._saved = library.saved
            if library.dialog:
                self._dialog = None
            self._toast = library.toast
            if commands and self._fight:
                self._run(self._fight, list(commands), sender=used())
            else:
                self._drafts.use(*used())
        except (Refused, Malformed, NotKept) as error:
            library.error, self._toast = (str(error), "") if library.dialog else ("", str(error))
        except Exception as error:
            library.close()
            self.stumbled(error)
            return
        self._show()

    def _in_fight(self, fight: Fight, do: str, arg: str, values: Values) -> None:
        match do:
            case "home":
                self._leave()
            case "choose" | "refused":
                self._choose(fight, arg)
            case "enter":
                self._enter_value(arg, values.get("value", ""))
            case "less" | "more":
                self._step_value(arg, -1 if do == "less" else 1)
            case "open":
                self._run(fight, [*self._opening(), c.OpenRound()])
            case "undo":
                said = f"Undone: {fight.undo_title()}."
                fight.undo()
                self._travelled(said)
            case "redo":
                said = f"Done again: {fight.redo_title()}."
                fight.redo()
                self._travelled(said)
            case "back":
                undone = fight.back_to(int(arg))
                if undone:
                    self._arrived(
                        f"Went back {counted(undone)}. Nothing is lost: redo leads forward again, and whatever is done "
                        "now instead, this stays in the log as a branch."
                    )
            case "forward":
                steps, _ = fight.ahead()
                fight.redo(steps)
                self._arrived(f"Forward again: {counted(steps)}.")
            case "branch-open":
                fight.open_branch(int(arg))
                self._arrived("The branch is open. What stood here instead is a branch now, and can be opened again.")
            case "branch-drop-now":
                fight.drop_branch(int(arg))
                self._arrived("The branch is thrown away.")
            case "older":
                self._steps_shown += 4 * STEPS_SHOWN
            case "redraw":
                self._listed.pop("track", None)
            case "dice":
                self._take_dice(fight, values)
            case "all-the-same" if self._refused:
                self._run(fight, [self._refused], closing=True)
            case "throw-anew":
                self._throw_anew(fight)
            case "throw-again":
                self._throw_again(fight, int(arg))
            case "correct":
                faces = str(values.get(f"faces-{arg.replace(':', '-')}", ""))
                self._run(fight, [fight.correction(arg, faces)], closing=True)
            case "add-lines" if "lines" in values:
                lines = str(values["lines"])
                commands = read_lines(lines, fight.encounter, fight.system)
                self._run(fight, commands, closing=True, lines=lines_in(lines))
            case _:
                self._dialog_or_command(fight, do, arg, values)

    def _dialog_or_command(self, fight: Fight, do: str, arg: str, values: Values) -> None:
        dialog = dialog_for(do, arg)
        if dialog:
            if self.library:
                self.library.close()
            if do == "rules":
                self._typed.entered["rules.search"] = arg
            self._dialog = dialog
            return
        command = command_for(do, arg, values, fight.encounter, fight.system)
        if command:
            if do == "move":  # the drag has changed the page by itself
                self._listed.pop("track", None)
            self._run(fight, [command], closing=do in CLOSING or do == "add-form")

    # Encounters

    def _begin(self, system: str, commands: list[c.Command]) -> None:
        self.saving.fight_read_only = ""
        if self.saving.read_only:
            raise Refused("read_only", self.saving.read_only)
        self._enter(self._keeper.new_key(), Session(self._systems), system_of(system, self._systems), 0)
        assert self._fight
        self._run(self._fight, commands)

    def _enter(self, key: str, session: Session, system: TurnSystem, records: int) -> None:
        self._fight = Fight(key, session, system, self._keeper, records)
        if self.library:
            self.library.close()
        self._typed.entered, self._about = {}, ""
        self._dialog = self._waiting = None
        self._steps_shown = STEPS_SHOWN
        self._is_chosen = False

    def _leave(self) -> None:
        self.closed()
        self._keeper.choose("")
        self._keeper.tell()

    def _travelled(self, said: str) -> None:
        self._typed.entered = {}
        self._live = said

    def _arrived(self, said: str) -> None:
        """The same by more than a step: said to everybody, and what was asked for in a dialog closes it."""
        self._travelled(said)
        self._toast, self._dialog = said, None

    # Doing things

    def _run(
        self,
        fight: Fight,
        commands: list[c.Command],
        closing: bool = False,
        lines: tuple[str, ...] = (),
        sender: Sender | None = None,
    ) -> None:
        """Dispatch one after another; where the table must roll first, ask, and go on afterwards."""
        check_room(fight.encounter, sum(each.count for each in commands if isinstance(each, c.AddCombatant)))
        origin, names = sender or self._sender
        if self._advance(fight, Waiting(commands, self._table_dice(fight), origin, names, lines)) and closing:
            self._dialog = None

    def _table_dice(self, fight: Fight) -> TableDice:
        """Dice for the next command: what was thrown before an undo falls so again, or is offered."""
        return TableDice(self._dice, undone=fight.undone_throws())

    def _throw_anew(self, fight: Fight) -> None:
        """The same command with new dice: that of the open dice sheet, or else the one that was undone."""
        waiting = self._waiting or Waiting(fight.undone_commands(), TableDice(self._dice))
        waiting.throw_anew(TableDice(self._dice))
        if waiting.commands:
            self._drafts.clear(f"{fight.key} {waiting.name(fight)}")
            self._advance(fight, waiting)

    def _advance(self, fight: Fight, waiting: Waiting) -> bool:
        """Returns whether all is done. Raises Refused."""
        while waiting.commands:
            name = waiting.name(fight)
            try:
                fight.dispatch(waiting.commands[0], waiting.dice)
            except DiceNeeded as needed:
                waiting.ask(needed.requests)
                self._waiting, self._dialog = waiting, Dialog(name, waiting.sheet)
                return False
            self._drafts.clear(f"{fight.key} {name}")
            waiting.commands.pop(0)
            if waiting.dice.offered and not waiting.requests:
                self._toast = "The dice fell as before the undo. For new ones: undo, then “Throw anew” in the log."
            waiting.dice = self._table_dice(fight)
            self._live = " ".join(sentence.text for sentence in fight.last_sentences()[-4:])
        self._typed.entered = {}
        self._drafts.use(waiting.origin, waiting.names)
        return True

    def _throw_again(self, fight: Fight, step: int) -> None:
        """Go back to before this step, and ask for all its dice, with what fell in their boxes."""
        if fight.back_to(step - 1):
            self._arrived("Gone back to before these dice. Redo leads forward again.")
            dice = TableDice(self._dice, undone=fight.undone_throws(), asks_for_all=True)
            self._advance(fight, Waiting(fight.undone_commands(), dice))

    def _let_go(self, waiting: Waiting) -> None:
        """The table does not roll now: what was typed to get here, and not done yet, stays where it was typed."""
        self._drafts.keep(waiting.origin, waiting.left())
        if waiting.names and self._drafts.of(waiting.origin):
            self._toast = "Not done yet. What you typed is kept, and there again where you typed it."

    def _take_dice(self, fight: Fight, values: Values) -> None:
        waiting = self._waiting
        if waiting is None:
            return
        if waiting.take(values):
            self._waiting = self._dialog = None
            self._advance(fight, waiting)

    def _choose(self, fight: Fight, arg: str) -> None:
        for section in self._sections:
            for place, choice in enumerate(section.choices):
                if f"{section.key}:{place}" == arg:
                    if choice.refusal:
                        self._refuse(choice.label, choice.command, choice.refusal)
                        return
                    self._run(fight, [choice.command])
                    return

    def _refuse(self, label: str, command: c.Command, refusal: Refused) -> None:
        """Say why, with the ways round it. Raises the refusal where there is none: something typed cannot be read."""
        if not isinstance(command, c.Act) or not command.id or refusal.code == "bad_value":
            raise refusal
        self._refused = c.RuleAct(command.id, command.action, label, command.values)
        self._dialog = Dialog(f"refused {label}", partial(draw_refused, self._refused, refusal))

    def _opening(self) -> list[c.Command]:
        """What has been typed for the round that is about to begin, as it is taken without a tap of its own."""
        typed = [choice for section in self._sections if section.opens for choice in section.choices]
        for choice in typed:
            if choice.refusal and choice.refusal.code == "bad_value":
                raise choice.refusal
        return [choice.command for choice in typed if not choice.refusal]

    def _enter_value(self, name: str, value: str | bool) -> None:
        if name == "log.about":
            self._about = str(value)
        else:
            self._typed.entered[name] = value

    def _step_value(self, name: str, step: int) -> None:
        key, _, called = name.rpartition(".")
        for section in self._sections:
            for entry in section.inputs:
                if (section.key, entry.key) == (key, called):
                    now = str(self._typed.entered.get(name, entry.default))
                    number = int(now) if now.lstrip("-").isdecimal() else max(entry.low, 0)
                    self._typed.entered[name] = str(min(max(number + step, entry.low), entry.high))

    # Showing

    def _show(self) -> None:
        """Draw what there is; where that cannot be done, say so, with undo within reach."""
        try:
            self._draw()
        except Exception as error:
            self._dialog = self._waiting = None
            if self.library:
                self.library.close()
            said = f"Something cannot be shown. {_named(error)}"
            self._toast = self._toast if said in self._toast else f"{self._toast} {said}".strip()
            self._shown, self._listed = {}, {}
            try:
                self._draw()
            except Exception as error:
                self._draw(_named(error))

    def _show_dialog(self) -> None:
        """Draw the open dialog and nothing else: for each key that is typed there."""
        html = self._dialog_html()
        self._shown["dialog"] = html
        self._screen.show(Update(self._view(), {"dialog": html}, {}, html != "", "", "", self._title()))

    def _view(self) -> str:
        return "fight" if self._fight else "home"

    def _title(self) -> str:
        return f"{name_of(self._fight.encounter)} · Turntrack" if self._fight else "Turntrack"

    def _draw(self, fault: str = "") -> None:
        """Hand the screen whatever differs from what it shows. ``fault`` is why the open fight cannot be drawn."""
        fight, library = self._fight, self.library
        if fight:
            fight.read_only = self.saving.read_only
        self.saving.length_words = fight.length_words if fight else ""
        if library:
            library.read_only = self.saving.store_read_only
        if fight:
            drawing = (
                draw_fault(fight, fault) if fault else draw(fight, self._typed.entered, self._steps_shown, self._about)
            )
            regions, lists, self._sections = dict(drawing.regions), drawing.lists, drawing.sections
        else:
            regions, lists = {"home": render_home(self._systems, self._saved)}, {}
        undo = library.undo if library else None
        regions["notice"] = render_notices(self.saving.notices(undo, library.unkept if library else NOTHING))
        regions["dialog"] = self._dialog_html()
        changed = {name: html for name, html in regions.items() if self._shown.get(name) != html}
        self._shown.update(changed)
        moved = {name: _change(self._listed.get(name), new) for name, new in lists.items()}
        self._listed.update(lists)
        moves = {name: change for name, change in moved.items() if change}
        is_open = regions["dialog"] != ""
        self._screen.show(Update(self._view(), changed, moves, is_open, self._live, self._toast, self._title()))
        if fight and not self._is_chosen and not fault:
            self._is_chosen = True
            self._keeper.choose(fight.key)

    def _dialog_name(self) -> str:
        """The dialog that is open, among those of all fights; empty for none."""
        if self.library and self.library.dialog:
            return self.library.dialog_name
        return f"{self._fight.key} {self._dialog.name}" if self._dialog and self._fight else ""

    def _dialog_html(self) -> Html:
        name = self._dialog_name()
        kept = self._drafts.of(name)
        has_words = any(value != "" for value in kept.values())
        if name != self._opened[0]:
            self._opened = (name, has_words)
        earlier = render_typed_earlier() if self._opened[1] and has_words else None
        if self.library and self.library.dialog:
            self.library.typed = kept
            return joined(self.library.dialog(self._fight), earlier)
        if self._dialog and self._fight:
            self._typed.values = {**kept, **self._typed.sent} if self._typed.error else kept
            return joined(self._dialog.draw(self._fight, self._typed), earlier)
        return Html("")


def _place(fight: Fight | None) -> tuple[str, int]:
    """Which fight is open, and how many records it has."""
    return (fight.key, fight.records) if fight else ("", 0)


def _named(error: Exception) -> str:
    """A fault, for whoever reports it."""
    return f"({type(error).__name__}: {error})"[:LONGEST_FAULT]


def _change(shown: Pieces | None, new: Pieces) -> ListChange | None:
    """What turns the list that is shown (None where that is not known) into the new one; None for nothing."""
    if shown == new:
        return None
    known = dict(shown or ())
    changed = {one: html for one, html in new if known.get(one) != html}
    return ListChange(tuple(one for one, _ in new), changed)
