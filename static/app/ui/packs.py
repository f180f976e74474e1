"""The packs of creatures that the table keeps, and the preview of one from a file."""

from __future__ import annotations

from collections.abc import Sequence

from app.intents.library import DropPack, ImportButton, MovePack
from app.intents.page import FileTransfer, SharePack
from app.ui.markup import Html, button, tag
from app.ui.sheet import Sheet, problem
from app.values.stored import Campaigns, SavedPack
from turntrack.core.score import write_count

SHOWN = 12
EMPTY = (
    "No packs are kept. A pack is a file of creatures, or a list that you import and keep: typing the first letters of "
    "a name in Add brings its values."
)


def render_packs(packs: Sequence[SavedPack], campaigns: Campaigns, error: str) -> Sheet:
    """Render the kept packs: whose fights search them, and the buttons that change that."""
    rows = tag("ul", *(_render_pack(pack, campaigns) for pack in packs), class_="fights") if packs else None
    return Sheet(
        "Packs of creatures",
        (problem(error), rows or tag("p", EMPTY, class_="empty")),
        foot=(button("Import a file…", FileTransfer.PICK_FILE, class_="primary"),),
    )


def _render_pack(pack: SavedPack, campaigns: Campaigns) -> Html:
    home = campaigns.find(pack.campaign)
    words = f"{write_count(pack.creatures, 'creature')}, {f'for “{home.name}”' if home else 'for all campaigns'}"
    move = None
    if home:
        move = button("For all campaigns", MovePack(pack.key), class_="quiet")
    elif campaigns.current:
        move = button(f"Only for “{campaigns.current.name}”", MovePack(pack.key), class_="quiet")
    save = button("Save the file", SharePack(pack.key), class_="quiet", aria_label=f"Save the file of {pack.name}")
    drop = button("Remove", DropPack(pack.key), class_="quiet danger", aria_label=f"Remove {pack.name}")
    return tag("li", tag("p", tag("strong", pack.name), tag("small", words), class_="fight"), save, move, drop)


def render_pack_import(name: str, many: int, names: Sequence[str], source: str, error: str) -> Sheet:
    """Render the preview of a pack from a file."""
    rows = [tag("li", creature) for creature in names[:SHOWN]]
    if many > SHOWN:
        rows.append(tag("li", f"… and {many - SHOWN} more"))
    return Sheet(
        name,
        (
            tag("p", error, class_="error", role="alert") if error else None,
            tag("p", "Once kept, typing the first letters of a name in Add brings its values.", class_="lead"),
            tag("ul", *rows, class_="rules"),
            tag("p", source, class_="hint") if source else None,
        ),
        under=write_count(many, "creature"),
        foot=(button("Keep the pack", ImportButton.PACK_KEEP, class_="primary"),),
    )
