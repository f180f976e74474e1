"""A deck while cards are dealt from it: which cards are held, which are out, and when it is shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turntrack.core.cards import JOKER
from turntrack.core.dice import DiceCode, Roll
from turntrack.core.draft import Draft
from turntrack.systems.toolkit.group_rolls import Unit


@dataclass(slots=True)
class Deck:
    """A deck of cards from 1 to ``size``, with those that are no longer in it."""

    size: int
    out: list[int]
    """The cards that are out of the deck: held or discarded."""
    held: list[int]
    """The cards that somebody holds, which no shuffle brings back."""

    @property
    def left(self) -> int:
        """Return the number of cards in the deck."""
        return self.size - len({*self.out})

    def shuffle(self) -> None:
        """Take all discarded cards back but jokers, which tell that the round had one."""
        jokers = [card for card in self.out if card >= JOKER and card not in self.held]
        self.out = [*self.held, *jokers]

    def make_room(self, many: int) -> None:
        """Shuffle if fewer cards are left; if too many are held, take another deck."""
        if self.left < many:
            self.shuffle()
        if self.left < many:
            self.out = []

    def discard(self, *cards: int) -> None:
        """Let nobody hold these cards any longer."""
        for card in cards:
            self.held.remove(card)

    def deal(self, draft: Draft, wanted: Sequence[Unit], rule: str) -> list[int]:
        """Deal a card to each unit as often as it is in ``wanted``. Raises DiceNeeded."""
        given: dict[int, int] = {}
        at_table = [
            place
            for place, (_, who) in enumerate(wanted)
            if any(draft.encounter.combatants[combatant_id].at_table for combatant_id in who)
        ]
        while at_table:  # a typed card that is already out is asked for again
            again = []
            for place, roll in zip(at_table, self._draw(draft, [wanted[at] for at in at_table], rule), strict=True):
                if roll.total in self.out and self.left:
                    again.append(place)
                else:
                    self.out.append(roll.total)
                    given[place] = roll.total
            at_table = again
        for place, unit in enumerate(wanted):
            if place not in given:
                (roll,) = self._draw(draft, [unit], rule)
                self.out.append(roll.total)
                given[place] = roll.total
        return [given[place] for place in range(len(wanted))]

    def _draw(self, draft: Draft, wanted: Sequence[Unit], rule: str) -> tuple[Roll, ...]:
        code, out = DiceCode(1, self.size), tuple(sorted({*self.out}))
        return draft.roll([draft.request(who, name, "a card", code, out, is_card=True) for name, who in wanted], rule)
