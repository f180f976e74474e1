"""The costs of actions by the chart (Z18–Z31), when an action is possible, and actions in reserve."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Kind, read, value_in
from turntrack.core.model import Encounter, Id, Standing
from turntrack.systems.toolkit.guards import read_target, refuse
from turntrack.systems.zebra.melee import is_engaged, within_reach
from turntrack.systems.zebra.memory import recall
from turntrack.systems.zebra.rules import SIZE, WEAPON, reading_of
from turntrack.systems.zebra.weapons import Weapon, weapon_in_hand, weapons_of

STRIKE = MappingProxyType({"little": (3, "Z20"), "middle": (4, "Z21"), "heavy": (5, "Z22")})
_DRAW = MappingProxyType({"little": (2, "Z24"), "middle": (3, "Z25"), "heavy": (4, "Z26")})
DODGE = MappingProxyType({"none": 3, "somewhat": 4, "heavily": 5})
WARD_OFF, FEINT = 1, 2  # both at once: 3 (ZA8)
RESERVE, DISENGAGE = 8, 7

_STAYS = "contact stays as it is"
"""What a ruling against the rules on contact leaves."""

METRES = Field("metres", "metres", Kind.NUMBER, 5, low=1, high=200, unit="m")
COST = Field("cost", "Cost", Kind.NUMBER, 3, low=0, high=99, help="The game master prices it by comparison (Z10).")
NOTE = Field("note", "What", Kind.TEXT, "")
SHOT = Field(
    "shot", "shot", Kind.FLAG, False, help="Shot or thrown: it also hits whoever is in shooting position (Z5)."
)
WARD = Field("ward_off", "ward off +1", Kind.FLAG, False)
FEINTING = Field("feint", "feint +2", Kind.FLAG, False)


@dataclass(frozen=True, slots=True)
class ZebraAction:
    """An action with its cost by the chart. In the log its label follows the name: ``attacks``."""

    label: str
    cost: int
    rule: str
    engages: Id = ""
    at: Id = ""
    draws: str | None = None
    """The weapon of the sheet that is in hand from now on, as in memory; None if that stays as it is."""
    parts: bool = False
    """Whether the actor leaves the reach of everybody."""


def price(encounter: Encounter, command: Act) -> ZebraAction:
    """Return the action of ``command`` with its cost.

    Raises Refused if the circumstances do not allow it, and BadValue if a value cannot be read.
    """
    actor = command.id
    match command.action:
        case "run":
            metres = int(value_in(command.values, METRES))
            stays = is_engaged(encounter, actor)
            if stays:
                words = f"{encounter.name_of(actor)} is engaged: disengage first."
                refuse(encounter, Refused("engaged", words, "ZA9", leaves=_STAYS))
            to = read_target(encounter, actor, command.values.get("to", ""), "Z5")
            engages = f" and engages {encounter.name_of(to)}" if to else ""
            # By a ruling against the rules on contact, contact stays as it is.
            return ZebraAction(f"runs {metres} m{engages}", metres, "Z18", "" if stays else to, to, parts=not stays)
        case "reserve":
            if has_reserve(encounter.standings[actor]):
                words = f"{encounter.name_of(actor)} already has a reserved action."
                refuse(encounter, Refused("has_reserve", words, "ZA6"))
            return ZebraAction("reserves an action", RESERVE, "Z19")
        case "attack":
            return _price_attack(encounter, command)
        case "protect":
            cost, rule, with_what = _price_strike(encounter, command)
            return ZebraAction(f"protects {with_what}", cost, rule)
        case "disengage":
            if not is_engaged(encounter, actor):
                words = f"{encounter.name_of(actor)} is engaged by nobody."
                refuse(encounter, Refused("not_engaged", words, "Z4", leaves=_STAYS))
            return ZebraAction("disengages", DISENGAGE, "Z23", parts=is_engaged(encounter, actor))
        case "draw":
            held = weapon_in_hand(encounter, actor)
            size = _size(command, held)
            weapon = _drawn(encounter, command, held, size)
            cost, rule = _DRAW[weapon.size if weapon else size]
            named = f"the {weapon.name}" if weapon else _name_weapon(command, held, size)
            return ZebraAction(f"draws {named}", cost, rule, draws=weapon.name.casefold() if weapon else None)
        case "dodge":
            return ZebraAction("dodges", DODGE[str(encounter.combatants[actor].sheet["load"])], "Z27")
        case "aim":
            return ZebraAction("aims", 3, "Z28")
        case "aim_carefully":
            return ZebraAction("aims carefully", 6, "Z29")
        case "message":
            return ZebraAction("conveys a simple message", 2, "Z30")
        case "other":
            what, cost = value_in(command.values, NOTE), int(value_in(command.values, COST))
            return ZebraAction(f"does this: {what}" if what else "does something else", cost, "Z31")
        case unknown:
            raise Refused(
                "no_action", f"“{unknown[:40]}” is not on the chart: use “Something else”, at a price.", "Z10"
            )


def _price_strike(encounter: Encounter, command: Act) -> tuple[int, str, str]:
    """Return for attack or protect the cost, the rule id, and the words for the weapon. Raises BadValue."""
    held = weapon_in_hand(encounter, command.id)
    size = _size(command, held)
    cost, rule = STRIKE[size]
    ward_off, feint = bool(value_in(command.values, WARD)), bool(value_in(command.values, FEINTING))
    words = " and ".join([word for word, wanted in (("a ward-off", ward_off), ("a feint", feint)) if wanted])
    with_what = f"with {_name_weapon(command, held, size)}{', with ' if words else ''}{words}"
    return cost + WARD_OFF * ward_off + FEINT * feint, rule, with_what


def _price_attack(encounter: Encounter, command: Act) -> ZebraAction:
    actor = command.id
    target = read_target(encounter, actor, command.values.get("target", ""), "Z5")
    cost, rule, with_what = _price_strike(encounter, command)
    whom = encounter.name_of(target) if target else ""
    if value_in(command.values, SHOT):
        return ZebraAction(f"shoots at {whom} {with_what}" if target else f"shoots {with_what}", cost, rule, at=target)
    close = within_reach(encounter, actor)
    here = target in close if target else bool(close)
    engages = "" if here or not is_engaged(encounter, actor) else target
    if not here and not is_engaged(encounter, actor):
        message = f"{encounter.name_of(actor)} is in shooting position: run to {whom or 'an opponent'} first, or shoot."
        refuse(encounter, Refused("must_run", message, "Z5", leaves=_STAYS))
    if target and not here and not encounter.standings[target].able:
        engages = ""
        refuse(
            encounter,
            Refused("out_of_reach", f"{whom} lies elsewhere: only a shot or a throw can hit.", "ZA10", leaves=_STAYS),
        )
    if target and not here and not is_engaged(encounter, target):
        engages = ""
        refuse(
            encounter,
            Refused(
                "out_of_reach", f"{whom} is in shooting position: only a shot or a throw can hit.", "Z5", leaves=_STAYS
            ),
        )
    label = f"attacks {whom} {with_what}" if target else f"attacks {with_what}"
    return ZebraAction(label, cost, rule, engages, target)


def _drawn(encounter: Encounter, command: Act, held: Weapon, size: str) -> Weapon | None:
    """Return the weapon of the sheet that is drawn, by name or as the only other one of its size; None for none.

    Raises Refused for a name that is not on the sheet.
    """
    wanted = str(command.values.get(WEAPON.key, ""))
    weapons = weapons_of(encounter.combatants[command.id].sheet)
    if not wanted:
        fitting = [weapon for weapon in weapons if weapon.name and weapon.size == size]
        return fitting[0] if len(fitting) == 1 and size != held.size else None
    for weapon in weapons:
        if weapon.name == wanted:
            return weapon
    raise Refused("no_weapon", f"{encounter.name_of(command.id)} has no {wanted[:40]} on the sheet.", "ZA9")


def _size(command: Act, held: Weapon) -> str:
    """Return the size that the command chooses, or else that of the weapon in hand (ZA14)."""
    named = command.values.get(SIZE.key)
    return held.size if named is None else str(read(SIZE, named))


def _name_weapon(command: Act, held: Weapon, size: str) -> str:
    """Return the name of the weapon in hand if it has the size; otherwise words for the size."""
    if held.name and size == held.size:
        return f"the {held.name}"
    little = "a little weapon" if command.action == "draw" else "bare hands or a little weapon"
    return {"little": little, "middle": "a middle-sized weapon", "heavy": "a heavy weapon"}[size]


def has_reserve(standing: Standing) -> bool:
    now = recall(standing)
    return now.reserved or now.reserve_kept


def keeps_reserves(encounter: Encounter) -> bool:
    return reading_of(encounter, "keep_reserve") == "yes"


def reserve_holders(encounter: Encounter) -> tuple[Id, ...]:
    """List the able combatants who have a reserved action."""
    standings = encounter.standings
    return tuple(
        combatant_id
        for combatant_id in encounter.order
        if standings[combatant_id].able and has_reserve(standings[combatant_id])
    )


def keep_reserves(draft: Draft) -> None:
    """Convert reserves for the next sequence if the table has meanwhile chosen to keep them (ZA6)."""
    for combatant_id in draft.encounter.order if keeps_reserves(draft.encounter) else ():
        if recall(draft.standing(combatant_id)).reserved:
            set_reserve(draft, combatant_id, "ZA6", reserves=True)


def set_reserve(draft: Draft, combatant_id: Id, rule: str, *, reserves: bool) -> None:
    kept = reserves and keeps_reserves(draft.encounter)
    now = replace(recall(draft.standing(combatant_id)), reserved=reserves and not kept, reserve_kept=kept)
    draft.remember(combatant_id, now, rule)
