"""Where the page starts."""

from app.browser import BrowserOpening, BrowserScreen, BrowserShelf, BrowserStore, listen, say_ready
from app.controller import Controller
from app.keeping.keeper import TabKeeper
from app.library import Library
from engine.dice import cryptographic_dice
from engine.systems import SYSTEMS


async def main() -> None:
    """Bring the page up, with the fight that was open when it was last left."""
    store = BrowserStore()
    shelf = BrowserShelf(SYSTEMS, store)
    keeper = TabKeeper(SYSTEMS, store, shelf, shelf, BrowserOpening())
    library = Library(SYSTEMS, shelf, keeper)
    controller = Controller(SYSTEMS, BrowserScreen(), keeper, cryptographic_dice(), library)
    await keeper.start(controller)
    listen(controller)
    say_ready()
