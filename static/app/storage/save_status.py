"""The save status: whether this tab may write, whether its changes are saved, and the notices about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.intents import Intent
from app.intents.library import AskDropUnsaved, ExportButton, ExportRaw, ExportUnsaved, OpenAbout
from app.intents.page import SaveNotice
from app.storage import messages
from turntrack.core.errors import Refused
from turntrack.history.session import Session


@dataclass(frozen=True, slots=True)
class UnsavedHistory:
    """A history with steps that exist only on this page: another tab continued the fight, and storing them failed."""

    session: Session
    why: str
    exported: bool = False
    """Whether the user has exported it to a file."""


@dataclass(frozen=True, slots=True)
class UnopenedEncounter:
    """An encounter that could not be opened."""

    key: str
    name: str
    why: str

    @property
    def notice(self) -> Notice:
        """Return the notice for the line under the bar."""
        ways = (NoticeButton("Export", ExportRaw(self.key)), NoticeButton("Understood", SaveNotice.HEARD_NEWS))
        return Notice(messages.unshown(self.name, self.why), ways, bad=True)


@dataclass(frozen=True, slots=True)
class SaveStatus:
    """The save status, replaced as a whole on every change."""

    is_writer: bool = True
    """Whether this tab holds the writer lock."""
    newer_store: bool = False
    memory_only: bool = False
    """Whether the browser refuses to store anything."""
    fight_read_only: str = ""
    """The reason why the open fight is read-only; empty if it may be played."""
    failed: str = ""
    """The reason why the last change is not saved: ``full`` or ``refused``; empty if it is saved or in progress."""
    fate: str = ""
    """What another tab did to the open fight: ``deleted``, ``purged`` or empty."""
    news: str = ""
    """A message about repaired or moved data, shown until it is dismissed."""
    backup: str = ""
    """Why the last backup is missing or not whole, shown until it is dismissed or a backup is whole."""
    unopened: UnopenedEncounter | None = None
    """The encounter that could not be opened last, shown until it is dismissed."""
    unsaved: Mapping[str, UnsavedHistory] = MappingProxyType({})
    """Histories that could not be stored and exist only on this page, by key."""

    @property
    def store_read_only(self) -> str:
        """Return the reason why no stored data may be changed; empty if it may."""
        if self.newer_store:
            return messages.NEWER
        return "" if self.is_writer else messages.FOLLOWS

    @property
    def read_only(self) -> str:
        """Return the reason why the open fight may not be changed; empty if it may."""
        return self.fight_read_only or self.store_read_only

    @property
    def unexported(self) -> str:
        """Return the key of an unsaved history that is not exported; empty for none."""
        return next((key for key, history in self.unsaved.items() if not history.exported), "")

    def find_unsaved(self, key: str) -> Session:
        """Return the unsaved history of an encounter. Raises Refused if there is none."""
        if key not in self.unsaved:
            raise Refused("gone", messages.KEPT_MEANWHILE)
        return self.unsaved[key].session

    def forget(self, key: str) -> SaveStatus:
        """Return the status without the unsaved history of an encounter."""
        return replace(
            self, unsaved={unsaved_key: history for unsaved_key, history in self.unsaved.items() if unsaved_key != key}
        )

    def notices(self, length_words: str, undo: Notice | None) -> tuple[Notice, ...]:
        """Return the notices to show. ``length_words`` warn that the open fight's history is nearly too long."""
        notices = []
        if self.failed:
            notices.append(FULL if self.failed == "full" else REFUSED)
        if self.memory_only:
            notices.append(MEMORY_ONLY)
        if self.newer_store:
            notices.append(NEWER_STORE)
        elif not self.is_writer:
            notices.append(FOLLOWING)
        notices += [_notice(key, history) for key, history in self.unsaved.items()]
        if self.fight_read_only and not any(self.fight_read_only == history.why for history in self.unsaved.values()):
            notices.append(Notice(self.fight_read_only, (_EXPORT,), bad=True))
        if self.fate:
            notices.append(PURGED if self.fate == "purged" else DELETED)
        if length_words:
            notices.append(Notice(length_words, (_EXPORT,)))
        for said in filter(None, (self.news, self.backup)):
            notices.append(Notice(said, (NoticeButton("Understood", SaveNotice.HEARD_NEWS),)))
        if self.unopened:
            notices.append(self.unopened.notice)
        if undo:
            notices.append(replace(undo, passing=True))
        return tuple(notices)


def _notice(key: str, unkept: UnsavedHistory) -> Notice:
    if unkept.exported:
        return Notice(messages.taken_out(unkept.why))
    return Notice(
        unkept.why,
        (NoticeButton("Export", ExportUnsaved(key)), _TRY_AGAIN, NoticeButton("Discard…", AskDropUnsaved(key))),
        bad=True,
    )


@dataclass(frozen=True, slots=True)
class NoticeButton:
    """A button: its label and the intent that it sends."""

    label: str
    intent: Intent


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence with buttons."""

    text: str
    ways: tuple[NoticeButton, ...] = ()
    bad: bool = False
    passing: bool = False
    """Whether it reports the last action: it moves nothing on the page and disappears with the next step."""


def offer_undo(text: str, intent: Intent) -> Notice:
    """Return the notice of what was done, with the button that undoes it."""
    return Notice(text, (NoticeButton("Undo", intent),))


_EXPORT = NoticeButton("Export", ExportButton.EXPORT_OPEN)
_TRY_AGAIN = NoticeButton("Try again", SaveNotice.SAVE_AGAIN)

FOLLOWING = Notice(messages.FOLLOWING, (NoticeButton("Take over here", SaveNotice.TAKE_OVER),))
NEWER_STORE = Notice(messages.NEWER_STORE, bad=True)
MEMORY_ONLY = Notice(messages.MEMORY_ONLY, bad=True)
NEWS = Notice(
    messages.NEW_VERSION, (NoticeButton("What is new", OpenAbout()), NoticeButton("Not now", SaveNotice.HEARD_VERSION))
)
FULL = Notice(messages.FULL, (_EXPORT, _TRY_AGAIN), bad=True)
REFUSED = Notice(messages.REFUSED, (_EXPORT, _TRY_AGAIN), bad=True)
DELETED = Notice(messages.DELETED)
PURGED = Notice(messages.PURGED, (_EXPORT,), bad=True)
