"""What is done with kept encounters, the party and files, on the first screen or beside an open fight."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import assert_never

from app.drafts import Sender
from app.drawing import why_not_shown
from app.fight import Fight, Keeper
from app.intents import library as i
from app.intents.asked import Values
from app.intents.library import (
    AsideIntent,
    ExportIntent,
    ImportIntent,
    LibraryIntent,
    ListChange,
    ListIntent,
    PartyIntent,
)
from app.intents.page import Copy, HandOver, Part, Pick, TapIntent
from app.keeping import words
from app.keeping.asides import read_rows
from app.keeping.exporting import Export, Exporting, file_name
from app.keeping.history import chained, fitting
from app.keeping.importing import Busy, Compared, Importing, Listed, Unread
from app.keeping.kept import Aside, Change, Changes, Kept, Saved
from app.keeping.notices import Notice, Way
from app.keeping.reading import read_journal
from app.keeping.saving import Unkept
from app.keeping.shelf import Shelf
from app.markup import Html
from app.naming import name_of
from app.party import Party
from app.render import library as render
from app.render.files import render_busy, render_export, render_import, render_preview, render_roster
from engine import commands as c
from engine.dice import cryptographic_dice
from engine.errors import BadSave, Refused
from engine.systems.protocol import TurnSystem, system_of

IMPORT = "import"
"""The dialog into which text is pasted."""

LONGEST_SHOWN = 10_000
"""So many characters of a text that was brought in stand in the dialog, where nothing was found in it."""

FILE_KIND = "application/json"
LOG_KIND = "text/markdown"

type LibraryDialog = Callable[[Fight | None, Values], Html]
"""Draws what is open for the open fight, with what was typed there and not used yet."""


class Library:
    def __init__(self, systems: tuple[TurnSystem, ...], shelf: Shelf, keeper: Keeper) -> None:
        self._systems = systems
        self._shelf = shelf
        self._keeper = keeper
        self.importing = Importing(systems, shelf, why_not_shown)
        self._exporting = Exporting(systems, shelf)
        self._party = Party(systems, shelf)
        self.dialog: LibraryDialog | None = None
        self._name = ""
        self.undo: Notice | None = None
        """What has just been deleted, with the way back."""
        self.error = ""
        self.toast = ""
        self.saved: tuple[Saved, ...] = ()
        self.unkept: dict[str, Unkept] = {}
        """By key: what could be saved nowhere and is on this page alone."""
        self._export: Export | None = None

    def later(self, task: Coroutine[object, object, None]) -> None:
        """Run a task of the controller's beside."""
        self._shelf.later(task)

    async def painted(self) -> None:
        await self._shelf.painted()

    @property
    def dialog_name(self) -> str:
        """The open dialog, where something can be typed into it."""
        return "" if self.importing.has_found and self._name == IMPORT else self._name

    def used(self, intent: LibraryIntent, sender: Sender) -> Sender:
        """The dialog, and its fields, that have done their work with an intent that was carried out."""
        if isinstance(intent, i.ForImport):
            return IMPORT, ("text",) if self.dialog is None else ()
        return sender

    def begin(self, intent: LibraryIntent, read_only: str) -> bool:
        """Say on the screen what is being done, where it takes a while. Returns whether it does."""
        self.error = self.toast = ""
        text = intent.text if isinstance(intent, i.ReadText) else ""
        if not intent.slow or read_only or not self.importing.begin(intent.slow, text):
            return False
        self._open(self._import_dialog, IMPORT)
        return True

    def refuse(self, why: str) -> str:
        """Say in the open dialog what was wrong; without one, return what is to be said beside it."""
        self.error = why if self.dialog else ""
        return "" if self.dialog else why

    def _open(self, dialog: LibraryDialog, name: str = "") -> None:
        self.dialog, self._name = dialog, name

    def close(self) -> None:
        self.dialog = None
        self._export = None
        self.importing.forget()

    async def refresh(self) -> None:
        self.saved = await self._shelf.encounters()

    def at_once(self, intent: TapIntent) -> None:
        """Hand over or copy what is ready, or let a file be chosen."""
        match intent:
            case Pick():
                self._shelf.pick()
            case Copy(part):
                if self._export:
                    self._shelf.copy(self._export.text(part), self._when_out(self._export, part))
            case HandOver(part):
                if self._export:
                    ending, kind = ("md", LOG_KIND) if part is Part.LOG else ("json", FILE_KIND)
                    name = f"{file_name(self._export.title)}.{ending}"
                    self._shelf.hand_over(name, kind, self._export.text(part), self._when_out(self._export, part))
            case _:
                assert_never(intent)

    def _when_out(self, export: Export, part: Part) -> Callable[[], None]:
        return partial(self._went_out, export.key if part is Part.FILE else "")

    def _went_out(self, key: str) -> None:
        """A file that holds all of an encounter has left the page."""
        if key in self.unkept:
            self.unkept[key] = replace(self.unkept[key], exported=True)
            self._keeper.exported(key)

    def asks_first(self) -> bool:
        """Whether leaving the open fight has to wait until what only this page has was exported or let go of: then the
        dialog asks."""
        key = next((key for key, one in self.unkept.items() if not one.exported), "")
        if key:
            self._ask_to_let_go(key)
        return bool(key)

    def _ask_to_let_go(self, key: str) -> None:
        name = name_of(self._unkept(key).session.encounter)
        self._open(lambda *_: render.render_let_go(key, name))

    def _unkept(self, key: str) -> Unkept:
        if key not in self.unkept:
            raise Refused("gone", words.KEPT_MEANWHILE)
        return self.unkept[key]

    async def handle(self, intent: LibraryIntent, fight: Fight | None, read_only: str) -> tuple[c.Command, ...]:
        """Carry out one intent; returns commands to give to the open fight.

        ``read_only`` says why nothing on this device may be changed, empty where it may.
        Raises Refused, Malformed and NotKept, with nothing changed.
        """
        if intent.writes and read_only:
            raise Refused("read_only", read_only)
        if not isinstance(intent, i.Undelete):
            self.undo = None
        match intent:
            case i.ForList():
                await self._in_list(intent)
            case i.ForExport():
                await self._out_of_it(intent, fight)
            case i.ForParty():
                return await self._in_party(intent, fight)
            case i.ForAsides():
                await self._asides(intent, fight)
            case i.ForImport():
                try:
                    return await self._import(intent, fight)
                finally:
                    self.importing.end()
            case _:
                assert_never(intent)
        return ()

    async def offered(self, text: str, fight: Fight | None, read_only: str) -> None:
        """A file was chosen or dropped, or text pasted. Raises Refused and Malformed."""
        if read_only:
            raise Refused("read_only", read_only)
        self._open(self._import_dialog, IMPORT)
        try:
            await self.importing.look_at(text, fight.system if fight else None)
        finally:
            self.importing.end()

    def _find(self, key: str) -> Saved:
        found = next((fight for fight in self.saved if fight.key == key), None)
        if found is None:
            raise Refused("gone", words.GONE)
        return found

    # The list

    async def _in_list(self, intent: ListIntent) -> None:
        one = self._find(intent.key)
        match intent:
            case i.Kept(key):
                self._open(lambda _, typed: render.render_kept(one, typed, self.error), f"kept {key}")
            case i.Purge():
                self._open(lambda *_: render.render_purge(one))
            case _:
                await self._change(intent, one)

    async def _change(self, intent: ListChange, one: Saved) -> None:
        key = one.key
        match intent:
            case i.RenameKept(_, name):
                await self._rename(one, name)
            case i.DuplicateKept():
                records = (await self._shelf.journal(key)).records
                new = self._shelf.new_key()
                copy = Kept(new, one.name, one.system, one.combatants, self._shelf.now(), False, records)
                await self._shelf.commit(Changes(put=(copy,)))
            case i.Archive():
                await self._shelf.commit(Changes(change={key: Change(archived=True)}))
            case i.Unarchive():
                await self._shelf.commit(Changes(change={key: Change(archived=False)}))
            case i.Delete():
                await self._shelf.commit(Changes(change={key: Change(deleted=self._shelf.now())}))
                self.undo = Notice(words.deleted(one.name), (Way("Undo", i.Undelete(key)),))
            case i.Undelete():
                await self._shelf.commit(Changes(change={key: Change(deleted=0)}))
                self.undo = None
            case i.PurgeNow():
                await self._shelf.commit(Changes(purge=(key,)))
            case _:
                assert_never(intent)
        self.close()
        await self.refresh()

    async def _rename(self, one: Saved, name: str) -> None:
        """Renaming is a step of the fight like any other, and can be undone in it."""
        # What had to be mended is told when the fight is opened.
        journal = await self._shelf.journal(one.key)
        reading = read_journal(journal.records, self._systems)
        if reading.wrong or words.found(journal):
            raise Refused("unreadable", words.UNREADABLE)
        await self._shelf.open_journal(one.key)
        system = system_of(one.system, self._systems)
        fight = Fight(one.key, reading.session, system, self._keeper, reading.count)
        fight.dispatch(c.RenameEncounter(name), cryptographic_dice())
        await self._shelf.commit(Changes(change={one.key: Change(name=name_of(fight.encounter))}))

    # The party

    async def _in_party(self, intent: PartyIntent, fight: Fight | None) -> tuple[c.Command, ...]:
        done = await self._party.do(intent, fight)
        self.toast, self.undo = done.toast, done.undo
        if self.dialog or not isinstance(intent, i.PartyUndrop | i.PartySwap):
            draw = await self._party.dialog()
            self._open(lambda fight, _: draw(fight, self.error))
        return done.commands

    # Files

    async def _out_of_it(self, intent: ExportIntent, fight: Fight | None) -> None:
        match intent:
            case i.Export(key):
                self._show_export(await self._prepare(key, fight))
            case i.ExportOpen():
                self._show_export(await self._prepare("", fight))
            case i.ExportRaw(key):
                self._show_export(await self._prepare_raw(key, fight))
            case i.ExportUnkept(key):
                self._show_export(self._exporting.from_page(key, self._unkept(key).session))
            case i.LetGo(key):
                self._ask_to_let_go(key)
            case i.LetGoNow(key):
                self.unkept.pop(key, None)
                self.close()
                self._keeper.let_go(key)
            case _:
                assert_never(intent)

    async def _prepare(self, key: str, fight: Fight | None) -> Export:
        """Make the texts, so that the next tap can hand them over: of the open fight or everything without a key."""
        if fight and key in ("", fight.key):
            return self._exporting.from_page(fight.key, fight.session).fitting()
        if not key:
            return (await self._exporting.everything()).fitting()
        export = await self._exporting.kept(self._find(key))
        return export.fitting() if export else await self._prepare_raw(key, fight)

    async def _prepare_raw(self, key: str, fight: Fight | None) -> Export:
        """Make a file of the records as they are: nothing of it is read, drawn or told."""
        if fight and fight.key == key:
            return self._exporting.raw_from_page(key, fight.session)
        return await self._exporting.raw(self._find(key))

    def _show_export(self, export: Export) -> None:
        self._export = export
        self._open(lambda *_: render_export(export.title, bool(export.log), len(export.file), export.notes))

    async def _asides(self, intent: AsideIntent, fight: Fight | None) -> None:
        match intent:
            case i.Asides():
                await self._show_asides()
            case i.DiscardAside(aside):
                await self._shelf.commit(Changes(aside_gone=(aside,)))
                await self._show_asides()
            case i.ExportAside() | i.AskDiscard() | i.RetryAside():
                wanted = next((aside for aside in await self._shelf.asides() if aside.id == intent.aside), None)
                if wanted:
                    await self._with_aside(intent, wanted, fight)
                else:
                    await self._show_asides()
            case _:
                assert_never(intent)

    async def _with_aside(
        self, intent: i.ExportAside | i.AskDiscard | i.RetryAside, wanted: Aside, fight: Fight | None
    ) -> None:
        match intent:
            case i.ExportAside():
                self._show_export(Export(words.aside_title(wanted), wanted.text))
            case i.AskDiscard():
                self._open(lambda *_: render.render_discard(wanted))
            case i.RetryAside():
                await self._try_again(wanted, fight)
            case _:
                assert_never(intent)

    async def _show_asides(self) -> None:
        asides = await self._shelf.asides()
        self._open(lambda *_: render.render_asides(asides, self.error))

    async def _try_again(self, aside: Aside, fight: Fight | None) -> None:
        """Put it back where it was and open that; or show what would make an encounter of its own.

        Raises BadSave where it makes neither, and NotKept.
        """
        rows = read_rows(aside.text).rows
        journal = await self._shelf.journal(aside.key)
        back = fitting(rows, chained(journal.records))
        if len(back) == len(rows):
            reading = read_journal((*journal.records, *(row.record for row in back)), self._systems)
            if reading.count <= len(journal.records):
                raise BadSave(words.rows_unread(reading.wrong))
            if await self._shelf.put_back(aside):
                self.close()
                self._keeper.fetch(aside.key)
                return
        await self.importing.look_at(aside.text, fight.system if fight else None)
        self._open(self._import_dialog, IMPORT)

    async def _import(self, intent: ImportIntent, fight: Fight | None) -> tuple[c.Command, ...]:
        importing = self.importing
        commands: tuple[c.Command, ...] = ()
        match intent:
            case i.Import():
                importing.forget()
                self._open(self._import_dialog, IMPORT)
                return ()
            case i.ReadText(text):
                self._open(self._import_dialog, IMPORT)
                await importing.look_at(text, fight.system if fight else None)
                return ()
            case i.RosterSystem(system):
                importing.read_for(system)
                return ()
            case i.ImportBeside():
                self.toast = await importing.take(replacing=False, but_not=fight.key if fight else "")
            case i.ImportReplace():
                self.toast = await importing.take(replacing=True, but_not=fight.key if fight else "")
            case i.RosterParty():
                self.toast = await importing.into_party()
            case i.RosterNew():
                self.toast = await importing.into_new()
            case i.RosterAdd():
                commands = importing.commands() if fight else ()
            case _:
                assert_never(intent)
        self.close()
        await self.refresh()
        return commands

    def _import_dialog(self, fight: Fight | None, typed: Values) -> Html:
        match self.importing.seen:
            case Busy(said):
                return render_busy(said)
            case Unread(text):
                return render_import(self.error, str(typed.get("text", text[:LONGEST_SHOWN])))
            case Listed(roster, system):
                fits = fight is not None and fight.system.key == system.key
                return render_roster(roster, system, self._systems, fits, self.error)
            case Compared() as found:
                return render_preview(
                    tuple(map(self._said, found.new)),
                    tuple(map(self._said, found.same)),
                    tuple(map(self._said, found.differing)),
                    tuple(f"{member.command.name}, {self._title(member.system)}" for member in found.party),
                    found.bundle.unshown,
                    found.bundle.is_whole,
                    self.error,
                    found.note,
                )
            case seen:
                assert_never(seen)

    def _said(self, kept: Kept) -> str:
        return f"{kept.name}: {self._title(kept.system)}, {kept.combatants} combatants, {len(kept.records)} steps"

    def _title(self, key: str) -> str:
        return next((system.title for system in self._systems if system.key == key), key)
