"""The cost chart (Z18–Z31): what an action costs, and whether it can be done at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.commands import Act
from engine.errors import Refused
from engine.fields import Field, Kind, Pick, Value, read
from engine.model import Encounter, Id, Status
from engine.systems.zebra.contact import is_engaged, within_reach
from engine.systems.zebra.sheet import SIZE, WEAPON, chosen
from engine.table.guards import Guards, aimed_at

STRIKE = MappingProxyType({"little": (3, "Z20"), "middle": (4, "Z21"), "heavy": (5, "Z22")})
DRAW = MappingProxyType({"little": (2, "Z24"), "middle": (3, "Z25"), "heavy": (4, "Z26")})
DODGE = MappingProxyType({"none": 3, "somewhat": 4, "heavily": 5})
WARD_OFF, FEINT = 1, 2  # both at once: 3 (ZA8)

METRES = Field("metres", "metres", Kind.NUMBER, 5, low=1, high=200, unit="m")
COST = Field("cost", "Cost", Kind.NUMBER, 3, low=0, high=99, help="The game master prices it by comparison (Z10).")
NOTE = Field("note", "What", Kind.TEXT, "")
SHOT = Field(
    "shot", "shot", Kind.FLAG, False, help="Shot or thrown: it also hits whoever is in shooting position (Z5)."
)
WARD = Field("ward_off", "ward off +1", Kind.FLAG, False)
FEINTING = Field("feint", "feint +2", Kind.FLAG, False)

GUARDS = Guards("Z1", turn="Z7", round_word="sequence")

OWN_TURN, FROM_RESERVE, AS_REACTION = "turn", "reserve", "reaction"
BY = Field(
    "by",
    "By",
    Kind.PICK,
    OWN_TURN,
    picks=(Pick(OWN_TURN, "one’s turn"), Pick(FROM_RESERVE, "a reserved action"), Pick(AS_REACTION, "a reaction")),
)
"""How an action comes about."""


@dataclass(frozen=True, slots=True)
class Priced:
    """An action as the chart prices it. The label goes on from the name: ``attacks``."""

    label: str
    cost: int
    rule: str
    engages: Id = ""


def allowed(encounter: Encounter, command: Act) -> Priced:
    """What the action costs, if it may be done at this moment. Raises Refused and BadValue as ``priced`` does."""
    one, by = command.id, read(BY, command.values.get("by", BY.default))
    standing, name = GUARDS.playing(encounter, one), encounter.name_of(one)
    if by == FROM_RESERVE:
        if not standing.fact("reserved"):
            raise Refused("no_reserve", f"{name} has no action in reserve.", "Z19")
        return free(encounter, command)
    if standing.status is Status.DONE or standing.score is None:
        raise Refused("out", f"{name} is out for this sequence.", "Z12")
    if by == AS_REACTION:
        if chosen(encounter, "reaction") != "paid":
            raise Refused("own_turn", "At this table nobody defends out of turn but with a reserved action.", "ZA7")
        if standing.status is Status.ACTING or command.action not in ("dodge", "protect"):
            raise Refused("only_defence", "Out of turn one can only dodge or protect.", "ZA7")
    elif standing.status is not Status.ACTING:
        raise GUARDS.not_on_turn(encounter, one)
    return priced(encounter, command)


def priced(encounter: Encounter, command: Act) -> Priced:
    """What the action of ``command`` costs whoever does it now.

    Raises Refused where its circumstances do not allow it, and BadValue where a value cannot be read.
    """
    one, values = command.id, command.values
    name = encounter.name_of(one)
    engaged = is_engaged(encounter, one)
    match command.action:
        case "run":
            metres = int(read(METRES, values.get("metres", METRES.default)))
            if engaged:
                raise Refused("engaged", f"{name} is engaged: disengage first.", "ZA9")
            to = aimed_at(encounter, one, values.get("to", ""), "Z5")
            if to:
                return Priced(f"runs {metres} m and engages {encounter.name_of(to)}", metres, "Z18", to)
            return Priced(f"runs {metres} m", metres, "Z18")
        case "reserve":
            if encounter.standings[one].fact("reserved"):
                raise Refused("has_reserve", f"{name} has an action in reserve already.", "Z19")
            return Priced("reserves an action", 8, "Z19")
        case "attack":
            return _attack(encounter, command)
        case "protect":
            cost, rule = STRIKE[_size(encounter, command)]
            extra, words = _extras(values)
            return Priced(f"protects with {_weapon(encounter, command)}{words}", cost + extra, rule)
        case "disengage":
            if not engaged:
                raise Refused("not_engaged", f"{name} is engaged by nobody.", "Z4")
            return Priced("disengages", 7, "Z23")
        case "draw":
            cost, rule = DRAW[_size(encounter, command)]
            return Priced(f"draws {_weapon(encounter, command)}", cost, rule)
        case "dodge":
            return Priced("dodges", DODGE[str(encounter.combatants[one].sheet["load"])], "Z27")
        case "aim":
            return Priced("aims", 3, "Z28")
        case "aim_carefully":
            return Priced("aims carefully", 6, "Z29")
        case "message":
            return Priced("conveys a simple message", 2, "Z30")
        case "other":
            what = read(NOTE, values.get("note", NOTE.default))
            cost = int(read(COST, values.get("cost", COST.default)))
            return Priced(f"does this: {what}" if what else "does something else", cost, "Z31")
        case unknown:
            raise Refused("no_action", f"The chart has no “{unknown[:40]}”: do something else, at a price.", "Z10")


def listed_cost(encounter: Encounter, command: Act) -> int:
    """What the chart says that the action costs, whatever forbids it; nothing where it was paid for when reserved."""
    values = command.values
    match command.action, values.get("by"):
        case "reserve", _:
            return 8
        case _, "reserve":
            return 0
        case "run", _:
            return int(read(METRES, values.get("metres", METRES.default)))
        case "attack", _:
            return STRIKE[_size(encounter, command)][0] + _extras(values)[0]
        case "disengage", _:
            return 7
        case _:
            return priced(encounter, command).cost


def free(encounter: Encounter, command: Act) -> Priced:
    """The same for an action that was paid for when it was reserved (ZA6)."""
    if command.action == "aim_carefully":
        raise Refused("not_reserved", "A reserved action does not cover careful aiming.", "ZA6")
    if command.action == "reserve":
        raise Refused("not_reserved", "A reserved action cannot be reserved again.", "ZA6")
    action = priced(encounter, command)
    return replace(action, label=f"{action.label}, as reserved", cost=0, rule="ZA6")


def _attack(encounter: Encounter, command: Act) -> Priced:
    one, values = command.id, command.values
    target = aimed_at(encounter, one, values.get("target", ""), "Z5")
    cost, rule = STRIKE[_size(encounter, command)]
    extra, words = _extras(values)
    with_what = f"with {_weapon(encounter, command)}{words}"
    whom = encounter.name_of(target) if target else ""
    if read(SHOT, values.get("shot", False)):
        return Priced(f"shoots at {whom} {with_what}" if target else f"shoots {with_what}", cost + extra, rule)
    close = within_reach(encounter, one)
    here = target in close if target else bool(close)
    if not here and not is_engaged(encounter, one):
        message = f"{encounter.name_of(one)} is in shooting position: run to {whom or 'an opponent'} first, or shoot."
        raise Refused("must_run", message, "Z5")
    if not here and not encounter.standings[target].able:
        raise Refused("out_of_reach", f"{whom} lies elsewhere: only a shot or a throw can hit.", "ZA10")
    if not here and not is_engaged(encounter, target):
        raise Refused("out_of_reach", f"{whom} is in shooting position: only a shot or a throw can hit.", "Z5")
    label = f"attacks {whom} {with_what}" if target else f"attacks {with_what}"
    return Priced(label, cost + extra, rule, "" if here else target)


def own_size(encounter: Encounter, one: Id) -> str:
    """The size of the weapon on the sheet."""
    return str(encounter.combatants[one].sheet[SIZE.key])


def own_weapon(encounter: Encounter, one: Id) -> str:
    """The weapon on the sheet, by its name; empty where it has none."""
    weapon = str(encounter.combatants[one].sheet[WEAPON.key])
    return "" if weapon == WEAPON.default else weapon


def _size(encounter: Encounter, command: Act) -> str:
    """ZA14: as on the sheet unless another is chosen."""
    return str(read(SIZE, command.values.get(SIZE.key, own_size(encounter, command.id))))


def _weapon(encounter: Encounter, command: Act) -> str:
    """As what it is: the weapon on the sheet, or one of another size."""
    size, own = _size(encounter, command), own_weapon(encounter, command.id)
    if own and size == own_size(encounter, command.id):
        return f"the {own}"
    little = "a little weapon" if command.action == "draw" else "bare hands or a little weapon"
    return {"little": little, "middle": "a middle-sized weapon", "heavy": "a heavy weapon"}[size]


def _extras(values: Mapping[str, Value]) -> tuple[int, str]:
    """What ward off and feint add to the cost (ZA8), and to the sentence."""
    ward_off = bool(read(WARD, values.get("ward_off", False)))
    feint = bool(read(FEINTING, values.get("feint", False)))
    words = " and ".join(word for word, wanted in (("a ward-off", ward_off), ("a feint", feint)) if wanted)
    return WARD_OFF * ward_off + FEINT * feint, f", with {words}" if words else ""
