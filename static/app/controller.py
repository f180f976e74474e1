"""The controller: holds the current page state, passes intents to handlers, runs effects and updates the screen."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from functools import partial
from typing import assert_never

from app.fight.displays import Facing
from app.fight.fight import Fight
from app.fight.preview import describe_drop
from app.handlers import fight as in_fight
from app.handlers import page
from app.handlers import rule_editor as in_making
from app.handlers.library import PAUSE, apply_outcome, is_running, show_failure, show_progress, start_operation
from app.handlers.prepared_tap import PreparedTap, prepare_tap
from app.importers.portions import Pause, Stopped
from app.intents import Intent
from app.intents import fight as f
from app.intents.base import ForFight, ForPage, Values
from app.intents.html_codec import read
from app.intents.library import ForLibrary, LibraryIntent, ReadBackup, ReadText
from app.intents.page import Display, Navigation, New, Printout, SearchGames
from app.intents.rule_editor import EditorButton, ForRuleEditor, MakeFormula
from app.library.dispatch import Library
from app.page.library import RuleEditorDialog
from app.page.screen_update import Screen, Update
from app.page.state import (
    PageState,
    begin_intent,
    close_library,
    enter_fight,
    forget_lists,
    journal_position,
    keep_typed,
    leave_fight,
    note_written,
    packs_wanted,
    refuse,
    report_fault,
)
from app.rule_editor.state import RuleEditor, read_draft, write_draft
from app.screens.page import clear_for_fault, draw_only_dialog, draw_page
from app.storage import messages
from app.storage.protocols import PageStorage, StoreFailed
from app.storage.save_status import SaveStatus, UnopenedEncounter
from app.ui.about import since
from app.values import effects as e
from app.values.creatures import NO_CREATURES, SearchedPacks
from app.values.effects import Effect, PlainEffect
from app.values.forms import NOBODY, Sender
from app.values.game_search import game_called
from app.values.stored import Campaigns, NotStored, PartyMember, SavedFight, SavedRuleSet
from turntrack.core.commands import Move
from turntrack.core.dice import Dice
from turntrack.core.errors import Malformed, Refused, place_fault
from turntrack.core.fields import LONGEST_NAME
from turntrack.core.model import Id
from turntrack.history.session import Session
from turntrack.systems.protocol import TurnSystem, system_of

_CHOSE_NOTHING = "AbortError"
"""The browser's name for a dialog that was closed without a choice."""

_WHILE_TURNED = (Display.FACE_BACK.do, Display.HEARD_WINDOW.do, Printout.PUT_AWAY.do)
"""The intents that are heard while this tab faces the players. All else waits, so that nothing shows them more."""


def _nothing() -> None:
    """Do nothing."""


