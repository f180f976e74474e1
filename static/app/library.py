"""What is done with kept encounters, the party and files, on the first screen or beside an open fight."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

from app.asides import fitting, read_rows
from app.bundle import LONGEST, Bundle, Kept, Member, encode_bundle
from app.chronicle import chronicle, member_of
from app.fight import Fight, Keeper
from app.importing import Importing
from app.intents import Values
from app.journal import read_journal, told
from app.markup import Html
from app.naming import name_of
from app.render import library as render
from app.render.files import render_export
from app.render.home import SavedFight
from app.render.notice import Notice, Way
from app.saving import Unkept
from app.shelf import Aside, Changes, Shelf, check_party
from engine import commands as c
from engine.dice import cryptographic_dice
from engine.errors import BadSave, Refused
from engine.saves.history import records_of
from engine.saves.json import read_json
from engine.saves.records import LONGEST_RECORD, encode_record
from engine.session import Session
from engine.systems.protocol import TurnSystem, system_of

READING = frozenset(
    {"kept", "party", "asides", "export", "export-open", "export-raw", "export-aside", "purge", "ask-discard"}
) | {
    *("export-unkept", "let-go", "let-go-now"),
}
IMPORTING = frozenset({"import", "read-text", "import-beside", "import-replace"}) | frozenset(
    {"roster-system", "roster-new", "roster-party", "roster-add"}
)
SLOW: Mapping[str, str] = MappingProxyType(
    {"read-text": "Reading…"}
    | dict.fromkeys(("import-beside", "import-replace", "roster-new", "roster-party"), "Bringing it in…")
)
"""What takes a while with a long text, and what is said meanwhile."""
IMPORT = "import"
"""The dialog into which text is pasted."""
WRITING = IMPORTING | {
    *("rename-kept", "duplicate-kept", "archive", "unarchive", "delete", "undelete", "purge-now"),
    *("party-keep", "party-add", "party-drop", "party-undrop", "party-swap", "discard-aside", "retry-aside"),
}
AT_ONCE = frozenset({"hand-over", "copy", "pick"})
"""What the browser allows only within the tap itself."""

FILE_KIND = "application/json"
LOG_KIND = "text/markdown"


@dataclass(frozen=True, slots=True)
class Export:
    """Texts that are ready to be handed over. ``log`` is empty where there is none."""

    title: str
    file: str
    log: str = ""
    notes: tuple[str, ...] = ()
    """What is not in it."""
    key: str = ""
    """The encounter of which it holds all that this page has."""


class Library:
    def __init__(self, systems: tuple[TurnSystem, ...], shelf: Shelf, keeper: Keeper) -> None:
        self._systems = systems
        self._shelf = shelf
        self._keeper = keeper
        self.importing = Importing(systems, shelf)
        self.dialog: Callable[[Fight | None], Html] | None = None
        self.typed: Values = {}
        """What was typed into the open dialog and not used yet."""
        self._name = ""
        self.undo: Notice | None = None
        """What has just been deleted, with the way back."""
        self.error = ""
        self.toast = ""
        self.saved: tuple[SavedFight, ...] = ()
        self.read_only = ""
        self.unkept: dict[str, Unkept] = {}
        """By key: what could be saved nowhere and is on this page alone."""
        self._export: Export | None = None

    def takes(self, do: str) -> bool:
        return do in READING or do in WRITING

    def later(self, task: Callable[[], object]) -> None:
        """Run a task of the controller's beside."""
        self._shelf.later(task())  # type: ignore[arg-type]

    async def painted(self) -> None:
        await self._shelf.painted()

    @property
    def dialog_name(self) -> str:
        """The open dialog, where something can be typed into it."""
        return "" if self.importing.has_found and self._name == IMPORT else self._name

    def used(self, do: str, arg: str, values: Values) -> tuple[str, tuple[str, ...]]:
        """The dialog, and its fields, that have done their work with an intent that was carried out."""
        if do in IMPORTING:
            return IMPORT, ("text",) if self.dialog is None else ()
        return f"kept {arg}", tuple(values)

    def begin(self, do: str, text: str) -> bool:
        """Say on the screen what is being done, where it takes a while. Returns whether it does."""
        if do not in SLOW or self.read_only or not self.importing.begin(SLOW[do], text):
            return False
        self._open(self._import_dialog, IMPORT)
        return True

    def _open(self, dialog: Callable[[Fight | None], Html], name: str = "") -> None:
        self.dialog, self._name = dialog, name

    def close(self) -> None:
        self.dialog = None
        self._export = None
        self.importing.forget()

    async def refresh(self) -> None:
        self.saved = await self._shelf.encounters()

    def at_once(self, do: str, arg: str) -> None:
        """Hand over or copy what is ready, or let a file be chosen."""
        if do == "pick":
            self._shelf.pick()
        elif self._export:
            text = self._export.log if arg == "log" else self._export.file
            done = partial(self._went_out, "" if arg == "log" else self._export.key)
            if do == "copy":
                self._shelf.copy(text, done)
            else:
                ending, kind = ("md", LOG_KIND) if arg == "log" else ("json", FILE_KIND)
                self._shelf.hand_over(f"{file_name(self._export.title)}.{ending}", kind, text, done)

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
        unkept = self.unkept.get(key)
        if unkept is None:
            raise Refused("gone", "It has been kept meanwhile.")
        name = name_of(unkept.session.encounter)
        self._open(lambda _: render.render_let_go(key, name))

    async def handle(self, do: str, arg: str, values: Values, fight: Fight | None) -> tuple[c.Command, ...]:
        """Carry out one intent; returns commands to give to the open fight.

        Raises Refused, Malformed and NotKept, with nothing changed.
        """
        if do in WRITING and self.read_only:
            raise Refused("read_only", self.read_only)
        if do != "undelete":
            self.undo = None
        match do:
            case "kept":
                one = self._find(arg)
                self._open(lambda _: render.render_kept(one, self.typed, self.error), f"kept {arg}")
            case "purge":
                one = self._find(arg)
                self._open(lambda _: render.render_purge(one))
            case "export" | "export-open":
                await self._prepare(arg, fight)
            case "export-unkept" if arg in self.unkept:
                session = self.unkept[arg].session
                self._show_export(self._from_page(arg, session))
            case "let-go":
                self._ask_to_let_go(arg)
            case "let-go-now":
                self.unkept.pop(arg, None)
                self.close()
                self._keeper.let_go(arg)
            case "export-raw":
                await self._prepare_raw(arg, fight)
            case "party" | "party-keep" | "party-add" | "party-drop" | "party-undrop" | "party-swap":
                return await self._party(do, arg, fight)
            case "asides" | "export-aside" | "ask-discard" | "discard-aside" | "retry-aside":
                await self._asides(do, arg, fight)
            case _ if do in IMPORTING:
                try:
                    return await self._import(do, values, fight)
                finally:
                    self.importing.end()
            case _:
                await self._change(do, arg, values)
        return ()

    async def offered(self, text: str, fight: Fight | None) -> None:
        """A file was chosen or dropped, or text pasted. Raises Refused and Malformed."""
        if self.read_only:
            raise Refused("read_only", self.read_only)
        self._open(self._import_dialog, IMPORT)
        try:
            await self.importing.look_at(text, fight)
        finally:
            self.importing.end()

    async def rescue(self, session: Session, mark: str) -> Kept:
        """Keep a history that could not be saved where it belongs, as an encounter of its own."""
        now = session.encounter
        records = tuple(encode_record(record) for record in records_of(session))
        name = f"{name_of(now)} ({mark})"
        kept = Kept(self._shelf.new_key(), name, now.system, len(now.combatants), self._shelf.now(), False, records)
        await self._shelf.commit(Changes(put=(kept,)))
        return kept

    def _find(self, key: str) -> SavedFight:
        found = next((fight for fight in self.saved if fight.key == key), None)
        if found is None:
            raise Refused("gone", "This encounter is not here any longer.")
        return found

    # Changing the list

    async def _change(self, do: str, key: str, values: Values) -> None:
        one = self._find(key)
        match do:
            case "rename-kept":
                await self._rename(one, str(values.get("name", "")))
            case "duplicate-kept":
                journal = await self._shelf.journal(key)
                copy = Kept(
                    self._shelf.new_key(),
                    one.name,
                    one.system,
                    one.combatants,
                    self._shelf.now(),
                    False,
                    journal.records,
                )
                await self._shelf.commit(Changes(put=(copy,)))
            case "archive" | "unarchive":
                await self._shelf.commit(Changes(change={key: {"archived": do == "archive"}}))
            case "delete":
                await self._shelf.commit(Changes(change={key: {"deleted": self._shelf.now()}}))
                self.undo = Notice(f"“{one.name}” is deleted.", (Way("Undo", "undelete", key),))
            case "undelete":
                await self._shelf.commit(Changes(change={key: {"deleted": 0}}))
                self.undo = None
            case "purge-now":
                await self._shelf.commit(Changes(purge=(key,)))
        self.close()
        await self.refresh()

    async def _rename(self, one: SavedFight, name: str) -> None:
        """Renaming is a step of the fight like any other, and can be undone in it."""
        # What had to be mended is told when the fight is opened.
        journal = await self._shelf.journal(one.key)
        reading = read_journal(journal.records, self._systems)
        if reading.wrong or told(journal):
            raise Refused("unreadable", "This encounter cannot be read whole; open it first.")
        await self._shelf.open_journal(one.key)
        system = system_of(one.system, self._systems)
        fight = Fight(one.key, reading.session, system, self._keeper, reading.count)
        fight.dispatch(c.RenameEncounter(name), cryptographic_dice())
        await self._shelf.commit(Changes(change={one.key: {"name": name_of(fight.encounter)}}))

    # The party

    async def _party(self, do: str, arg: str, fight: Fight | None) -> tuple[c.Command, ...]:
        members = await self._shelf.party()
        commands: tuple[c.Command, ...] = ()
        match do:
            case "party-keep" if fight and arg in fight.encounter.combatants:
                command = member_of(fight.encounter.combatants[arg])
                same = (
                    each for each in members if (each.system, each.command.name) == (fight.system.key, command.name)
                )
                known = next(same, None)
                member = Member(self._shelf.new_key(), fight.system.key, command)
                if known is None:
                    await self._keep_members(member)
                    self.toast = f"{command.name} is kept in the party."
                elif known.command == command:
                    self.toast = f"{command.name} is in the party already, just so."
                else:
                    await self._shelf.commit(Changes(party=(member,), party_change={known.key: self._gone()}))
                    self.toast = f"{command.name} is kept in place of the one kept before, who is under “Removed”."
                    self.undo = Notice(self.toast, (Way("Undo", "party-swap", f"{known.key}:{member.key}"),))
            case "party-add" if fight:
                commands = tuple(member.command for member in members if member.key == arg)
                self.toast = "".join(
                    f"{command.name} joins." for command in commands if isinstance(command, c.AddCombatant)
                )
            case "party-drop":
                dropped = next((member for member in members if member.key == arg), None)
                await self._shelf.commit(Changes(party_change={arg: self._gone()}))
                if dropped:
                    said = f"“{dropped.command.name}” is no longer in the party."
                    self.undo = Notice(said, (Way("Undo", "party-undrop", arg),))
            case "party-undrop":
                back = tuple(one.member for one in await self._shelf.removed() if one.member.key == arg)
                await check_party(self._shelf, back)
                await self._shelf.commit(Changes(party_change={one.key: {"deleted": 0} for one in back}))
                if not self.dialog:
                    return ()
            case "party-swap":
                old, _, new = arg.partition(":")
                await self._shelf.commit(Changes(party_change={old: {"deleted": 0}, new: self._gone()}))
                if not self.dialog:
                    return ()
        members = await self._shelf.party()
        removed = await self._shelf.removed()
        titles = {system.key: system.title for system in self._systems}

        def show(fight: Fight | None) -> Html:
            fighters = tuple(fight.encounter.combatants.values()) if fight else ()
            return render.render_party(
                members, titles, fight.system.key if fight else "", fighters, removed, self.error
            )

        self._open(show)
        return commands

    def _gone(self) -> dict[str, object]:
        return {"deleted": self._shelf.now()}

    async def _keep_members(self, *members: Member) -> None:
        await check_party(self._shelf, members)
        await self._shelf.commit(Changes(party=members))

    # Files

    async def _prepare(self, key: str, fight: Fight | None) -> None:
        """Make the texts, so that the next tap can hand them over."""
        if fight and key in ("", fight.key):
            export = self._from_page(fight.key, fight.session)
        elif key:
            one, note = await self._readable(self._find(key))
            if one is None:
                await self._prepare_raw(key, fight)
                return
            session = read_journal(one.records, self._systems).session
            log, untold = _told(session, system_of(one.system, self._systems))
            export = Export(one.name, encode_bundle(Bundle((one,))), log, (*([note] if note else []), *untold))
        else:
            found = [await self._readable(one) for one in await self._shelf.encounters() if not one.deleted]
            encounters = tuple(kept for kept, _ in found if kept)
            text = encode_bundle(Bundle(encounters, await self._shelf.party()))
            export = Export("everything", text, notes=tuple(note for _, note in found if note))
        if len(export.file) > LONGEST:
            way = "keep its log" if export.log else "export encounters one by one"
            export = replace(export, notes=(*export.notes, f"This is longer than what can be brought in again: {way}."))
        self._show_export(export)

    def _from_page(self, key: str, session: Session) -> Export:
        """What is on the page: it may know steps that the store does not."""
        now = session.encounter
        records = tuple(encode_record(record) for record in records_of(session))
        kept = Kept(key, name_of(now), now.system, len(now.combatants), self._shelf.now(), False, records)
        log, untold = _told(session, system_of(now.system, self._systems))
        return Export(name_of(now), encode_bundle(Bundle((kept,))), log, untold, key=key)

    async def _prepare_raw(self, key: str, fight: Fight | None) -> None:
        """Make a file of the records as they are: nothing of it is read, drawn or told."""
        if fight and fight.key == key:  # the page may know steps that the store does not
            now = fight.encounter
            texts = tuple(encode_record(record) for record in records_of(fight.session))
            kept = Kept(key, name_of(now), now.system, len(now.combatants), self._shelf.now(), False, texts)
        else:
            one = self._find(key)
            journal = await self._shelf.journal(key)
            texts = tuple(as_json(record) for record in journal.records)
            kept = Kept(key, one.name, one.system, one.combatants, one.played, one.archived, texts)
        if not texts:
            raise Refused("unreadable", f"No records are left of “{kept.name}”: nothing of it can be read.")
        notes = (f"These are its {len(texts)} records as they are kept, unread; the log is not in it.",)
        self._show_export(Export(kept.name, encode_bundle(Bundle((kept,))), notes=notes))

    def _show_export(self, export: Export) -> None:
        self._export = export
        self._open(lambda _: render_export(export.title, bool(export.log), len(export.file), export.notes))

    async def _readable(self, one: SavedFight) -> tuple[Kept | None, str]:
        """What of an encounter can be brought in again (None if nothing can), and what cannot."""
        journal = await self._shelf.journal(one.key)
        count = read_journal(journal.records, self._systems).count
        total = len(journal.records) + max(journal.aside, journal.missing)
        if not count:
            return None, f"“{one.name}” is not in it: nothing of it can be read."
        records = journal.records[:count]
        kept = Kept(one.key, one.name, one.system, one.combatants, one.played, one.archived, records)
        if count == total:
            return kept, ""
        rest = "the rest is damaged, missing, or of a newer version"
        return kept, f"Of “{one.name}”, only the first {count} of {total} steps are in it: {rest}."

    async def _asides(self, do: str, arg: str, fight: Fight | None) -> None:
        if do == "discard-aside":
            await self._shelf.commit(Changes(aside_gone=(int(arg),)))
        asides = await self._shelf.asides()
        wanted = next((aside for aside in asides if str(aside.id) == arg), None)
        if wanted and do == "export-aside":
            self._show_export(Export(f"{wanted.name}, set aside", _rows_of(wanted)))
        elif wanted and do == "ask-discard":
            self._open(lambda _: render.render_discard(wanted))
        elif wanted and do == "retry-aside":
            await self._try_again(wanted, fight)
        else:
            self._open(lambda _: render.render_asides(asides, self.error))

    async def _try_again(self, aside: Aside, fight: Fight | None) -> None:
        """Put it back where it was and open that; or show what would make an encounter of its own.

        Raises BadSave where it makes neither, and NotKept.
        """
        rows = read_rows(_rows_of(aside))
        journal = await self._shelf.journal(aside.key)
        back = fitting(rows, journal.records)
        if len(back) == len(rows):
            reading = read_journal((*journal.records, *back), self._systems)
            if reading.count <= len(journal.records):
                raise BadSave(f"This version cannot read these steps. {reading.wrong}")
            if await self._shelf.put_back(aside.id):
                self.close()
                self._keeper.fetch(aside.key)
                return
        await self.importing.look_at(_rows_of(aside), fight)
        self._open(self._import_dialog, IMPORT)

    async def _import(self, do: str, values: Values, fight: Fight | None) -> tuple[c.Command, ...]:
        importing = self.importing
        commands: tuple[c.Command, ...] = ()
        match do:
            case "import":
                importing.forget()
                self._open(self._import_dialog, IMPORT)
                return ()
            case "read-text":
                self._open(self._import_dialog, IMPORT)
                await importing.look_at(str(values.get("text", "")), fight)
                return ()
            case "roster-system":
                importing.read_for(str(values.get("value", "")))
                return ()
            case "import-beside" | "import-replace":
                self.toast = await importing.take(replacing=do == "import-replace", but_not=fight.key if fight else "")
            case "roster-party":
                self.toast = await importing.into_party()
            case "roster-new":
                self.toast = await importing.into_new()
            case "roster-add" if fight:
                commands = importing.commands()
        self.close()
        await self.refresh()
        return commands

    def _import_dialog(self, fight: Fight | None) -> Html:
        return self.importing.render(self.error, fight, self.typed)


def _rows_of(aside: Aside) -> str:
    return "\n".join(aside.records) + "\n"


def _told(session: Session, system: TurnSystem) -> tuple[str, tuple[str, ...]]:
    """The log as text; where it cannot be told, no log, and a note that says so."""
    try:
        return chronicle(session, system), ()
    except Exception:
        return "", ("The log is not in it: the rules stumbled over telling it. All steps are.",)


def as_json(record: str) -> str:
    """A record as it can stand in a file: as it is, or in quotes where it is no JSON."""
    try:
        read_json(record, LONGEST_RECORD)
    except BadSave:
        return json.dumps(record)
    return record


def file_name(title: str) -> str:
    """A name that every file system takes.

    >>> file_name("The ferry: Ambush!"), file_name("../..")
    ('turntrack-The-ferry-Ambush', 'turntrack-encounter')
    """
    words = "".join(character if character.isalnum() else " " for character in title).split()
    return f"turntrack-{'-'.join(words)[:60] or 'encounter'}"
