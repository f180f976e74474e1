"""HTML of the sheets for export, import and the quarantine."""

from __future__ import annotations

from collections.abc import Iterator

from app.importers.reader import NO_GAME, RosterGame
from app.importers.tables import NOTE, subjects_of
from app.intents.library import (
    AskDiscardQuarantined,
    DiscardQuarantined,
    ExportQuarantined,
    ImportButton,
    ImportTask,
    OpenQuarantine,
    ReadText,
    RetryQuarantined,
    RosterColumn,
    RosterSystem,
)
from app.intents.page import CopyExport, ExportPart, FileTransfer, Navigation, ShareExport
from app.storage.export_writer import Export
from app.storage.import_reader import ImportComparison
from app.ui.home import rules_title
from app.ui.markup import Html, button, entry_for, tag
from app.ui.sheet import Sheet, problem, sheet
from app.values.lists import Column, Roster, explain
from app.values.stored import QuarantinedPart, StoredFight
from turntrack.core.commands import AddCombatant
from turntrack.core.score import write_count
from turntrack.systems.protocol import TurnSystem

SHOWN = 12
LONGEST_CODE = 1_200
"""A code for a longer link is hard for cameras to read from a screen."""


def render_export(
    title: str,
    has_log: bool,
    size: int,
    notes: tuple[str, ...],
    folder: str | None,
) -> Sheet:
    """Render the ways to export a text. ``size`` is in characters; ``notes`` say what it leaves out.

    ``folder`` is the folder for backups; empty for none, None where none is offered.
    """
    log = (
        tag("h3", "The log, to be read by people"),
        tag(
            "div",
            button("Save or share the log", ShareExport(ExportPart.LOG), class_="menu-item i-export"),
            button("Copy the log", CopyExport(ExportPart.LOG), class_="menu-item i-copy"),
            class_="menu-items",
        ),
    )
    return Sheet(
        title,
        (
            *(tag("p", note, class_="error") for note in notes),
            tag(
                "p",
                "A file that Turntrack can import, here or on another device. A fight in it has every step, dice and "
                "undo.",
            ),
            *_render_folder(folder),
            tag("h3", "To a device beside this one"),
            tag(
                "div",
                button("Show it as codes", FileTransfer.SHOW_EXPORT_CODES, class_="menu-item i-export"),
                class_="menu-items",
            ),
            tag(
                "p",
                "Turntrack on that device reads them with its camera, under Import. Neither device needs a network.",
                class_="hint",
            ),
            *(log if has_log else ()),
        ),
        under=f"{max(1, size // 1000)} KB",
        foot=(
            button("Copy as text", CopyExport(ExportPart.FILE), class_="quiet"),
            button("Save or share the file", ShareExport(ExportPart.FILE), class_="primary"),
        ),
    )


def _render_folder(folder: str | None) -> Iterator[Html]:
    """Render the folder for automatic backups."""
    if folder is None:
        return
    yield tag("h3", "Automatic backups")
    place = f"to “{folder}”" if folder else "to a folder that you choose once"
    yield tag("p", f"Saved {place}, after each fight and when you leave. The newest five are kept.")
    choose = button(
        "Another folder…" if folder else "Choose a folder…", FileTransfer.PICK_FOLDER, class_="menu-item i-file"
    )
    stop = button("Stop automatic backups", FileTransfer.LEAVE_FOLDER, class_="menu-item") if folder else None
    yield tag("div", choose, stop, class_="menu-items")


def render_link(export: Export) -> Sheet:
    """Render the ways to share rules or a prepared fight: a link, a QR code and a file."""
    code = tag("div", class_="still-code", data_code=export.link) if len(export.link) <= LONGEST_CODE else None
    return Sheet(
        f"Share “{export.title}”",
        (
            tag("p", "The link and the code hold all of it. Nothing is uploaded."),
            code,
            tag(
                "div",
                button("Copy the link", CopyExport(ExportPart.LINK), class_="menu-item i-copy"),
                button("Copy as text", CopyExport(ExportPart.FILE), class_="menu-item i-copy"),
                class_="menu-items",
            ),
            tag("p", "Turntrack shows what the link holds before saving anything.", class_="hint"),
        ),
        foot=(button("Save or share the file", ShareExport(ExportPart.FILE), class_="primary"),),
    )


def render_import(error: str, text: str) -> Sheet:
    """Render the ways to import: a pasted text, a file, or codes for the camera."""
    return Sheet(
        "Import",
        (
            tag(
                "p",
                "A file from Turntrack or another tracker, a table, a list with one combatant per line, a stat "
                "block, or steps that were set aside.",
            ),
            tag("label", "Or paste it here, or drop a file onto the page", for_="text"),
            tag(
                "textarea",
                text,
                name="text",
                id="text",
                rows=5,
                spellcheck="false",
                placeholder="3 Orcs, hp 15",
                data_reads_paste=True,
            ),
            problem(error),
            tag("p", tag("button", "Preview", type="submit"), class_="buttons"),
        ),
        under="Nothing changes until you have seen what is in it",
        sends=ReadText(),
        foot=(
            button("Read codes with the camera", FileTransfer.SCAN_CODES, class_="quiet"),
            button("Choose a file…", FileTransfer.PICK_FILE, class_="primary"),
        ),
    )


