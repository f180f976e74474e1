"""The turn systems that are shipped. Whatever needs them takes this tuple as an argument."""

from engine.systems.homebrew import SYSTEM as HOMEBREW
from engine.systems.interlock import SYSTEM as INTERLOCK
from engine.systems.protocol import TurnSystem
from engine.systems.rond6 import SYSTEM as ROND6
from engine.systems.traveller import SYSTEM as TRAVELLER
from engine.systems.unbound import SYSTEM as UNBOUND
from engine.systems.zebra import SYSTEM as ZEBRA

SYSTEMS: tuple[TurnSystem, ...] = (ROND6, INTERLOCK, UNBOUND, TRAVELLER, ZEBRA, HOMEBREW)
