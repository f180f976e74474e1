"""Guards and refusals: who may act now, which choices would be refused, and which rule option would lift that."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from turntrack.core.draft import combatant_of
from turntrack.core.errors import Refused
from turntrack.core.fields import Option, Value
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.names import join_names
from turntrack.core.own_sides import friendly_sides
from turntrack.systems.choices import Choice, Preview


def standing_of(encounter: Encounter, combatant_id: Id) -> Standing:
    """Return the standing of a combatant. Raises Refused if there is none with this id."""
    return encounter.standings[combatant_of(encounter, combatant_id).id]


def read_target(encounter: Encounter, combatant_id: Id, target: Value, rule: str) -> Id:
    """Return the named target; empty for none. Raises Refused for the combatant and for unknown ids."""
    if target and (target not in encounter.combatants or target == combatant_id):
        raise Refused("no_target", "Name somebody else in this fight.", rule)
    return str(target or "")


def refuse(encounter: Encounter, refusal: Refused) -> None:
    """Raise the refusal, unless a ruling waives it: what follows then happens as if the rules allowed it."""
    if refusal.code not in encounter.waived:
        try:
            raise refusal
        finally:
            del refusal  # its traceback has this frame: a cycle, which would keep the stack and all choices in it


@dataclass(frozen=True, slots=True)
class Guards:
    """The checks of a system, with the rules that they cite.

    Each check raises Refused. The checks of a combatant return its standing.
    """

    closed: str = ""
    """The rule that nobody acts outside a round."""
    unable: str = ""
    """The rule that unable combatants do not act."""
    turn: str = ""
    """The rule that a combatant acts on its own turn."""
    round_word: str = "round"

    def check_open(self, encounter: Encounter) -> None:
        """Check that a round is open."""
        if not encounter.is_open:
            raise Refused("not_open", f"No {self.round_word} is running.", self.closed)

    def able(self, encounter: Encounter, combatant_id: Id) -> Standing:
        """Check that the combatant is present and able to act. Passes between rounds too."""
        standing = encounter.standings.get(combatant_id) or standing_of(encounter, combatant_id)
        if not standing.able:
            refuse(encounter, Refused("unable", f"{encounter.name_of(combatant_id)} is unable to act.", self.unable))
        return standing

    def playing(self, encounter: Encounter, combatant_id: Id) -> Standing:
        """Check that a round is open and the combatant able to act, on turn or not."""
        self.check_open(encounter)
        return self.able(encounter, combatant_id)

    def on_turn(self, encounter: Encounter, combatant_id: Id) -> Standing:
        """Check that it is the combatant's own turn."""
        standing = self.playing(encounter, combatant_id)
        if standing.status is not Status.ACTING:
            self.refuse_off_turn(encounter, combatant_id)
        return standing

    def refuse_off_turn(self, encounter: Encounter, combatant_id: Id) -> None:
        """Refuse an action of a combatant whose turn it is not."""
        acting = [encounter.name_of(actor) for actor in encounter.acting()]
        who = f"{join_names(acting)} act" if len(acting) > 1 else f"{next(iter(acting), 'nobody')} acts"
        message = f"It is not {encounter.name_of(combatant_id)}’s turn: {who}."
        refuse(encounter, Refused("not_your_turn", message, self.turn))


def offer(choice: Choice) -> Choice:
    """Return a likely choice as an unlikely one if it is refused."""
    return rate(choice, 0) if choice.likely and (choice.preview.refusal or choice.preview.fault) else choice


def offer_checked(choice: Choice, check: Callable[[], object]) -> Choice:
    """Return the choice, refused if ``check`` raises a refusal."""

    def foretell() -> Preview:
        check()
        return choice.foretell()

    return offer(replace(choice, foretell=foretell))


def amend(choice: Choice, change: Callable[[Preview], Preview]) -> Choice:
    """Return the choice with a changed preview."""
    return replace(choice, foretell=lambda: change(choice.preview))


def rate(choice: Choice, likely: int) -> Choice:
    """Return the choice with another value of ``likely``, and the same preview."""
    return replace(choice, likely=likely, foretell=lambda: choice.preview)


def allow[T](encounter: Encounter, options: Iterable[Option], attempt: Callable[[Encounter], T]) -> T:
    """Return the result of ``attempt`` on the encounter.

    Raises Refused if ``attempt`` does; ``lifted_by`` is then the first option with another value that would allow it.
    """
    try:
        return attempt(encounter)
    except Refused as refusal:
        raise _naming_a_reading(refusal, encounter, options, attempt) from None


def _naming_a_reading(
    refusal: Refused, encounter: Encounter, options: Iterable[Option], attempt: Callable[[Encounter], object]
) -> Refused:
    for option in options:
        for value in option.values:
            if value.key == encounter.options.get(option.key, option.default):
                continue
            try:
                attempt(encounter._replace(options={**encounter.options, option.key: value.key}))
            except Refused:
                continue
            words = f"{refusal.message} Another reading allows it: “{option.label}”."
            return Refused(refusal.code, words, refusal.rule, option.key, refusal.leaves)
    return refusal


def option_reader(options: Iterable[Option]) -> Callable[[Encounter, str], str]:
    """Make the function that returns the key of the chosen value of an option, or of its default."""
    defaults = {option.key: option.default for option in options}
    return lambda encounter, key: encounter.options.get(key) or defaults[key]


def opponents(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the combatants on other sides. A combatant without a side is opposed to everybody."""
    combatants = encounter.combatants
    side = combatants[combatant_id].side
    return tuple(
        [who for who in encounter.order if who != combatant_id and not (side and combatants[who].side == side)]
    )


def likely_foes(encounter: Encounter, actor: Id, ids: Iterable[Id]) -> tuple[Id, ...]:
    """List those of ``ids`` whom the actor is likely to attack: those of other sides. Heroes and allies are together.

    Combatants without a side are together here where others have one: often the foes alone are given a side.
    """
    combatants = encounter.combatants
    own, sides = combatants[actor].side, {combatant.side for combatant in combatants.values()}
    friends = friendly_sides(encounter)
    with_own = friends if own in friends else {own}
    return tuple([target for target in ids if len(sides) == 1 or combatants[target].side not in with_own])


def are_opposed(encounter: Encounter, left: Id, right: Id) -> bool:
    """Return whether two different combatants are on different sides, or both without a side."""
    side, right_side = encounter.combatants[left].side, encounter.combatants[right].side
    return left != right and (side != right_side or not side)
