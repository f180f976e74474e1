"""Adapters between the page's protocols and the browser's scripts. No other module imports the browser."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from pyodide.ffi import JsException, create_proxy
from pyscript.js_modules.site import files, opening, page, repository, store

import js
from app.storage.export_writer import game_of_link, has_content
from app.storage.protocols import StoreFailed
from app.storage.repository import StoreRepository

if TYPE_CHECKING:
    from app.controller import Controller
    from app.page.screen_update import Update
    from turntrack.systems.protocol import TurnSystem


class BrowserScreen:
    """A Screen that passes each update to the page in one call."""

    def __init__(self) -> None:
        self._ready: Update | None = None

    def show(self, update: Update) -> None:
        if update is self._ready:
            page.showReady()
        else:
            page.show(_text(update))
        self._ready = None

    def make_ready(self, update: Update) -> None:
        if update is not self._ready:
            page.makeReady(_text(update))
            self._ready = update


def _text(update: Update) -> str:
    return json.dumps(
        {
            "view": update.view,
            "regions": update.regions,
            "lists": {
                name: {"order": change.order, "changed": change.changed} for name, change in update.lists.items()
            },
            "dialog": update.dialog,
            "live": update.live,
            "toast": update.toast,
            "title": update.title,
            "side": update.side,
            **({} if update.players is None else {"players": update.players}),
        }
    )


class BrowserJournal:
    """A StoredJournal in IndexedDB."""

    def __init__(self, journal: Any) -> None:
        self._journal = journal

    @property
    def text(self) -> str:
        return str(self._journal.text)

    async def continue_journal(self, plan: str) -> None:
        await _answer(self._journal.continueJournal(plan))


class BrowserStore:
    """A Store in IndexedDB."""

    async def start(self, heard: Callable[[str, str], None]) -> str:
        return str(await _answer(store.start(create_proxy(heard))))

    def new_key(self) -> str:
        return str(store.newKey())

    async def read_journal(self, key: str) -> BrowserJournal:
        return BrowserJournal(await _answer(store.readJournal(key)))

    async def inventory(self) -> str:
        return str(await _answer(store.inventory()))

    async def restore_party(self) -> None:
        await _answer(repository.restoreParty())

    def close_journal(self, key: str) -> None:
        store.closeJournal(key)

    def append(self, key: str, number: int, record: str, before: str, total: str, about: str) -> None:
        store.append(key, number, record, before, total, about)

    def replace_journal(self, key: str, rows: str, before: str, about: str) -> None:
        store.replaceJournal(key, rows, before, about)

    async def set_current(self, key: str) -> None:
        await _answer(store.setCurrent(key))

    def save_draft(self, making: str) -> None:
        store.saveSetting("making", making)

    def note_backup(self, at: int) -> None:
        store.saveSetting("backup", at)

    def take_over(self) -> None:
        store.takeOver()

    def retry(self) -> None:
        store.retry()

    def mark_rescued(self, key: str) -> None:
        store.markRescued(key)

    def mark_exported(self, key: str) -> None:
        store.markExported(key)

    def drop_unsaved(self, key: str) -> None:
        store.dropUnsaved(key)

    async def list(self) -> str:
        return str(await _answer(repository.list()))

    async def fate(self, key: str) -> str:
        return str(await _answer(repository.fate(key)))

    async def party_and_quarantine(self) -> str:
        return str(await _answer(repository.partyAndQuarantine()))

    async def packs(self) -> str:
        return str(await _answer(repository.readPacks()))

    async def restore_part(self, aside: str) -> bool:
        return bool(await _answer(repository.restorePart(aside)))

    async def commit(self, changes: str) -> None:
        await _answer(repository.commit(changes))

    async def clear_deleted(self, open_key: str) -> bool:
        return bool(await _answer(repository.clearDeleted(open_key)))


class BrowserOpening:
    """An Opening in this browser."""

    def begin(self, key: str) -> str:
        return str(opening.begin(key))


class BrowserRepository(StoreRepository):
    """A Repository in this browser, with its device functions."""

    def __init__(self, systems: tuple[TurnSystem, ...], kept: BrowserStore) -> None:
        super().__init__(systems, kept)
        self._running: set[asyncio.Future[None]] = set()

    def start_task(self, task: Coroutine[object, object, None]) -> None:
        future = asyncio.ensure_future(task)
        self._running.add(future)  # asyncio keeps only a weak reference
        future.add_done_callback(self._running.discard)

    def now(self) -> int:
        return int(time.time() * 1000)

    async def after_paint(self) -> None:
        await page.afterPaint()

    def share_file(self, name: str, kind: str, text: str, done: Callable[[], None]) -> None:
        self.start_task(_then(files.handOver(name, kind, text), done))

    def copy_text(self, text: str, done: Callable[[], None]) -> None:
        self.start_task(_then(files.copy(text), done))

    def print_page(self) -> None:
        files.printOut()

    def address(self) -> str:
        return str(js.location.href).partition("#")[0]

    async def describe_device(self) -> tuple[str, ...]:
        return tuple(json.loads(str(await files.describeDevice())))

    def open_page(self, name: str) -> None:
        files.openPage(name)

    def choose_file(self) -> None:
        files.pick()

    async def choose_folder(self) -> tuple[str, str]:
        answer = json.loads(str(await store.chooseFolder()))
        return str(answer.get("name", "")), str(answer.get("problem", ""))

    def drop_folder(self) -> None:
        store.dropFolder()

    async def write_backup(self, text: str, is_whole: bool, may_ask: bool) -> str:
        return str(json.loads(str(await store.writeBackup(text, is_whole, may_ask))).get("problem", ""))

    async def open_backups(self) -> tuple[tuple[str, ...], str]:
        answer = json.loads(str(await store.openBackups()))
        return tuple(map(str, answer.get("names", ()))), str(answer.get("problem", ""))

    async def read_backup(self, name: str) -> str:
        return str(json.loads(str(await store.readBackup(name))).get("text", ""))

    async def read_ready_pack(self, name: str) -> str:
        return str(await files.readPack(name))

    def display_codes(self, text: str) -> None:
        files.showCodes(text)

    def scan_codes(self) -> None:
        files.readCodes()


async def _then(gone_out: Awaitable[bool], done: Callable[[], None]) -> None:
    if await gone_out:
        done()


async def _answer(asked: Awaitable[Any]) -> Any:
    """Await the store's reply. Raises StoreFailed."""
    try:
        return await asked
    except JsException as problem:
        raise StoreFailed(str(problem)) from problem


