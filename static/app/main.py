"""Where the page starts."""

from app.browser import BrowserKeeper, BrowserScreen, BrowserShelf, listen, say_ready
from app.controller import Controller
from app.library import Library
from engine.dice import cryptographic_dice
from engine.systems import SYSTEMS


async def main() -> None:
    """Bring the page up, with the fight that was open when it was last left."""
    shelf = BrowserShelf(SYSTEMS)
    keeper = BrowserKeeper(SYSTEMS, shelf)
    library = Library(SYSTEMS, shelf, keeper)
    controller = Controller(SYSTEMS, BrowserScreen(), keeper, cryptographic_dice(), library)
    await keeper.start(controller)
    listen(controller)
    say_ready()
