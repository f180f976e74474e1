"""While a finger is down on a choice, what it leads to is worked out; when it lifts, that is carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.fight.fight import Fight, JournalWriter
from app.handlers import fight as in_fight
from app.intents.base import NOTHING
from app.intents.fight import Choose
from app.intents.html_codec import read
from app.page.state import PageState, hear, note_kept, place
from app.page.update import Update
from app.screens.page import draw_page
from app.values.saved import ListEntry
from turntrack.core.dice import Dice
from turntrack.systems.protocol import TurnSystem


class Withheld:
    """Journals that hold back what is written, until somebody lets it go on. A Journals."""

    def __init__(self, journals: JournalWriter) -> None:
        self._journals = journals
        self._writes: list[Callable[[], None]] = []

    def now(self) -> int:
        return self._journals.now()

    def clock(self, at: int) -> str:
        return self._journals.clock(at)

    def keep(self, key: str, number: int, record: str, entry: ListEntry) -> None:
        self._writes.append(lambda: self._journals.keep(key, number, record, entry))

    def renew(self, key: str, records: tuple[str, ...], entry: ListEntry) -> None:
        self._writes.append(lambda: self._journals.renew(key, records, entry))

    def let_go_on(self) -> None:
        """Write what was held back, in its order."""
        for write in self._writes:
            write()


@dataclass(frozen=True, slots=True)
class PreparedTap:
    """A tap on a choice that was worked out, and what it was worked out for. Nothing of it has happened yet."""

    before: PageState
    do: str
    arg: str
    after: PageState
    fight: Fight
    """The fight as it would be: a copy, whose writes are held back."""
    withheld: Withheld
    update: Update

    def is_of(self, state: PageState, do: str, arg: str) -> bool:
        """Say whether this is that tap, and nothing has changed since it was worked out."""
        return state is self.before and (do, arg) == (self.do, self.arg)


def prepare_tap(
    state: PageState, do: str, arg: str, systems: tuple[TurnSystem, ...], journals: JournalWriter, dice: Dice
) -> PreparedTap | None:
    """Work out a tap on a choice of the open fight; None for any other, and where it would be refused or stumble.

    What is drawn is what the tap itself would draw, with dice that have fallen already.
    """
    if not state.fight or not state.is_chosen:
        return None
    try:
        intent = read(do, arg, NOTHING)
        if not isinstance(intent, Choose):
            return None
        withheld = Withheld(journals)
        fight = state.fight.copy(withheld)
        heard = hear(replace(state, fight=fight), NOTHING, NOTHING)
        answered = note_kept(in_fight.handle(heard, fight, intent, dice), place(state))
        after, update = draw_page(answered, systems)
    except Exception:  # the tap itself will say so
        return None
    return PreparedTap(state, do, arg, after, fight, withheld, update)
