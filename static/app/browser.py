"""The only module that knows the browser."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from pyodide.ffi import JsException, create_proxy
from pyscript.js_modules import files, opening, page, shelf, store

import js
from app.bundle import Member, read_member
from app.journal import read_journal, told, unread
from app.naming import name_of
from app.render.home import SavedFight
from app.saving import Unkept
from app.shelf import Aside, Changes, Journal, NotKept, Removed
from engine.errors import BadSave, Refused
from engine.saves.records import decode_record, encode_command

if TYPE_CHECKING:
    from app.controller import Controller
    from app.screen import Update
    from engine.session import Session
    from engine.systems.protocol import TurnSystem


class BrowserScreen:
    """Shows updates on the page, one crossing each."""

    def show(self, update: Update) -> None:
        page.show(
            json.dumps(
                {
                    "view": update.view,
                    "regions": update.regions,
                    "lists": {
                        name: {"order": change.order, "changed": change.changed}
                        for name, change in update.lists.items()
                    },
                    "dialog": update.dialog,
                    "live": update.live,
                    "toast": update.toast,
                    "title": update.title,
                }
            )
        )


class BrowserShelf:
    """What the browser's store holds, and its ways in and out. A Shelf."""

    def __init__(self, systems: tuple[TurnSystem, ...]) -> None:
        self._systems = systems
        self._running: set[asyncio.Future[None]] = set()

    def later(self, task: Coroutine[object, object, None]) -> None:
        """Run it beside; asyncio itself keeps no hold on it."""
        future = asyncio.ensure_future(task)
        self._running.add(future)
        future.add_done_callback(self._running.discard)

    def now(self) -> int:
        return int(time.time() * 1000)

    def new_key(self) -> str:
        return str(store.newKey())

    async def painted(self) -> None:
        await page.painted()

    async def encounters(self) -> tuple[SavedFight, ...]:
        return tuple(
            SavedFight(
                it["key"],
                it["name"],
                it["system"],
                it["when"],
                it.get("combatants", 0),
                int(it.get("played", 0)),
                bool(it.get("archived")),
                bool(it.get("deleted")),
            )
            for it in json.loads(await shelf.list())
        )

    async def fate(self, key: str) -> str:
        """What has become of an encounter: ``deleted``, ``purged``, or nothing of the kind."""
        try:
            return str(await shelf.fate(key))
        except JsException:
            return ""  # nobody knows

    async def journal(self, key: str) -> Journal:
        return _journal(await store.readJournal(key))

    async def open_journal(self, key: str) -> Journal:
        return _journal(await store.openJournal(key))

    async def party(self) -> tuple[Member, ...]:
        return tuple(member for member, it in await self._members() if not it.get("deleted"))

    async def removed(self) -> tuple[Removed, ...]:
        found = sorted(
            ((it["deleted"], Removed(member, it["when"])) for member, it in await self._members() if it.get("deleted")),
            key=lambda each: -each[0],
        )
        return tuple(removed for _, removed in found)

    async def _members(self) -> list[tuple[Member, dict[str, Any]]]:
        members = []
        for it in json.loads(await shelf.partyAndAside())["party"]:
            try:
                members.append((read_member(it["combatant"], it["key"], it["system"], self._systems), it))
            except BadSave:
                continue  # of a newer version: it stays where it is
        return members

    async def asides(self) -> tuple[Aside, ...]:
        found = json.loads(await shelf.partyAndAside())["aside"]
        return tuple(
            Aside(
                it["id"],
                it["name"],
                it["why"],
                tuple(json.dumps(row, ensure_ascii=False) for row in it["records"]),
                it["key"],
            )
            for it in found
        )

    async def put_back(self, aside: int) -> bool:
        try:
            return bool(await store.putBack(aside))
        except JsException as problem:
            raise _not_kept(problem) from problem

    async def commit(self, changes: Changes) -> None:
        members = [
            {
                "key": member.key,
                "system": member.system,
                "name": member.command.name,
                "combatant": encode_command(member.command),
            }
            for member in changes.party
        ]
        text = json.dumps(
            {
                "move": changes.move,
                "put": [asdict(kept) for kept in changes.put],
                "change": {key: dict(fields) for key, fields in changes.change.items()},
                "party": members,
                "partyChange": {key: dict(fields) for key, fields in changes.party_change.items()},
                "asideGone": changes.aside_gone,
                "purge": changes.purge,
            },
            ensure_ascii=False,
        )
        try:
            await shelf.commit(text)
        except JsException as problem:
            raise _not_kept(problem) from problem

    async def clear_deleted(self, key: str) -> bool:
        """Remove for good what was deleted long ago, but not the open encounter. Returns whether the list changed."""
        return bool(await shelf.clearDeleted(key))

    def hand_over(self, name: str, kind: str, text: str, done: Callable[[], None]) -> None:
        self.later(_then(files.handOver(name, kind, text), done))

    def copy(self, text: str, done: Callable[[], None]) -> None:
        self.later(_then(files.copy(text), done))

    def pick(self) -> None:
        files.pick()


