"""The page's one moving part: takes intents, asks the engine, says what is to be shown."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import assert_never

from app.commanding import command_for, lines_in, read_lines
from app.dialogs import Dialog, Typed, dialog_for, draw_refused
from app.drafts import Drafts, Sender
from app.drawing import draw, draw_fault
from app.fight import Fight, Keeper
from app.intents import Intent
from app.intents import fight as f
from app.intents import page as p
from app.intents.asked import NOTHING, Values
from app.intents.fight import FightIntent, ForFight, HistoryIntent, PanelIntent, TypeLines
from app.intents.library import ForLibrary, LibraryIntent, ReadText
from app.intents.page import ForPage, PageIntent, WithinTap
from app.keeping.kept import NotKept, Saved
from app.keeping.saving import Saving, Unkept, Unshown
from app.library import Library
from app.markup import Html, joined
from app.naming import UNNAMED, name_of
from app.panel import choice_at, opening, stepped
from app.render.frame import render_typed_earlier
from app.render.home import render_home
from app.render.notice import render_notices
from app.screen import Screen, Shown, Update
from app.travelling import Arrival, travel
from app.waiting import Waiting
from app.wire import read
from engine import commands as c
from engine.decide import check_room
from engine.dice import Dice, DiceNeeded, TableDice
from engine.errors import Malformed, Refused
from engine.model import Id
from engine.session import Session
from engine.systems.protocol import Section, TurnSystem, system_of

STEPS_SHOWN = 40
LONGEST_FAULT = 120


class Controller:
    def __init__(
        self,
        systems: tuple[TurnSystem, ...],
        screen: Screen,
        keeper: Keeper,
        dice: Dice,
        library: Library,
    ) -> None:
        self._systems = systems
        self._screen = screen
        self._keeper = keeper
        self._dice = dice
        self.library = library
        self.saving = Saving()
        self._fight: Fight | None = None
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
        self._shown = Shown()

    # What the keeper hands over

    def listed(self, saved: tuple[Saved, ...]) -> None:
        self.library.saved = saved
        self._show()

    def opened(self, key: str, session: Session, records: int, newer: str = "") -> None:
        """An encounter was read from its journal, which has so many records.

        Raises Refused for unknown rules, and whatever drawing it raises: then nothing is open. ``newer`` says why it
        may only be looked at, where a newer version has written it.
        """
        try:
            self.saving = replace(self.saving, fight_read_only=newer)
            self._enter(key, session, system_of(session.encounter.system, self._systems), records)
            self._draw()
        except Exception:
            self.closed()
            raise

    def unshown(self, key: str, name: str, why: str) -> None:
        """An encounter could not be opened, and is kept as it is: the list comes instead, and says so."""
        self.closed()
        self.saving = replace(self.saving, unshown=Unshown(key, name, why))
        self._keeper.choose("")
        self._show()

    def closed(self) -> None:
        """Nothing is open any longer."""
        self._fight, self._dialog, self._waiting = None, None, None
        self.saving = replace(self.saving, fight_read_only="", fate="")

    @property
    def saved(self) -> tuple[Saved, ...]:
        """What stands in the list."""
        return self.library.saved

    @property
    def unkept(self) -> dict[str, Unkept]:
        """What this page alone has, by key."""
        return self.library.unkept

    @property
    def fight(self) -> Fight | None:
        """The one that is open."""
        return self._fight

    def offered(self, text: str, typed: Values | None = None) -> None:
        """A file was chosen or dropped, or text pasted; ``typed`` stands in the dialog in whose place it comes."""
        self._drafts.keep(self._dialog_name(), typed or {})
        read_only = self.saving.store_read_only
        slow = self.library.begin(ReadText(text), read_only)
        self.library.later(self._beside(self.library.offered(text, self._fight, read_only), slow))

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
        """Carry out one intent, as the page has sent it, then show what has changed.

        ``values`` are those of the form it comes from; ``typed`` are the fields of the open dialog, in whatever form,
        that differ from what was shown in them.
        """
        self._toast = self._live = ""
        self._drafts.keep(self._dialog_name(), typed or {})
        self._sender = (self._dialog_name(), tuple(values))
        self._typed = replace(self._typed, sent=values, error="")
        before = _place(self._fight)
        try:
            intent = read(do, arg, values)
            if isinstance(intent, TypeLines):
                self._drafts.keep(self._dialog_name(), {"lines": intent.lines})
                self._show_dialog()
                return
            self._take(intent)
        except (Refused, Malformed) as error:
            if self._dialog:
                self._typed = replace(self._typed, error=str(error))
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

    def _take(self, intent: Intent) -> None:
        match intent:
            case ForPage():
                self._on_page(intent)
            case WithinTap():
                self.library.at_once(intent)
            case ForLibrary():
                self._beside_the_fight(intent)
            case ForFight():
                if self._fight:  # else it is a late tap from a screen that is gone
                    self._in_fight(self._fight, intent)
            case _:
                assert_never(intent)

    def _on_page(self, intent: PageIntent) -> None:
        if isinstance(intent, p.Home | p.OpenSaved | p.TakeOver) and self.library.asks_first():
            self._dialog = None
            return
        match intent:
            case p.Sample(system):
                self._begin(system, list(system_of(system, self._systems).sample()))
            case p.New(system):
                self._begin(system, [c.MakeEncounter(UNNAMED, system)])
                self._dialog = dialog_for(f.Add())
            case p.Home():
                if self._fight:
                    self._leave()
            case p.OpenSaved(key):
                self._keeper.fetch(key)
            case p.Dismiss():
                if self._waiting:
                    self._let_go(self._waiting)
                self._dialog = self._waiting = None
                self.library.close()
            case p.ForgetTyped():
                self._drafts.clear(self._dialog_name())
            case p.TakeOver():
                self._keeper.take_over()
            case p.SaveAgain():
                self._keeper.save_again()
            case p.HeardNews():
                self.saving = replace(self.saving, news="", unshown=None)
            case _:
                assert_never(intent)

    def _beside_the_fight(self, intent: LibraryIntent) -> None:
        read_only, sender = self.saving.store_read_only, self._sender
        slow = self.library.begin(intent, read_only)
        task = self.library.handle(intent, self._fight, read_only)
        self.library.later(self._beside(task, slow, lambda: self.library.used(intent, sender)))

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
        if slow:
            self._show()
            await library.painted()
        try:
            commands = await task
            if library.dialog:
                self._dialog = None
            self._toast = library.toast
            if commands and self._fight:
                self._run(self._fight, list(commands), sender=used())
                if self._waiting:  # nobody has joined yet
                    self._toast = ""
            else:
                self._drafts.use(*used())
        except (Refused, Malformed, NotKept) as error:
            self._toast = library.refuse(str(error))
        except Exception as error:
            library.close()
            self.stumbled(error)
            return
        self._show()

    def _in_fight(self, fight: Fight, intent: FightIntent) -> None:
        match intent:
            case f.ForHistory():
                self._in_history(fight, intent)
            case f.ForPanel():
                self._on_panel(fight, intent)
            case f.ForDialog():
                self.library.close()
                if isinstance(intent, f.Rules):
                    self._enter_values({"rules.search": ""})
                self._dialog = dialog_for(intent)
            case f.ForEngine():
                command = command_for(intent, fight.encounter, fight.system)
                if command:
                    if isinstance(intent, f.Move):  # the drag has changed the page by itself
                        self._shown.forget_list("track")
                    self._run(fight, [command], closing=intent.closes)
            case _:
                assert_never(intent)

    def _in_history(self, fight: Fight, intent: HistoryIntent) -> None:
        match intent:
            case f.Travels():
                arrival = travel(fight, intent)
                if arrival:
                    self._arrived(arrival)
            case f.Older():
                self._steps_shown += 4 * STEPS_SHOWN
            case f.ShowLogOf(one):
                self._about = one
            case f.ThrowAgain(step):
                self._throw_again(fight, step)
            case f.Correct():
                self._run(fight, [fight.correction(intent)], closing=True)
            case _:
                assert_never(intent)

    def _on_panel(self, fight: Fight, intent: PanelIntent) -> None:
        match intent:
            case f.Choose() | f.AskWhyRefused():
                choice = choice_at(self._sections, intent)
                if choice and choice.refusal:
                    self._refuse(choice.label, choice.command, choice.refusal)
                elif choice:
                    self._run(fight, [choice.command])
            case f.Enter(name, value):
                self._enter_values({name: value})
            case f.Less(name):
                self._enter_values(stepped(self._sections, self._typed.entered, name, -1))
            case f.More(name):
                self._enter_values(stepped(self._sections, self._typed.entered, name, 1))
            case f.Open():
                self._run(fight, [*opening(self._sections), c.OpenRound()])
            case f.Redraw():
                self._shown.forget_list("track")
            case f.Dice(faces):
                self._take_dice(fight, faces)
            case f.AllTheSame():
                if self._refused:
                    self._run(fight, [self._refused], closing=True)
            case f.ThrowAnew():
                self._throw_anew(fight)
            case f.TypeLines():
                pass  # only the open dialog is drawn anew for it
            case f.AddLines(lines):
                commands = read_lines(lines, fight.encounter, fight.system)
                self._run(fight, commands, closing=True, lines=lines_in(lines))
            case _:
                assert_never(intent)

    # Encounters

    def _begin(self, system: str, commands: list[c.Command]) -> None:
        self.saving = replace(self.saving, fight_read_only="")
        if self.saving.read_only:
            raise Refused("read_only", self.saving.read_only)
        self._enter(self._keeper.new_key(), Session(self._systems), system_of(system, self._systems), 0)
        assert self._fight
        self._run(self._fight, commands)

    def _enter(self, key: str, session: Session, system: TurnSystem, records: int) -> None:
        self._fight = Fight(key, session, system, self._keeper, records)
        self.library.close()
        self._typed, self._about = replace(self._typed, entered=NOTHING), ""
        self._dialog = self._waiting = None
        self._steps_shown = STEPS_SHOWN
        self._is_chosen = False

    def _leave(self) -> None:
        self.closed()
        self._keeper.choose("")
        self._keeper.tell()

    def _arrived(self, arrival: Arrival) -> None:
        """More than a step is said to everybody, and what was asked for in a dialog closes it."""
        self._typed = replace(self._typed, entered=NOTHING)
        self._live = arrival.said
        if arrival.far:
            self._toast, self._dialog = arrival.said, None

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
            if self._advance(fight, waiting):
                self._waiting = self._dialog = None

    def _advance(self, fight: Fight, waiting: Waiting) -> bool:
        """Returns whether all is done. Raises Refused."""
        while waiting.commands:
            name = waiting.name(fight)
            try:
                fight.dispatch(waiting.commands[0], waiting.dice)
            except DiceNeeded as needed:
                waiting.ask(needed.requests)
                self.library.close()
                self._waiting, self._dialog = waiting, Dialog(name, waiting.sheet)
                return False
            self._drafts.clear(f"{fight.key} {name}")
            waiting.commands.pop(0)
            if waiting.dice.offered and not waiting.requests:
                self._toast = "The dice fell as before the undo. For new ones: undo, then “Throw anew” in the log."
            waiting.dice = self._table_dice(fight)
            self._live = " ".join(sentence.text for sentence in fight.last_sentences()[-4:])
        self._typed = replace(self._typed, entered=NOTHING)
        self._drafts.use(waiting.origin, waiting.names)
        return True

    def _throw_again(self, fight: Fight, step: int) -> None:
        """Go back to before this step, and ask for all its dice, with what fell in their boxes."""
        if fight.back_to(step - 1):
            self._arrived(Arrival("Gone back to before these dice. Redo leads forward again."))
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

    def _enter_values(self, values: Values) -> None:
        """These stand on the panel now, beside what stood there."""
        self._typed = replace(self._typed, entered={**self._typed.entered, **values})

    def _refuse(self, label: str, command: c.Command, refusal: Refused) -> None:
        """Say why, with the ways round it. Raises the refusal where there is none: something typed cannot be read."""
        if not isinstance(command, c.Act) or not command.id or refusal.code == "bad_value":
            raise refusal
        self._refused = c.RuleAct(command.id, command.action, label, command.values)
        self._dialog = Dialog(f"refused {label}", partial(draw_refused, self._refused, refusal))

    # Showing

    def _show(self) -> None:
        """Draw what there is; where that cannot be done, say so, with undo within reach."""
        try:
            self._draw()
        except Exception as error:
            self._dialog = self._waiting = None
            self.library.close()
            said = f"Something cannot be shown. {_named(error)}"
            self._toast = self._toast if said in self._toast else f"{self._toast} {said}".strip()
            self._shown.forget()
            try:
                self._draw()
            except Exception as error:
                self._draw(_named(error))

    def _show_dialog(self) -> None:
        """Draw the open dialog and nothing else: for each key that is typed there."""
        html = self._dialog_html()
        self._screen.show(
            Update(self._view(), self._shown.regions({"dialog": html}), {}, html != "", "", "", self._title())
        )

    def _view(self) -> str:
        return "fight" if self._fight else "home"

    def _title(self) -> str:
        return f"{name_of(self._fight.encounter)} · Turntrack" if self._fight else "Turntrack"

    def _draw(self, fault: str = "") -> None:
        """Hand the screen whatever differs from what it shows. ``fault`` is why the open fight cannot be drawn."""
        fight, library = self._fight, self.library
        if fight:
            fight.read_only = self.saving.read_only
        if fight:
            drawing = (
                draw_fault(fight, fault) if fault else draw(fight, self._typed.entered, self._steps_shown, self._about)
            )
            regions, lists, self._sections = dict(drawing.regions), drawing.lists, drawing.sections
        else:
            regions, lists = {"home": render_home(self._systems, library.saved)}, {}
        length_words = fight.length_words if fight else ""
        regions["notice"] = render_notices(self.saving.notices(length_words, library.undo, library.unkept))
        regions["dialog"] = self._dialog_html()
        is_open = regions["dialog"] != ""
        changed, moved = self._shown.regions(regions), self._shown.lists(lists)
        self._screen.show(Update(self._view(), changed, moved, is_open, self._live, self._toast, self._title()))
        if fight and not self._is_chosen and not fault:
            self._is_chosen = True
            self._keeper.choose(fight.key)

    def _dialog_name(self) -> str:
        """The dialog that is open, among those of all fights; empty for none."""
        if self.library.dialog:
            return self.library.dialog_name
        return f"{self._fight.key} {self._dialog.name}" if self._dialog and self._fight else ""

    def _dialog_html(self) -> Html:
        name = self._dialog_name()
        kept = self._drafts.of(name)
        has_words = any(value != "" for value in kept.values())
        if name != self._opened[0]:
            self._opened = (name, has_words)
        earlier = render_typed_earlier() if self._opened[1] and has_words else None
        if self.library.dialog:
            return joined(self.library.dialog(self._fight, kept), earlier)
        if self._dialog and self._fight:
            values = {**kept, **self._typed.sent} if self._typed.error else kept
            return joined(self._dialog.draw(self._fight, replace(self._typed, values=values)), earlier)
        return Html("")


def _place(fight: Fight | None) -> tuple[str, int]:
    """Which fight is open, and how many records it has."""
    return (fight.key, fight.records) if fight else ("", 0)


def _named(error: Exception) -> str:
    """A fault, for whoever reports it."""
    return f"({type(error).__name__}: {error})"[:LONGEST_FAULT]
