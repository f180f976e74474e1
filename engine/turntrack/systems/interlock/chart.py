"""The combat actions by type: quick, normal, full (I18–I21)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Kind, Pick
from turntrack.systems.interlock.sheet import ARCHERY, GUNS, MARTIAL, MELEE


class Type(StrEnum):
    QUICK = "quick"
    NORMAL = "normal"
    FULL = "full"


TYPES = tuple(Type)


def quick_worth(kind: Type) -> int:
    """Return how many Quick actions an action of that type is worth (I33)."""
    return TYPES.index(kind) + 1


@dataclass(frozen=True, slots=True)
class Action:
    """A listed action. ``does`` goes on from the name, ``at`` leads to a target."""

    key: str
    label: str
    does: str
    kind: Type
    skills: tuple[str, ...] = ()
    """Empty for what every skill's actions can be used for."""
    at: str = ""
    """Empty where there is nobody whom it is done to."""

    @property
    def is_attack(self) -> bool:
        """Whether the action is done against its target; to escape from somebody is not (IA15)."""
        return bool(self.at) and self.key != "escape"

    @property
    def is_armed(self) -> bool:
        """Whether the action is done with a weapon, not with bare hands (IA13)."""
        return bool(self.skills) and self.skills != CLOSE

    @property
    def rule(self) -> str:
        if self.key.startswith("other"):
            return "I15"
        return {Type.QUICK: "I18", Type.NORMAL: "I19", Type.FULL: "I20"}[self.kind]


CLOSE = (MARTIAL, MELEE)
ARMED = (*GUNS, ARCHERY, MELEE)

MANOEUVRES = (
    Action("kick", "Kick", "kicks", Type.NORMAL, CLOSE, "at"),
    Action("cast", "Cast", "tries a cast", Type.NORMAL, CLOSE, "on"),
    Action("sweep", "Sweep", "tries a sweep", Type.NORMAL, CLOSE, "on"),
    Action("disarm", "Disarm", "tries to disarm", Type.NORMAL, CLOSE, ":"),
    Action("escape", "Escape", "tries to escape", Type.NORMAL, CLOSE, "from"),
    Action("grapple", "Grapple", "tries a grapple", Type.NORMAL, CLOSE, "on"),
    Action("hold_fast", "Hold", "tries a hold", Type.NORMAL, CLOSE, "on"),
    Action("break", "Break", "tries a break", Type.NORMAL, CLOSE, "on"),
    Action("throw", "Throw", "tries a throw", Type.NORMAL, CLOSE, "on"),
)
CRUSHING = (
    Action("choke", "Choke", "tries a choke", Type.FULL, CLOSE, "on"),
    Action("crush", "Crush", "tries a crush", Type.FULL, CLOSE, "on"),
    Action("ram", "Ram", "rams", Type.FULL, CLOSE, "at"),
)
DEFENCES = (
    Action("dodge", "Dodge", "dodges", Type.QUICK, CLOSE),
    Action("block", "Block or parry", "blocks", Type.QUICK, CLOSE),
)
OTHERS = (
    Action("other_quick", "Something quick", "does something quick", Type.QUICK),
    Action("other_normal", "Something longer", "does something longer", Type.NORMAL),
    Action("other_full", "Something long", "does something long", Type.FULL),
)
ACTIONS = (
    Action("shot", "Shot", "shoots", Type.QUICK, GUNS, "at"),
    Action("burst", "3-round burst", "fires a 3-round burst", Type.NORMAL, GUNS, "at"),
    Action("rechamber", "Shot, re-chamber", "shoots and re-chambers", Type.NORMAL, GUNS, "at"),
    Action("single", "Single-shot weapon", "fires a single-shot weapon", Type.FULL, GUNS, "at"),
    Action("automatic", "Fully automatic", "fires fully automatic", Type.FULL, GUNS, "at"),
    Action("arrow", "Arrow", "looses an arrow", Type.NORMAL, (ARCHERY,), "at"),
    Action("punch", "Punch", "punches", Type.QUICK, CLOSE, "at"),
    Action("light", "Light weapon", "strikes with a light weapon", Type.QUICK, (MELEE,), "at"),
    Action("medium", "Medium weapon", "strikes with a medium weapon", Type.NORMAL, (MELEE,), "at"),
    Action("heavy", "Heavy weapon", "strikes with a heavy weapon", Type.FULL, (MELEE,), "at"),
    *MANOEUVRES,
    *CRUSHING,
    Action("fast_draw", "Fast Draw", "draws fast", Type.NORMAL, ARMED),
    Action("draw", "Draw", "draws a weapon", Type.FULL, ARMED),
    *DEFENCES,
    *OTHERS,
)

_MANOEUVRES = tuple(Pick(action.key, action.label) for action in MANOEUVRES)
_CRUSHING = tuple(Pick(action.key, action.label) for action in CRUSHING)
MANOEUVRE = Field("manoeuvre", "Manoeuvre", Kind.PICK, "kick", picks=_MANOEUVRES, rare=True)
CRUSH = Field("crushing", "Full manoeuvre", Kind.PICK, "choke", picks=_CRUSHING, rare=True)


_BY_KEY = MappingProxyType({action.key: action for action in ACTIONS})


def find_action(key: str) -> Action | None:
    return _BY_KEY.get(key)


def action_of(key: str) -> Action:
    """Return the listed action. Raises Refused for a key of none of the three types."""
    action = find_action(key)
    if action is None:
        raise Refused("no_action", f"There are Quick, Normal and Full actions, but no “{key[:40]}”.", "I21")
    return action


def is_defence(key: str) -> bool:
    return any(action.key == key for action in DEFENCES)