def render_busy(words: str, percent: int, *, can_stop: bool) -> Sheet:
    """Render the description of a task that takes a while, and how much of it is done."""
    share = tag("p", f"{percent} % is read.", class_="hint") if percent else None
    stop = (button("Stop", Navigation.STOP_READING),) if can_stop else ()
    return Sheet("Import", (tag("p", words, class_="lead", role="status"), share), foot=stop)


def render_preview(
    compared: ImportComparison, systems: tuple[TurnSystem, ...], error: str, file: str, said: str
) -> Sheet:
    """Render the contents of a Turntrack file: encounters that are new, equal, or different from stored ones.

    ``file`` is the name of the file, ``said`` what is to be said of it.
    """
    titles = {system.key: system.title for system in systems}
    party = tuple(f"{member.command.name}, {titles.get(member.system, member.system)}" for member in compared.party)
    warning = (
        "The checksum does not match: the file was changed or damaged after it was saved. Its fights can still be "
        "read; check that they are what you expect."
    )
    nothing = not (
        compared.new
        or compared.differing
        or compared.party
        or compared.newer_members
        or compared.rule_sets
        or compared.campaigns
        or compared.packs
    )
    differing = tuple(_about(fight, systems) for fight in compared.differing)
    replace = button("Replace those that differ", ImportTask.IMPORT_REPLACE, class_="quiet") if differing else None
    leave = button("Leave everything as it is", Navigation.DISMISS, class_="quiet") if nothing else None
    beside = "Import as copies" if differing else "Import"
    return Sheet(
        "Preview",
        (
            tag("p", error, class_="error", role="alert") if error else None,
            None if compared.bundle.is_whole else tag("p", warning, class_="error", id="not-whole"),
            tag("p", compared.note, class_="error") if compared.note else None,
            tag("p", said, id="about-backup") if said else None,
            _render_names("Campaigns", tuple(campaign.name for campaign in compared.campaigns)),
            _render_names("New fights", tuple(_about(fight, systems) for fight in compared.new)),
            _render_names("Already here, but played on differently", differing),
            tag("p", "If replaced, the ones here go to the archive.", class_="hint") if differing else None,
            _render_names("Already here, unchanged", tuple(_about(fight, systems) for fight in compared.same)),
            _render_names("For the party", party),
            _render_names(
                "In the party, and newer in the file", tuple(member.command.name for member in compared.newer_members)
            ),
            _render_names("Rule sets", tuple(rule_set.rules.name for rule_set in compared.rule_sets)),
            _render_names("Packs of creatures", tuple(pack.name for pack in compared.packs)),
            _render_names(
                "Already here, with another name or other notes, which stay",
                tuple(campaign.name for campaign in compared.differing_campaigns),
            ),
            _render_names("Left out: they cannot be shown here", compared.bundle.unshown),
            tag("p", "Nothing in it is new.", class_="empty") if nothing and not compared.differing_campaigns else None,
        ),
        under=file,
        foot=(leave, replace, None if nothing else button(beside, ImportTask.IMPORT_BESIDE, class_="primary")),
    )


def _about(fight: StoredFight, systems: tuple[TurnSystem, ...]) -> str:
    title = rules_title(fight, next((system for system in systems if system.key == fight.system), None))
    many = write_count(fight.combatants, "combatant")
    counts = f"a template of {many}" if fight.template else f"{many}, {write_count(len(fight.records), 'step')}"
    return f"{fight.name}: {title}, {counts}"


def render_roster(
    roster: Roster, game: RosterGame, choices: tuple[RosterGame, ...], into_fight: bool, error: str, file: str = ""
) -> Sheet:
    """Render the combatants of another program's file, read for the rules of a game."""
    is_open = game.key == NO_GAME.key
    shown = (NO_GAME, *choices) if is_open else choices
    picks = (tag("option", each.label, value=each.key, selected=each.key == game.key) for each in shown)
    notes = (tag("li", note) for note in roster.notes)
    many = sum(member.count for member in (*roster.members, *roster.enemies))
    new = button("A new fight", ImportTask.ROSTER_NEW, class_="quiet" if into_fight else "primary")
    ways: tuple[Html | None, ...] = (
        button("Into the party", ImportTask.ROSTER_PARTY, class_="quiet"),
        button("Keep as a pack", ImportButton.PACK_KEEP, class_="quiet"),
        new,
        button("Add to this fight", ImportButton.ROSTER_ADD, class_="primary") if into_fight else None,
    )
    if roster.is_sorted:
        ways = (button("Keep everything", ImportTask.ROSTER_KEEP, class_="primary"),)
    fights = (
        (fight.name, write_count(sum(member.count for member in fight.members), "combatant")) for fight in roster.fights
    )
    return Sheet(
        roster.title,
        (
            tag("p", error, class_="error", role="alert") if error else None,
            tag(
                "label",
                tag("span", "Rules ", class_="label"),
                tag("select", *picks, data_enter=entry_for(RosterSystem()), id="roster-system"),
                class_="pick",
            ),
            _render_columns(roster, game.system) if roster.columns else None,
            tag("h3", "For the party") if roster.is_sorted and roster.members else None,
            _render_members(roster.members, game),
            tag("h3", "Enemies for later fights") if roster.enemies else None,
            _render_members(roster.enemies, game),
            _render_names("Prepared fights", tuple(f"{name}: {words}" for name, words in fights)),
            tag("h3", "Please check") if roster.notes else None,
            tag("ul", *notes, class_="rules", id="roster-notes") if roster.notes else None,
            _render_folded("What was read from which words", roster.sources, "roster-sources"),
            _render_folded("What was left out", roster.left_out, "roster-left-out"),
        ),
        under=" · ".join(filter(None, (file, write_count(many, "combatant")))),
        foot=(tag("p", "Choose the rules first."),) if is_open else ways,
    )


