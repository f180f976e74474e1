"""The speculative execution of the likeliest tap: computed while the page is idle, committed by the tap."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.fight.fight import Fight
from app.handlers import fight as in_fight
from app.intents.base import NOTHING
from app.intents.fight import Do, PanelButton
from app.intents.html_codec import read
from app.page.screen_update import Update
from app.page.state import PageState, begin_intent, journal_position, note_written
from app.screens.page import draw_page
from app.storage.protocols import JournalWriter
from app.values.stored import ListEntry
from turntrack.core.dice import Dice
from turntrack.systems.protocol import TurnSystem


class BufferedWriter:
    """A JournalWriter that buffers all writes until they are released."""

    def __init__(self, journals: JournalWriter) -> None:
        self._journals = journals
        self._writes: list[Callable[[], None]] = []

    def now(self) -> int:
        return self._journals.now()

    def clock(self, at: int) -> str:
        return self._journals.clock(at)

    def append(self, key: str, number: int, record: str, entry: ListEntry) -> None:
        self._writes.append(lambda: self._journals.append(key, number, record, entry))

    def replace_journal(self, key: str, records: tuple[str, ...], entry: ListEntry) -> None:
        self._writes.append(lambda: self._journals.replace_journal(key, records, entry))

    def release(self) -> None:
        """Write the buffered records, in their order."""
        for write in self._writes:
            write()


@dataclass(frozen=True, slots=True)
class PreparedTap:
    """The result of a tap, computed but not committed."""

    before: PageState
    do: str
    arg: str
    after: PageState
    fight: Fight
    """A copy of the fight after the tap; its writes are buffered."""
    buffer: BufferedWriter
    update: Update

    def is_of(self, state: PageState, do: str, arg: str) -> bool:
        """Return whether this is that tap, and the state is still the same."""
        return state is self.before and (do, arg) == (self.do, self.arg)


def prepare_tap(
    state: PageState, do: str, arg: str, systems: tuple[TurnSystem, ...], journals: JournalWriter, dice: Dice
) -> PreparedTap | None:
    """Compute a tap on a choice or on the button that opens a round. Return None for others, and for what fails.

    The update is exactly that of the real tap, because the dice are rolled here.
    """
    if not state.fight or not state.is_chosen:
        return None
    try:
        intent = read(do, arg, NOTHING)
        if not (isinstance(intent, Do) or intent is PanelButton.OPEN):
            return None
        buffer = BufferedWriter(journals)
        fight = state.fight.copy(buffer)
        heard = begin_intent(replace(state, fight=fight), NOTHING, NOTHING)
        answered = note_written(in_fight.handle(heard, fight, intent, dice), journal_position(state))
        after, update = draw_page(answered, systems)
    except Exception:  # the tap itself reports the fault
        return None
    return PreparedTap(state, do, arg, after, fight, buffer, update)
