"""The list of combat actions by type: quick, normal, full (I18–I21)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Kind, Pick
from turntrack.systems.interlock.rules import ARCHERY, GUNS, MARTIAL, MELEE


class ActionType(StrEnum):
    QUICK = "quick"
    NORMAL = "normal"
    FULL = "full"


TYPES = tuple(ActionType)


QUICK_WORTH = MappingProxyType({kind: worth for worth, kind in enumerate(TYPES, 1)})
"""How many Quick actions an action of each type is worth (I33)."""


@dataclass(frozen=True, slots=True, eq=False)
class InterlockAction:
    """An action of the list. ``words`` follow the actor’s name, ``preposition`` leads on to the target’s."""

    key: str
    label: str
    words: str
    kind: ActionType
    skills: tuple[str, ...] = ()
    """The skills that can do it; empty for an action of any skill."""
    preposition: str = ""
    """Empty if the action has no target."""

    @property
    def is_attack(self) -> bool:
        """Return whether the action attacks its target; Escape does not (IA15)."""
        return bool(self.preposition) and self.key != "escape"

    @property
    def is_armed(self) -> bool:
        """Return whether the action needs a weapon (IA13)."""
        return bool(self.skills) and self.skills != CLOSE

    @property
    def rule(self) -> str:
        if self.key.startswith("other"):
            return "I15"
        return {ActionType.QUICK: "I18", ActionType.NORMAL: "I19", ActionType.FULL: "I20"}[self.kind]


CLOSE = (MARTIAL, MELEE)
_ARMED = (*GUNS, ARCHERY, MELEE)

MANOEUVRES = (
    InterlockAction("kick", "Kick", "kicks", ActionType.NORMAL, CLOSE, "at"),
    InterlockAction("cast", "Cast", "tries a cast", ActionType.NORMAL, CLOSE, "on"),
    InterlockAction("sweep", "Sweep", "tries a sweep", ActionType.NORMAL, CLOSE, "on"),
    InterlockAction("disarm", "Disarm", "tries to disarm", ActionType.NORMAL, CLOSE, ":"),
    InterlockAction("escape", "Escape", "tries to escape", ActionType.NORMAL, CLOSE, "from"),
    InterlockAction("grapple", "Grapple", "tries a grapple", ActionType.NORMAL, CLOSE, "on"),
    InterlockAction("hold_fast", "Hold", "tries a hold", ActionType.NORMAL, CLOSE, "on"),
    InterlockAction("break", "Break", "tries a break", ActionType.NORMAL, CLOSE, "on"),
    InterlockAction("throw", "Throw", "tries a throw", ActionType.NORMAL, CLOSE, "on"),
)
CRUSHING = (
    InterlockAction("choke", "Choke", "tries a choke", ActionType.FULL, CLOSE, "on"),
    InterlockAction("crush", "Crush", "tries a crush", ActionType.FULL, CLOSE, "on"),
    InterlockAction("ram", "Ram", "rams", ActionType.FULL, CLOSE, "at"),
)
DEFENCES = (
    InterlockAction("dodge", "Dodge", "dodges", ActionType.QUICK, CLOSE),
    InterlockAction("block", "Block or parry", "blocks", ActionType.QUICK, CLOSE),
)
OTHERS = (
    InterlockAction("other_quick", "Something quick", "does something quick", ActionType.QUICK),
    InterlockAction("other_normal", "Something longer", "does something longer", ActionType.NORMAL),
    InterlockAction("other_full", "Something long", "does something long", ActionType.FULL),
)
ACTIONS = (
    InterlockAction("shot", "Shot", "shoots", ActionType.QUICK, GUNS, "at"),
    InterlockAction("burst", "3-round burst", "fires a 3-round burst", ActionType.NORMAL, GUNS, "at"),
    InterlockAction("rechamber", "Shot, re-chamber", "shoots and re-chambers", ActionType.NORMAL, GUNS, "at"),
    InterlockAction("single", "Single-shot weapon", "fires a single-shot weapon", ActionType.FULL, GUNS, "at"),
    InterlockAction("automatic", "Fully automatic", "fires fully automatic", ActionType.FULL, GUNS, "at"),
    InterlockAction("arrow", "Arrow", "looses an arrow", ActionType.NORMAL, (ARCHERY,), "at"),
    InterlockAction("punch", "Punch", "punches", ActionType.QUICK, CLOSE, "at"),
    InterlockAction("light", "Light weapon", "strikes with a light weapon", ActionType.QUICK, (MELEE,), "at"),
    InterlockAction("medium", "Medium weapon", "strikes with a medium weapon", ActionType.NORMAL, (MELEE,), "at"),
    InterlockAction("heavy", "Heavy weapon", "strikes with a heavy weapon", ActionType.FULL, (MELEE,), "at"),
    *MANOEUVRES,
    *CRUSHING,
    InterlockAction("fast_draw", "Fast Draw", "draws fast", ActionType.NORMAL, _ARMED),
    InterlockAction("draw", "Draw", "draws a weapon", ActionType.FULL, _ARMED),
    *DEFENCES,
    *OTHERS,
)

_MANOEUVRES = tuple(Pick(action.key, action.label) for action in MANOEUVRES)
_CRUSHING = tuple(Pick(action.key, action.label) for action in CRUSHING)
MANOEUVRE = Field("manoeuvre", "Manoeuvre", Kind.PICK, "kick", picks=_MANOEUVRES, rare=True)
CRUSH = Field("crushing", "Full manoeuvre", Kind.PICK, "choke", picks=_CRUSHING, rare=True)


BY_KEY = MappingProxyType({action.key: action for action in ACTIONS})


def action_of(key: str) -> InterlockAction:
    """Return the listed action. Raises Refused if the list has none with this key."""
    action = BY_KEY.get(key)
    if action is None:
        raise Refused("no_action", f"There are Quick, Normal and Full actions, but no “{key[:40]}”.", "I21")
    return action


def is_defence(key: str) -> bool:
    return key in [action.key for action in DEFENCES]
