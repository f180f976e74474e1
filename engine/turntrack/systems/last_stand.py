"""The last stand: how heroes who are down fight for their lives, by a roll each round and tallies of its results."""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.model import Attempt

DYING = "dying"
"""The condition of those who make a last stand."""


@dataclass(frozen=True, slots=True)
class StandTally:
    """A counter of results, kept while the last stand lasts."""

    name: str
    most: int
    full: str
    """The condition that follows when it is full."""
    begins: int = 0
    empty: str = ""
    """The condition that follows when it is down to 0; empty where it only rises."""


@dataclass(frozen=True, slots=True)
class StandResult:
    """A result of the roll: a step of a tally, or back in the fight."""

    label: str
    tally: str = ""
    by: int = 1
    rises: bool = False
    """Whether the hero is up again, with 1 health."""


@dataclass(frozen=True, slots=True)
class LastStand:
    """What those of the players' side roll each round while they are down."""

    roll: str
    """The name of the roll."""
    attempt: Attempt
    tallies: tuple[StandTally, ...]
    outcomes: tuple[StandResult, ...]
    hurt: str
    """The tally that goes up by 1 with damage."""
    harder: str = ""
    """The tally whose value is added to what the roll needs."""

    @property
    def kept(self) -> tuple[str, ...]:
        """Return the names of the tallies."""
        return tuple(tally.name for tally in self.tallies)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the conditions that end when a hero is up again."""
        after = (word for tally in self.tallies for word in (tally.full, tally.empty) if word)
        return (DYING, *after)

    def attempt_at(self, values: dict[str, int]) -> Attempt:
        """Return the roll with these values of the tallies."""
        more = values.get(self.harder, 0)
        return Attempt(self.attempt.code, self.attempt.needs + more, name=self.roll)


DEATH_SAVES = LastStand(
    "death save",
    Attempt("1d20", 10),
    (StandTally("saves", 3, "stable"), StandTally("failures", 3, "dead")),
    (
        StandResult("Success", "saves"),
        StandResult("Failure", "failures"),
        StandResult("20: up with 1", rises=True),
        StandResult("1: two failures", "failures", 2),
    ),
    "failures",
)
"""Those of D&D 5."""

RECOVERY_CHECKS = LastStand(
    "recovery check",
    Attempt("1d20", 10),
    (StandTally("dying value", 4, "dead", 1, "unconscious"),),
    (
        StandResult("Success", "dying value", -1),
        StandResult("Failure", "dying value"),
        StandResult("Critical success", "dying value", -2),
        StandResult("Critical failure", "dying value", 2),
    ),
    "dying value",
    "dying value",
)
"""Those of Pathfinder 2."""