async def _then(gone_out: Awaitable[bool], done: Callable[[], None]) -> None:
    if await gone_out:
        done()


def _not_kept(problem: JsException) -> NotKept:
    full = "QuotaExceededError" in str(problem)
    why = "This device is full." if full else "The browser’s store does not take it."
    return NotKept(f"{why} Nothing has changed.")


def _journal(text: str) -> Journal:
    found = json.loads(text)
    return Journal(
        tuple(found["records"]),
        found["restored"],
        found["aside"],
        found["missing"],
        found["newer"],
        found["name"],
    )


class BrowserKeeper:
    """Keeps journals in the browser's store, and follows another tab that does. A Keeper."""

    def __init__(self, systems: tuple[TurnSystem, ...], shelf: BrowserShelf) -> None:
        self._systems = systems
        self._shelf = shelf
        self._controller: Controller | None = None
        self._hearing = asyncio.Lock()
        self._apart = ""
        """The key of the open fight, where this page has steps of it that could be kept nowhere: it follows nobody."""

    async def start(self, controller: Controller) -> None:
        """Hand over what was open when the page was last left."""
        self._controller = controller
        found = json.loads(await store.start(create_proxy(self._heard)))
        controller.saving = replace(controller.saving, seated=found["seated"], newer_store=found["newer"])
        if found["restored"]:
            self._news(
                f"This device’s store had lost {', '.join(found['restored'])}: brought back from its second chance."
            )
        unfinished = str(opening.begin(found["current"])) if found["seated"] else ""
        if unfinished:
            await self._list()
            self._begin_with_the_list(unfinished)
        elif not (found["current"] and await self._open(found["current"])):
            await self._list()
        if controller.saving.seated and not controller.saving.newer_store:
            self._later(self._clear_deleted())

    def _begin_with_the_list(self, unfinished: str) -> None:
        """The start before came to no end while it opened this encounter, or somebody has asked for the list."""
        controller = self._controller
        assert controller
        found = next((fight for fight in controller.saved if fight.key == unfinished), None)
        if found:
            why = "The last start came to no end while it was being opened, so this one begins with the list."
            controller.unshown(found.key, found.name, why)
        else:
            self.choose("")

    def new_key(self) -> str:
        return self._shelf.new_key()

    def now(self) -> int:
        return max(self._shelf.now(), 0)  # a clock may stand before 1970

    def clock(self, at: int) -> str:
        then, today = time.localtime(at / 1000), time.localtime()
        return time.strftime("%H:%M" if then[:3] == today[:3] else "%d %b, %H:%M", then)

    def keep(self, key: str, number: int, record: str, name: str, system: str, combatants: int) -> None:
        store.keep(key, number, record, name, system, combatants)
        if self._controller:
            self._controller.saving = replace(self._controller.saving, fate="")

    def renew(self, key: str, records: tuple[str, ...], name: str, system: str, combatants: int) -> None:
        assert self._controller
        store.renew(key, json.dumps(records, ensure_ascii=False), name, system, combatants)
        self._news(
            "The history of this fight had become very long. It is kept anew, with every step that can be undone or "
            "done again."
        )

    def _news(self, said: str) -> None:
        """Say this until it is read, in place of what was said before; an empty text leaves that as it is."""
        assert self._controller
        saving = self._controller.saving
        self._controller.saving = replace(saving, news=said or saving.news)

    def choose(self, key: str) -> None:
        if not key:
            self._let_go_of_exported()
        self._later(self._choose(key))

    def fetch(self, key: str) -> None:
        self._later(self._fetch(key))

    def tell(self) -> None:
        self._later(self._list())

    def take_over(self) -> None:
        store.takeOver()

    def save_again(self) -> None:
        store.retry()
        self._later(self._rescue_again())

    def exported(self, key: str) -> None:
        assert self._controller
        store.exported(key)
        self._controller.refresh()

    def let_go(self, key: str) -> None:
        assert self._controller
        store.letGo(key)
        if key == self._apart:
            self._apart = ""
            if self._controller.fight:
                self.fetch(key)

    def _let_go_of_exported(self) -> None:
        """What only this page had is in a file, and something else is about to be shown."""
        assert self._controller
        self._apart = ""
        unkept = self._unkept
        for key in [key for key, one in unkept.items() if one.exported]:
            del unkept[key]
            store.letGo(key)

    @property
    def _unkept(self) -> dict[str, Unkept]:
        assert self._controller
        return self._controller.library.unkept

    async def _open(self, key: str) -> bool:
        """Whether the encounter is open now. Whatever goes wrong is told: the others must stay within reach."""
        assert self._controller
        try:
            return await self._read_and_open(key)
        except Exception as error:
            self._controller.unshown(key, "", f"({type(error).__name__}: {error})"[:120])
            return False

    async def _read_and_open(self, key: str) -> bool:
        controller = self._controller
        assert controller
        self._let_go_of_exported()
        try:
            journal = await self._shelf.open_journal(key)
        except JsException as problem:
            controller.complain(f"This device’s store does not answer: the fight cannot be opened. {problem}")
            return False
        said = told(journal)
        if not journal.records:
            self._news(said)
            return False
        reading = read_journal(journal.records, self._systems)
        may_write = controller.saving.seated and not controller.saving.newer_store
        newer = ""
        if journal.newer or reading.newer:
            newer = (
                f"A newer Turntrack has written this fight. {reading.count} of its {len(journal.records)} steps can be "
                "looked at here. Load the page again, online, to get the newer version."
            )
        elif reading.wrong and reading.count:
            newer = unread(reading, len(journal.records))  # the checksums are right: it is no damage
        try:
            if not reading.count:
                raise BadSave(reading.wrong)
            self._news(said.strip())
            # Whoever may write brings it back by opening it.
            fate = "" if may_write else await self._shelf.fate(key)
            controller.saving = replace(controller.saving, fate=fate)
            controller.opened(key, reading.session, reading.count, newer)
        except Exception as error:
            known = isinstance(error, BadSave | Refused)
            controller.unshown(key, journal.name, str(error) if known else f"({type(error).__name__}: {error})"[:120])
            return False
        return True

    async def _fetch(self, key: str) -> None:
        if not await self._open(key):
            await self._list()

    async def _choose(self, key: str) -> None:
        await store.choose(key)

    async def _list(self) -> None:
        assert self._controller
        self._controller.listed(await self._shelf.encounters())

    async def _clear_deleted(self) -> None:
        assert self._controller
        fight = self._controller.fight
        with suppress(JsException):  # it is tried again at the next start
            if await self._shelf.clear_deleted(fight.key if fight else "") and self._controller.fight is None:
                await self._list()

    def _heard(self, kind: str, detail: str) -> None:
        """The store says what has happened, here or in another tab."""
        self._later(self._hear_in_turn(kind, json.loads(detail)))

    def _later(self, task: Coroutine[object, object, None]) -> None:
        """Run it beside, and say what goes wrong in it."""
        self._shelf.later(self._watched(task))

    async def _watched(self, task: Coroutine[object, object, None]) -> None:
        assert self._controller
        try:
            await task
        except Exception as error:
            self._controller.stumbled(error)

    async def _hear_in_turn(self, kind: str, detail: dict[str, Any]) -> None:
        # A fight that is being opened must not miss the step that is told meanwhile.
        async with self._hearing:
            await self._hear(kind, detail)

    async def _hear(self, kind: str, detail: dict[str, Any]) -> None:
        controller = self._controller
        assert controller
        fight, is_seated = controller.fight, controller.saving.seated
        apart = fight is not None and fight.key == self._apart
        match kind:
            case "failed":
                controller.saving = replace(controller.saving, failed=detail["why"])
                controller.refresh()
            case "seat":
                controller.saving = replace(controller.saving, seated=bool(detail["seated"]))
                if apart:
                    controller.refresh()
                elif not (fight and await self._open(fight.key)):
                    await self._list()
            case "newer":
                controller.saving = replace(controller.saving, newer_store=True)
                controller.refresh()
            case "anew":
                said = ["This device’s store had lost this fight: it has been written anew, whole."]
                if detail["restored"]:
                    said.append(f"{', '.join(detail['restored'])}: came back from its second chance.")
                self._news(" ".join(said))
                controller.refresh()
            case "stranded":
                said = []
                for history in detail["histories"]:
                    mine = fight.session if fight and fight.key == history["key"] else None
                    session = mine or read_journal(history["records"], self._systems).session
                    said.append(await self._rescue(history["key"], session))
                self._news(" ".join(filter(None, said)))
                controller.refresh()
            case "kept" if not is_seated:
                await self._follow(detail["key"], int(detail["number"]), detail["record"])
            case "chosen" if not is_seated and not apart:
                if not (detail["key"] and await self._open(detail["key"])):
                    controller.closed()
                    await self._list()
            case "list" if fight is None:
                await self._list()
            case "list" if fight:
                fate = await self._shelf.fate(fight.key)
                controller.saving = replace(controller.saving, fate=fate)
                controller.refresh()

    async def _follow(self, key: str, number: int, record: str) -> None:
        assert self._controller
        fight = self._controller.fight
        if fight is None or fight.key != key or key == self._apart:
            return
        try:
            followed = fight.follow(number, decode_record(record))
        except (BadSave, Refused):
            followed = False
        if followed:
            self._controller.refresh()
        else:
            await self._fetch(key)

    async def _rescue_again(self) -> None:
        assert self._controller
        async with self._hearing:
            said = [await self._rescue(key, one.session) for key, one in list(self._unkept.items()) if not one.exported]
            self._news(" ".join(filter(None, said)))
            self._controller.refresh()

    async def _rescue(self, key: str, session: Session) -> str:
        """Others have gone on with it: what only this tab knows becomes an encounter of its own. Returns news."""
        controller = self._controller
        assert controller
        is_open = controller.fight is not None and controller.fight.key == key
        name = name_of(session.encounter)
        gone_on = f"Another tab has gone on with “{name}”"
        try:
            kept = await controller.library.rescue(session, "from another tab")
        except NotKept as problem:
            why = f"{gone_on}, and what only this tab had could not be kept. {problem}"
            if controller.saving.newer_store:
                why = f"A newer Turntrack writes on this device now: the last steps of “{name}” are on this page alone."
            why += " Export it before you leave this page."
            self._unkept[key] = Unkept(session, why)
            if is_open:
                self._apart = key
                controller.saving = replace(controller.saving, fight_read_only=why)
            return ""
        was_apart = self._unkept.pop(key, None) is not None
        store.rescued(key)
        if is_open and controller.saving.seated:
            await self._fetch(kept.key)
        elif is_open and was_apart:
            await self._fetch(key)
        return f"{gone_on}. What this tab had is kept as “{kept.name}”."


def listen(controller: Controller) -> None:
    """Send what is tapped and typed on the page to the controller, for as long as the page is open."""

    def handle(do: str, arg: str, values: str, typed: str) -> None:
        controller.handle(do, arg, json.loads(values), json.loads(typed))

    page.listen(create_proxy(handle))
    offered = create_proxy(lambda text: controller.offered(text, json.loads(page.typed())))
    files.listen(offered, create_proxy(controller.complain))


def say_ready() -> None:
    """Tell the page, once, that it is fully painted and can be used."""
    js.performance.mark("turntrack:ready")
    js.document.documentElement.dataset.ready = "true"
    opening.end()