def listen(controller: Controller) -> None:
    """Pass taps and input from the page to the controller until the page is closed."""

    def handle(do: str, arg: str, values: str, typed: str, is_within: bool) -> None:
        controller.handle(do, arg, json.loads(values), json.loads(typed), is_within)

    # Without a proxy Pyodide destroys a function when the call to which it was passed ends.
    page.listen(create_proxy(handle), create_proxy(controller.prepare), create_proxy(controller.foretell_drop))
    offered = create_proxy(lambda text, file: controller.read_text(text, json.loads(page.typed()), file))
    files.listen(offered, create_proxy(controller.show_message))

    def look_at_link(*_: object) -> None:
        """Show what the page's address holds: rules, a prepared fight, the name of a game, or a shared text."""
        fragment, shared = str(js.location.hash), shared_text()
        if not (shared or has_content(fragment)):
            return
        # A reload would otherwise show the link again.
        js.history.replaceState(None, "", js.location.pathname)
        game = None if shared else game_of_link(fragment, decode_address)
        if game is None:
            controller.read_text(shared or fragment, json.loads(page.typed()))
        else:
            controller.search_games(game)

    def back_up_on_leaving(*_: object) -> None:
        if js.document.hidden:
            controller.back_up(may_ask=False)

    js.document.addEventListener("visibilitychange", create_proxy(back_up_on_leaving))
    look_at_link()
    js.addEventListener("hashchange", create_proxy(look_at_link))


def shared_text() -> str:
    """Return the text that another app has shared with the installed page; empty if there is none."""
    query = js.URLSearchParams.new(js.location.search)
    return str(query.get("text") or query.get("url") or "")


def decode_address(text: str) -> str:
    """Decode the %-sequences in a part of an address. A malformed part stays as it is."""
    try:
        return str(js.decodeURIComponent(text))
    except JsException:
        return text


def exchange_version(version: str) -> str:
    """Note the version that runs here, and return the one that was noted before; empty for none."""
    return str(files.exchangeVersion(version))


def is_facing_players() -> bool:
    """Return whether this tab showed the players' screen when it was last left."""
    return bool(page.isFacing())


def say_ready() -> None:
    """Mark the page as ready: it is painted and accepts input."""
    js.performance.mark("turntrack:ready")
    js.document.documentElement.dataset.ready = "true"
    opening.end()