def _render_members(members: tuple[AddCombatant, ...], game: RosterGame) -> Html | None:
    rows = []
    for member in members[:SHOWN]:
        who, says = explain(member, game.system.fields)
        rows.append(tag("li", tag("strong", who), " ", " · ".join(says)))
    if len(members) > SHOWN:
        rows.append(tag("li", f"… and {len(members) - SHOWN} more"))
    return tag("ul", *rows, class_="rules") if rows else None


def _render_folded(title: str, lines: tuple[str, ...], element: str) -> Html | None:
    """Render lines to be looked up, all of them."""
    if not lines:
        return None
    items = (tag("li", line) for line in lines)
    return tag("details", tag("summary", title), tag("ul", *items, class_="rules"), id=element)


def _render_columns(roster: Roster, system: TurnSystem) -> Html:
    """Render what each column of a table holds, to be changed: folded if the table says it."""

    def render_column(place: int, column: Column) -> Html:
        subjects = (("", "leave out"), (NOTE, "the note"), *subjects_of(system))
        now = NOTE if column.subject.startswith(NOTE) else column.subject
        picks = (
            tag("option", title, value=f"{place} {subject}", selected=subject == now) for subject, title in subjects
        )
        says = ", ".join(filter(None, column.cells))
        return tag(
            "label",
            tag("span", f"{column.title}: {says}" if column.title else says, class_="label"),
            tag("select", *picks, data_enter=entry_for(RosterColumn()), id=f"roster-column-{place}"),
            class_="pick",
        )

    picks = (
        render_column(place, column) for place, column in enumerate(roster.columns) if column.title or any(column.cells)
    )
    if roster.is_untitled:
        return tag("div", tag("h3", "What is in each column?"), *picks, class_="roster-columns")
    return tag(
        "details", tag("summary", "What is in each column"), *picks, class_="roster-columns", id="roster-columns"
    )


def _render_names(title: str, names: tuple[str, ...]) -> Html | None:
    if not names:
        return None
    shown = [tag("li", name) for name in names[:SHOWN]]
    if len(names) > SHOWN:
        shown.append(tag("li", f"… and {len(names) - SHOWN} more"))
    return tag("div", tag("h3", f"{title} ({len(names)})"), tag("ul", *shown, class_="rules"))


def _describe_part(aside: QuarantinedPart) -> str:
    return f"{write_count(len(aside.records), 'step')}. {aside.why}" if aside.key else aside.why


def render_quarantine(asides: tuple[QuarantinedPart, ...], error: str) -> Sheet:
    """Render the quarantined parts, with buttons to retry, export and discard them."""
    rows = (
        tag(
            "li",
            tag(
                "p",
                tag("strong", aside.name),
                tag("small", _describe_part(aside)),
                class_="fight",
            ),
            button("Try again", RetryQuarantined(aside.id), class_="quiet", aria_label=f"Try {aside.name} again")
            if aside.key
            else None,
            button("Export…", ExportQuarantined(aside.id), class_="quiet"),
            button("Discard…", AskDiscardQuarantined(aside.id), class_="quiet danger"),
        )
        for aside in asides
    )
    hint = (
        "What could not be read: mostly parts of a fight’s history. They are kept as found until you discard them. "
        "“Try again” puts a part back where it fits, or makes a separate fight of it."
    )
    empty = tag("p", "Nothing is damaged or out of order.", class_="empty")
    rest = tag("ul", *rows, class_="fights") if asides else empty
    return sheet("Damaged parts", tag("p", hint, class_="hint") if asides else None, problem(error), rest)


def render_discard_question(aside: QuarantinedPart) -> Sheet:
    """Render the question before a quarantined part is discarded; it cannot be restored."""
    return Sheet(
        f"Discard what was set aside from {aside.name}?",
        (
            tag("p", _describe_part(aside)),
            tag("p", "They are removed from this device. This cannot be undone."),
        ),
        foot=(
            button("Keep them", OpenQuarantine(), class_="quiet"),
            button("Export…", ExportQuarantined(aside.id), class_="quiet"),
            button("Discard", DiscardQuarantined(aside.id), class_="primary danger"),
        ),
    )
