"""The tuple of all turn systems. Functions take it, or a part of it, as an argument."""

from turntrack.systems.interlock import SYSTEM as INTERLOCK
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.rond6 import SYSTEM as ROND6
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.traveller import SYSTEM as TRAVELLER
from turntrack.systems.unbound import SYSTEM as UNBOUND
from turntrack.systems.zebra import SYSTEM as ZEBRA

SYSTEMS: tuple[TurnSystem, ...] = (ROND6, INTERLOCK, UNBOUND, TRAVELLER, ZEBRA, TABLE_RULES)
