"""The entry point of the page."""

from app.browser import (
    BrowserOpening,
    BrowserRepository,
    BrowserScreen,
    BrowserStore,
    exchange_version,
    is_facing_players,
    listen,
    say_ready,
)
from app.controller import Controller
from app.fight.displays import Facing
from app.library.dispatch import Library
from app.storage.facade import StorageFacade
from turntrack import __version__
from turntrack.core.dice import cryptographic_dice
from turntrack.systems import SYSTEMS


async def main() -> None:
    """Start the page with the fight that was open when it was last left."""
    store = BrowserStore()
    repository = BrowserRepository(SYSTEMS, store)
    storage = StorageFacade(SYSTEMS, store, repository, repository, BrowserOpening())
    library = Library(SYSTEMS, repository, storage)
    controller = Controller(SYSTEMS, BrowserScreen(), storage, cryptographic_dice(), library)
    if is_facing_players():
        controller.set_facing(Facing.PLAYERS)
    await storage.start(controller)
    controller.show_news(exchange_version(__version__))
    listen(controller)
    say_ready()