class Controller:
    """The controller of the page, told of journals by the PageStorage and of taps by the screen."""

    def __init__(
        self,
        systems: tuple[TurnSystem, ...],
        screen: Screen,
        storage: PageStorage,
        dice: Dice,
        library: Library,
    ) -> None:
        self._systems = systems
        self._screen = screen
        self._storage = storage
        self._dice = dice
        self.library = library
        self._state = PageState()
        self._ahead: PreparedTap | None = None
        self._offered: Callable[[], None] = _nothing
        """Reads what was offered last while this tab faced the players."""
        self._noted: tuple[RuleEditor | None, bool] = (None, False)
        """The rules of the editor as last saved, and whether the editor was open."""

    @property
    def fight(self) -> Fight | None:
        """Return the open fight."""
        return self._state.fight

    @property
    def saved(self) -> tuple[SavedFight, ...]:
        """Return the list of fights."""
        return self._state.library.saved

    @property
    def saving(self) -> SaveStatus:
        """Return the save status."""
        return self._state.saving

    def set_facing(self, facing: Facing) -> None:
        """Switch this tab to the players' screen, or back."""
        self._state = replace(self._state, displays=replace(self._state.displays, facing=facing))
        self._show()

    # Calls by the storage

    def set_saving(self, saving: SaveStatus) -> None:
        """Replace the save status. The next update shows it."""
        self._state = replace(self._state, saving=saving)

    def show_list(
        self,
        saved: tuple[SavedFight, ...],
        rule_sets: tuple[SavedRuleSet, ...],
        campaigns: Campaigns,
        has_quarantine: bool,
    ) -> None:
        """Show the list, and what else was read: rule sets, campaigns, and whether there are damaged parts."""
        library = replace(
            self._state.library,
            saved=saved,
            rule_sets=rule_sets,
            campaigns=campaigns,
            has_quarantine=has_quarantine,
        )
        self._state = replace(self._state, library=library)
        self._show()

    def set_members(self, members: tuple[PartyMember, ...]) -> None:
        """Replace the members of the party, and redraw if they changed."""
        if members != self._state.library.members:
            self._state = replace(self._state, library=replace(self._state.library, members=members))
            self._show()

    def set_backup(self, at: int) -> None:
        """Note the time of the last backup, in milliseconds since 1970; 0 for none."""
        self._state = replace(self._state, library=replace(self._state.library, backup=at))

    def set_folder(self, name: str | None) -> None:
        """Note the folder for backups; empty for none, None where there can be none."""
        self._state = replace(self._state, library=replace(self._state.library, folder=name))

    def show_news(self, seen: str) -> None:
        """Offer the news since the version that this browser had before."""
        if since(seen):
            self._state = replace(self._state, library=replace(self._state.library, seen=seen))
            self._show()

    def show_fight(self, key: str, session: Session, records: int, newer: str = "") -> None:
        """Show an encounter that was read from this number of records.

        Raises Refused for an unknown system, and any error of rendering; then no fight is open. ``newer`` is the reason
        why the fight is read-only, if it is.
        """
        try:
            fight = Fight(key, session, system_of(session.encounter.system, self._systems), self._storage, records)
            saving = replace(self._state.saving, fight_read_only=newer)
            self._state = enter_fight(replace(self._state, saving=saving), fight)
            self._draw()
        except Exception:
            self.close_fight()
            raise

    def show_unopened(self, key: str, name: str, why: str) -> None:
        """Show the list instead of an encounter that could not be opened, with the reason."""
        self.close_fight()
        self._state = replace(
            self._state, saving=replace(self._state.saving, unopened=UnopenedEncounter(key, name, why))
        )
        self._storage.set_current("")
        self._show()

    def close_fight(self) -> None:
        """Close the fight, without a redraw."""
        self._state = leave_fight(self._state)

    def resume_editor(self, text: str) -> None:
        """Resume the rule editor with the draft of the last visit."""
        saved = read_draft(text)
        if saved is None:
            return
        self._noted = saved
        editor, is_open = saved
        editor = editor if self._state.fight else replace(editor, of_fight=False)
        library = self._state.library
        dialog = RuleEditorDialog() if is_open else library.dialog
        self._state = replace(self._state, library=replace(library, rule_editor=editor, dialog=dialog))
        self._show()

    def refresh(self) -> None:
        """Redraw after a change of the save status."""
        self._show()

    def show_message(self, message: str) -> None:
        """Show the message of an error outside any intent."""
        self._state = replace(self._state, toast=message)
        self._show()

    def report_fault(self, error: Exception) -> None:
        """Report a fault in a concurrent task, which may have done a part of its work."""
        self._state = replace(self._state, fault=place_fault(error))
        self.show_message(f"Something went wrong. Check whether it was done. {messages.name_fault(error)}")

    # Calls of the screen

    def read_text(self, text: str, typed: Values | None = None, file: str = "", said: str = "") -> None:
        """Read a file that was chosen or dropped, or a text that was pasted.

        ``typed`` is the input of the dialog that this replaces. ``file`` is the name of the file, if there is one, and
        ``said`` what is to be said of it.
        """
        if self._is_turned:
            self._offered = partial(self.read_text, text, None, file, said)
            return
        self._state = keep_typed(self._state, typed or {})
        try:
            name = file[:LONGEST_NAME]
            self._ask_library(ReadBackup(text, name, said) if said else ReadText(text, name), NOBODY)
        except Refused as refusal:
            self._state = refuse(self._state, refusal)
            self._show()

    def search_games(self, sought: str) -> None:
        """Begin a fight of the game that is called so, or else show the games of a search on the first screen."""
        if self._is_turned:
            self._offered = partial(self.search_games, sought)
            return
        game = game_called(sought, self._state.library.games(self._systems))
        # The search is on the first screen, which a dialog or a fight may cover.
        asked = (New(game.key),) if game else (Navigation.HOME, SearchGames(sought))
        try:
            for intent in (Navigation.DISMISS, *asked):
                self._take(intent)
        except Refused as refusal:
            self._state = refuse(self._state, refusal)
        self._show()

    def handle(self, do: str, arg: str, values: Values, typed: Values | None = None, is_within: bool = False) -> None:
        """Handle one intent from the page, and show the changes.

        ``values`` are those of its form. ``typed`` are the changed fields of the open dialog, in any form.
        ``is_within`` says whether the intent comes from that dialog.
        """
        if self._is_turned and do not in _WHILE_TURNED:
            return  # only the game master leads back: no key, print-out or link
        ahead, self._ahead = self._ahead, None
        if ahead and ahead.is_of(self._state, do, arg) and not values and not typed:
            self._carry_out(ahead)
            return
        self._state = begin_intent(self._state, values, typed or {}, is_within)
        before = journal_position(self._state)
        try:
            intent = read(do, arg, values)
            if (isinstance(intent, ForFight) and intent.is_of_sheet) or isinstance(intent, MakeFormula):
                self._take(intent)
                self._show_only(*draw_only_dialog(self._state, self._systems))
                return
            self._take(intent)
        except (Refused, Malformed) as error:
            self._state = refuse(self._state, error)
        except Exception as error:
            self._state = report_fault(self._state, error, before)
        self._state = note_written(self._state, before)
        self._show()
        if do == Display.FACE_BACK.do:
            offered, self._offered = self._offered, _nothing
            offered()

    @property
    def _is_turned(self) -> bool:
        """Return whether this tab faces the players."""
        return self._state.displays.facing is not Facing.MASTER

    def prepare(self, do: str, arg: str) -> None:
        """Compute a likely tap in advance, unless that is done."""
        if not (self._ahead and self._ahead.is_of(self._state, do, arg)):
            self._ahead = prepare_tap(self._state, do, arg, self._systems, self._storage, self._dice)
        if self._ahead:
            self._screen.make_ready(self._ahead.update)

    def foretell_drop(self, combatant_id: Id, before: Id) -> str:
        """Say what the drop of a row would do now; empty if nothing is known of it."""
        fight = self._state.fight
        if fight is None or combatant_id not in fight.encounter.combatants:
            return ""
        try:
            return describe_drop(fight.encounter, fight.system, Move(combatant_id, before))
        except Exception:  # the drop itself reports the fault
            return ""

    def _carry_out(self, ahead: PreparedTap) -> None:
        """Commit and show the prepared tap."""
        # The position before the tap: its result is in the state already, and its records are still held back.
        before = journal_position(ahead.before)
        self._state = ahead.after
        ahead.fight.use_journal_writer(self._storage)
        try:
            ahead.buffer.release()
        except Exception as error:
            self._state = report_fault(self._state, error, before)
            self._show()
            return
        self._screen.show(ahead.update)
        self._search_packs()

    def _take(self, intent: Intent) -> None:
        is_move = isinstance(intent, f.Do) and isinstance(intent.command, Move)
        if is_move or intent is f.PanelButton.REDRAW:  # the drag has changed the page by itself
            self._state = forget_lists(self._state, "acting", "track")
        match intent:
            case ForPage():
                self._state, effects = page.handle(self._state, intent, self._systems, self._storage, self._dice)
                self._run(effects)
            case ForLibrary():
                self._ask_library(intent, self._state.sender)
            case ForRuleEditor():
                self._state = in_making.handle(self._state, intent, self._dice)
                if intent is EditorButton.MAKE_OF_FIGHT:  # a start with a fight has not read the rule sets
                    self._storage.refresh_list()
            case ForFight():
                if self._state.fight:  # else a late tap from an old screen
                    self._state = in_fight.handle(self._state, self._state.fight, intent, self._dice)
                    if intent is f.PanelButton.END_FIGHT:
                        self.back_up(may_ask=True)
            case _:
                assert_never(intent)

    # Slow operations

    def _ask_library(self, intent: LibraryIntent, sender: Sender) -> None:
        self._state, is_slow = start_operation(self._state, intent)
        self.library.repository.start_task(self._beside(intent, self._state, sender, is_slow))

    async def _beside(self, intent: LibraryIntent, asked: PageState, sender: Sender, is_slow: bool) -> None:
        """Run the library's operation and show the outcome. If it is slow, show first that it runs."""
        if is_slow:
            self._show()
            await self.library.repository.after_paint()
        try:
            outcome = await self.library.do(intent, asked, self._pause_of(intent, asked))
            before = journal_position(self._state)
            taken = apply_outcome(self._state, intent, outcome, asked, sender, self._dice)
            self._state = note_written(taken, before)
            self._run(outcome.effects)
        except Stopped:
            return
        except (Refused, Malformed, NotStored) as error:
            self._state = show_failure(self._state, str(error))
        except Exception as error:
            self._state = close_library(self._state)
            self.report_fault(error)
            return
        self._show()

    def _pause_of(self, intent: LibraryIntent, asked: PageState) -> Pause:
        """Return the pause of a task: it shows progress now and then, and lets the page hear taps meanwhile."""
        repository = self.library.repository
        last = repository.now()

        async def pause(share: float) -> None:
            nonlocal last
            # The clock may be set back while a long text is read: then this is negative.
            if intent.can_stop and abs(repository.now() - last) >= PAUSE:
                self._state = show_progress(self._state, intent.slow, share)
                self._show()
                await repository.after_paint()
                last = repository.now()
            if not is_running(self._state, asked):
                raise Stopped

        return pause

    # Backups

    def back_up(self, *, may_ask: bool) -> None:
        """Write a backup into the chosen folder, if there is one. ``may_ask`` tells that a tap has just been made."""
        if self._state.library.folder and self._state.saving.is_writer and not self._state.saving.newer_store:
            self._start(self._back_up(may_ask=may_ask))

    async def _back_up(self, *, may_ask: bool, says_so: bool = False) -> None:
        folder = self._state.library.folder or ""
        result = await self.library.backups.write(folder, may_ask=may_ask, says_so=says_so)
        if result.is_whole:
            self._storage.note_backup()
        if result.notice is not None:  # until it is dismissed: the page may be hidden
            self._state = replace(self._state, saving=replace(self._state.saving, backup=result.notice))
        self._state = replace(self._state, toast=result.said or self._state.toast)
        self._show()

    async def _choose_folder(self) -> None:
        name, problem = await self.library.repository.choose_folder()
        if problem or not name:
            if problem not in ("", _CHOSE_NOTHING):
                self.show_message(messages.folder_not_chosen(problem))
            return
        self.set_folder(name)
        self._show()
        await self._back_up(may_ask=True, says_so=True)

    async def _read_folder(self) -> None:
        backup = await self.library.backups.find()
        if backup.text:
            self.read_text(backup.text, file=backup.file, said=backup.said)
        elif backup.problem != _CHOSE_NOTHING:
            self.show_message(backup.said or messages.folder_unread(backup.problem))

    # Packs of creatures

    def _search_packs(self) -> None:
        """Read the packs that the open dialog searches, unless that is done."""
        wanted, library = packs_wanted(self._state), self._state.library
        if wanted and wanted != library.creatures_of:
            self._state = replace(self._state, library=replace(library, creatures=NO_CREATURES, creatures_of=wanted))
            self._start(self._read_packs(wanted))

    async def _read_packs(self, wanted: SearchedPacks) -> None:
        creatures, said = await self.library.packs.read(wanted)
        library = self._state.library
        if library.creatures_of == wanted:
            toast = said or self._state.toast
            self._state = replace(self._state, toast=toast, library=replace(library, creatures=creatures))
            self._show()

    def _start(self, task: Coroutine[object, object, None]) -> None:
        """Run a task concurrently, and report its failure."""
        self.library.repository.start_task(self._watch(task))

    async def _watch(self, task: Coroutine[object, object, None]) -> None:
        try:
            await task
        except StoreFailed as problem:
            self.show_message(messages.unanswered(str(problem)))
        except Exception as error:
            self.report_fault(error)

    def _went_out(self, key: str) -> None:
        """Mark that a file with all of an encounter has left the page."""
        saving = self._state.saving
        if key in saving.unsaved:
            exported = replace(saving.unsaved[key], exported=True)
            self._state = replace(self._state, saving=replace(saving, unsaved={**saving.unsaved, key: exported}))
            self._storage.mark_exported(key)

    def _run(self, effects: Iterable[Effect]) -> None:
        """Run effects on the storage and the browser."""
        storage, repository = self._storage, self.library.repository
        for effect in effects:
            match effect:
                case PlainEffect.LEAVE_FIGHT:
                    storage.leave_fight()
                case e.FetchFight(key):
                    storage.fetch_fight(key)
                case PlainEffect.CLAIM_WRITING:
                    storage.take_over()
                case PlainEffect.RETRY_SAVING:
                    storage.retry_saving()
                case e.DropUnsaved(key):
                    self._state = replace(self._state, saving=self._state.saving.forget(key))
                    storage.drop_unsaved(key)
                case PlainEffect.CHOOSE_FILE:
                    repository.choose_file()
                case PlainEffect.CHOOSE_FOLDER:
                    self._start(self._choose_folder())
                case PlainEffect.DROP_FOLDER:
                    repository.drop_folder()
                    self.set_folder("")
                    self._state = replace(self._state, saving=replace(self._state.saving, backup=""))
                case PlainEffect.READ_FOLDER:
                    self._start(self._read_folder())
                case e.DisplayCodes(text):
                    repository.display_codes(text)
                case PlainEffect.SCAN_CODES:
                    repository.scan_codes()
                case e.OpenPage(name):
                    repository.open_page(name)
                case PlainEffect.PRINT_PAGE:
                    repository.print_page()
                case e.CopyText(text, key, is_link):
                    repository.copy_text(
                        f"{repository.address()}{text}" if is_link else text, partial(self._went_out, key)
                    )
                case e.DownloadFile(name, kind, text, key, is_backup):
                    done = storage.note_backup if is_backup else partial(self._went_out, key)
                    repository.share_file(name, kind, text, done)
                case _:
                    assert_never(effect)

    # Drawing

    def _show(self) -> None:
        """Redraw. If that fails, show the fault, with undo available."""
        try:
            self._draw()
        except Exception as error:
            self._state = clear_for_fault(self._state, error)
            try:
                self._draw()
            except Exception as error:
                # The error of the fight itself: now its rules are not asked for anything.
                self._draw(messages.name_fault(error))

    def _draw(self, fault: str = "") -> None:
        """Send the screen the changes since the last update.

        ``fault`` is the reason why the open fight cannot be drawn.
        """
        self._show_only(*draw_page(self._state, self._systems, fault))
        fight = self._state.fight
        if fight and not self._state.is_chosen and not fault:
            self._state = replace(self._state, is_chosen=True)
            self._storage.set_current(fight.key)

    def _show_only(self, state: PageState, update: Update) -> None:
        self._state = state
        self._screen.show(update)
        self._note_making()
        self._search_packs()

    def _note_making(self) -> None:
        """Save the draft of the rule editor if it changed, or if the editor was opened or closed."""
        library = self._state.library
        editor, is_open = library.rule_editor, isinstance(library.dialog, RuleEditorDialog)
        if editor is not self._noted[0] or is_open is not self._noted[1]:
            self._noted = (editor, is_open)
            self._storage.save_draft(write_draft(editor, is_open))
