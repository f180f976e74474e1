"""What this tab may write, and what has become of it: the state of saving, for the lines under the bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.intents.library import AskDropUnsaved, ExportRaw, ExportUnsaved
from app.intents.page import HeardNews
from app.storage import messages
from app.storage.notices import (
    DELETED,
    EXPORT,
    FOLLOWING,
    FULL,
    NEWER_STORE,
    PURGED,
    REFUSED,
    TRY_AGAIN,
    Notice,
    NoticeButton,
)
from turntrack.core.errors import Refused
from turntrack.history.session import Session


@dataclass(frozen=True, slots=True)
class UnsavedHistory:
    """This is a history whose end this page alone has: others have gone on with it, and it could be kept nowhere."""

    session: Session
    why: str
    exported: bool = False
    """Whether the game master has it as a file."""


@dataclass(frozen=True, slots=True)
class UnopenedEncounter:
    """This is an encounter that could not be opened."""

    key: str
    name: str
    why: str

    @property
    def notice(self) -> Notice:
        ways = (NoticeButton("Export", ExportRaw(self.key)), NoticeButton("Understood", HeardNews()))
        return Notice(messages.unshown(self.name, self.why), ways, bad=True)


@dataclass(frozen=True, slots=True)
class SaveStatus:
    """This is the state of saving; replaced as a whole where something of it changes."""

    seated: bool = True
    """Whether this tab is the one that writes."""
    newer_store: bool = False
    fight_read_only: str = ""
    """Why the open fight may only be looked at; empty where it may be played."""
    failed: str = ""
    """Why what was done last is not saved: ``full`` or ``refused``; empty when it is, or is about to be."""
    fate: str = ""
    """What another tab has done with the open fight: ``deleted`` or ``purged``; empty for neither."""
    news: str = ""
    """What was mended or has been moved; stays until it is read."""
    unshown: UnopenedEncounter | None = None
    """What could not be opened last; stays until it is read."""
    unkept: Mapping[str, UnsavedHistory] = MappingProxyType({})
    """By key: what could be saved nowhere and is on this page alone."""

    @property
    def store_read_only(self) -> str:
        """Say why nothing on this device may be changed; empty where it may."""
        if self.newer_store:
            return messages.NEWER
        return "" if self.seated else messages.FOLLOWS

    @property
    def read_only(self) -> str:
        """Say the same of the open fight."""
        return self.fight_read_only or self.store_read_only

    @property
    def unexported(self) -> str:
        """Return the key of something that this page alone has, and that was not exported; empty for none."""
        return next((key for key, history in self.unkept.items() if not history.exported), "")

    def find_unkept(self, key: str) -> Session:
        """Return what this page alone has of an encounter. Raises Refused where that has been kept."""
        if key not in self.unkept:
            raise Refused("gone", messages.KEPT_MEANWHILE)
        return self.unkept[key].session

    def forget(self, key: str) -> SaveStatus:
        """Forget what this page alone has of an encounter."""
        return replace(
            self, unkept={unsaved_key: history for unsaved_key, history in self.unkept.items() if unsaved_key != key}
        )

    def notices(self, length_words: str, undo: Notice | None) -> tuple[Notice, ...]:
        """Return what is to be said. ``length_words`` say that the open fight's history is nearly too long."""
        notices = []
        if self.failed:
            notices.append(FULL if self.failed == "full" else REFUSED)
        if self.newer_store:
            notices.append(NEWER_STORE)
        elif not self.seated:
            notices.append(FOLLOWING)
        notices += [_notice(key, history) for key, history in self.unkept.items()]
        if self.fight_read_only and not any(self.fight_read_only == history.why for history in self.unkept.values()):
            notices.append(Notice(self.fight_read_only, (EXPORT,), bad=True))
        if self.fate:
            notices.append(PURGED if self.fate == "purged" else DELETED)
        if length_words:
            notices.append(Notice(length_words, (EXPORT,)))
        if self.news:
            notices.append(Notice(self.news, (NoticeButton("Understood", HeardNews()),)))
        if self.unshown:
            notices.append(self.unshown.notice)
        if undo:
            notices.append(replace(undo, passing=True))
        return tuple(notices)


def _notice(key: str, unkept: UnsavedHistory) -> Notice:
    if unkept.exported:
        return Notice(messages.taken_out(unkept.why))
    return Notice(
        unkept.why,
        (NoticeButton("Export", ExportUnsaved(key)), TRY_AGAIN, NoticeButton("Let go of it…", AskDropUnsaved(key))),
        bad=True,
    )
