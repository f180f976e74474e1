"""The sentences about saving, except those of the status indicators (static/js/page/status_indicators.js)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.values.stored import Journal, QuarantinedPart
from turntrack import __version__
from turntrack.codec.json_values import BEFORE_RELEASES
from turntrack.core.names import join_names
from turntrack.core.score import write_count

_LONGEST_FAULT = 120
_MOST_NOTES = 3

FOLLOWS = "Another tab is in control: tap “Take over here” first."
NEWER = "This device has data from a newer Turntrack; this one changes nothing."

FOLLOWING = "Another tab is in control; this one only follows."
NEW_VERSION = f"Turntrack is now version {__version__}."
NEWER_STORE = (
    "This device has data from a newer Turntrack. Here you can look at it and export it; to play on, reload the page "
    "online to get the newer version."
)
MEMORY_ONLY = (
    "Not saved: the browser lets this page store nothing. Export what you want to keep, allow storage, or open the "
    "page in a tab of its own."
)
FULL = (
    "Not saved: this device is full. What you do stays on this page, and Turntrack keeps trying to save it. Free up "
    "space on the device, or export the fight now."
)
REFUSED = (
    "Not saved: the browser’s storage does not respond; the device may be full. What you do stays on this page, and "
    "Turntrack keeps trying to save it. If this goes on, export the fight, then reload the page."
)
DELETED = "This fight was deleted in another tab. The home screen has it under “Deleted”; playing on brings it back."
PURGED = (
    "This fight was deleted for good in another tab. This page has all that is left of it: export it if you want to "
    "keep it."
)

RENEWED = "This fight’s long history was compacted. Undo and redo still work."
NO_END = "Last time, Turntrack stopped while opening it, so this time it starts with the list."

NAMELESS = "A fight"
"""The name of an encounter whose list entry is lost."""

THE_PARTY = "the party"
DAMAGED_ROW = "Damaged: kept as it was found"
ROW_BEFORE_RELEASES = f"{BEFORE_RELEASES} You can export it as it is."
WITHOUT_NAME = "Unnamed"
SET_ASIDE = "Damaged, or out of order"
FROM_ANOTHER_TAB = "from another tab"

IS_OPEN = "The open fight cannot be replaced: go to the list of fights first."
GONE_RULES = "These rules are no longer here."
GONE = "This fight is no longer here."
KEPT_MEANWHILE = "It has been saved in the meantime."
UNREADABLE = "Part of this fight cannot be read; open it first."
REAL_DICE_NEEDED = "Some of them roll real dice. Begin a fight first, and import into it."
NOTHING_TO_BRING_IN = "There is nothing to import."
NOT_TOLD = "The log could not be written and is missing. All steps are there."


EXPORT_FIRST = "First export what only this page has: the line above names the fight."

NOBODY_TO_KEEP = "Nobody is in the fight: there is nothing to save."
NEWER_TEMPLATE = (
    "This template is from a newer Turntrack; nothing has changed. Reload the page online to get the newer version."
)
UNREADABLE_TEMPLATE = "Part of this template cannot be read; nothing has changed."
NEXT_BEGUN = "The next fight. The last one stays in the list."
BEGUN = "A new fight: the template stays as it is."
AGAIN = "A new fight, set up like the last one, which stays in the list."


PACK_NOT_LOADED = "The creatures that come with the page could not be loaded. Everything else works."


def pack_unread(name: str, why: str) -> str:
    return f"The pack “{name}” cannot be read: {why}"


def too_many_packs(most: int) -> str:
    return f"At most {most} packs are kept. Remove one first."


def no_game(name: str) -> str:
    """Say that no game has this name."""
    return f"There is no game called “{name[:40]}” here."


def template_saved(name: str, replaced: str) -> str:
    """Report that a template is saved, and where the replaced one is."""
    old = "The old one" if replaced == name else f"“{replaced}”, which it replaces,"
    where = f" {old} is under “Deleted”." if replaced else ""
    return f"“{name}” is saved as a template, on the home screen.{where}"


def template_known(name: str) -> str:
    """Report that a template's name is taken."""
    return f"There is already a template called “{name}”. Choose another name."


def campaign_known(name: str) -> str:
    """Report that a campaign's name is taken."""
    return f"There is already a campaign called “{name}”."


def campaign_deleted(name: str) -> str:
    """Report that a campaign is deleted, and where its fights are."""
    return f"“{name}” is deleted. Its fights and party stay, without a campaign."


def too_many_campaigns(most: int) -> str:
    """Report that the limit of campaigns is reached."""
    return f"At most {most} campaigns can be saved here: delete one first."


def too_many_templates(most: int) -> str:
    """Report that the limit of templates is reached."""
    return f"At most {most} templates can be saved here: delete one first."


def refused(problem: str) -> str:
    """Report that a change failed, with the browser's message."""
    full = "QuotaExceededError" in problem
    why = "This device is full." if full else "The browser’s storage refuses it."
    return f"{why} Nothing has changed."


def unanswered(problem: str) -> str:
    """Report that the storage does not respond, with the browser's message."""
    return f"This device’s storage does not respond. {problem}"


def report_unopened_fight(problem: str) -> str:
    """Report that a fight cannot be opened, with the browser's message."""
    return f"This device’s storage does not respond: the fight cannot be opened. {problem}"


def deleted(name: str) -> str:
    """Report that something was deleted."""
    return f"“{name}” is deleted."


# Repairs


def restored(names: Iterable[str]) -> str:
    """Report what was restored at the start; empty if nothing was."""
    said = ", ".join(names)
    return f"This device’s storage had lost {said}: restored from the backup copy." if said else ""


def damaged(many: int) -> str:
    """Report unreadable rows on this device; empty if there are none."""
    if not many:
        return ""
    rows = (
        f"{many} entries on this device cannot be read, and are"
        if many > 1
        else "An entry on this device cannot be read, and is"
    )
    return f"{rows} kept. Export or discard what was found under “Damaged parts” on the home screen."


def written_anew(names: Iterable[str]) -> str:
    """Report that the store lost the open fight, and what else was restored."""
    said = ", ".join(names)
    others = f" Restored from the backup copy: {said}." if said else ""
    return f"This device’s storage had lost this fight: all of it has been saved again.{others}"


def repair_news(journal: Journal) -> str:
    """Report repairs of a journal; empty if none were needed."""
    if not journal.records and journal.aside:
        all_of_it = f"all {write_count(journal.aside, 'step')} were" if journal.aside > 1 else "its only step was"
        return (
            f"The first step of “{journal.name}” is damaged, and the fight cannot go on without it: {all_of_it} set "
            "aside unchanged. Export what was set aside under “Damaged parts” on the home screen."
        )
    said = []
    if journal.restored:
        restored = write_count(journal.restored, "step")
        said.append(f"{restored} had not been saved when the page was closed, and came back.")
    if journal.aside:
        aside = write_count(journal.aside, "step")
        said.append(
            f"{aside} did not fit the fight’s history and {_were(journal.aside)} set aside "
            "under “Damaged parts” on the home screen."
        )
    if journal.missing and not journal.records:
        said.append(f"Nothing is left of “{journal.name}”.")
    if journal.missing:
        missing = write_count(journal.missing, "step")
        said.append(f"{missing} at the end {_were(journal.missing)} lost from this device’s storage.")
    return " ".join(said)


def written_by_newer(count: int, total: int) -> str:
    """Report that a fight is read-only because a newer version wrote it."""
    return (
        f"This fight is from a newer Turntrack. {count} of its {total} steps can be viewed here. Reload the page "
        "online to get the newer version."
    )


def unread(count: int, total: int, wrong: str) -> str:
    """Report that a fight is read-only because its last records are valid but unknown to this version."""
    return (
        f"{count} of the {total} entries of this fight’s history can be read here, and are shown; the others are not "
        "damaged and stay on this device as they are. To play on from here, export the fight and import the file. "
        f"({wrong})"
    )


def unshown(name: str, why: str) -> str:
    """Report that an encounter cannot be opened."""
    called = f"“{name}”" if name else "This fight"
    return f"{called} cannot be shown; it is kept as it is. {why}".strip()


# Unsaved histories


def gone_on(name: str, kept_as: str) -> str:
    """Report that steps of this tab alone are stored as a new encounter."""
    return f"Another tab has played on in “{name}”. What this tab had is saved as “{kept_as}”."


def unkept(name: str, problem: str, newer: bool) -> str:
    """Report that steps of this tab alone cannot be stored."""
    why = f"Another tab has played on in “{name}”, and what only this tab had could not be saved. {problem}"
    if newer:
        why = f"A newer Turntrack is saving on this device now: the last steps of “{name}” are only on this page."
    return f"{why} Export it before you leave this page."


def taken_out(why: str) -> str:
    """Report that steps of this tab alone are exported."""
    return f"{why} You have exported it."


# Files


def nothing_readable(name: str) -> str:
    """Report that an encounter is missing from an export of everything."""
    return f"“{name}” is not in it: none of it can be read."


def unread_parts(count: int) -> str:
    """Report that an export of everything lacks what cannot be read."""
    are = "is" if count == 1 else "are"
    return f"{write_count(count, 'part')} that cannot be read {are} not in it: “Damaged parts” on the home screen."


def partly_readable(name: str, count: int, total: int) -> str:
    """Report that an export has only the start of an encounter."""
    rest = "the rest is damaged, missing, or of a newer version"
    return f"Only the first {count} of {total} steps of “{name}” are in it: {rest}."


def no_records(name: str) -> str:
    """Report that an encounter has no records to export."""
    return f"Nothing is left of “{name}” that can be read."


def as_kept(count: int) -> str:
    """Report that an export has unread records."""
    return f"This is what is stored, unread ({write_count(count, 'record')}); there is no log."


def too_long(way: str) -> str:
    """Report that an export is too long to be imported, and the way around it."""
    return f"This is too long to import again: {way}."


def report_import(
    fights: int,
    other_campaigns: tuple[str, ...],
    replaced: bool,
    members: int,
    newer_members: int,
    rule_sets: int,
    packs: int,
    campaigns: tuple[str, ...],
) -> str:
    """Report the result of an import.

    ``other_campaigns`` are the campaigns, other than the current campaign, that have the imported fights.
    ``newer_members`` is the number of members who now stand as in the file; ``campaigns`` are the new campaigns.
    """
    where = f", in {join_names([f'“{name}”' for name in other_campaigns])}" if other_campaigns and fights else ""
    said = [f"{write_count(fights, 'fight')} imported{where}."] if fights else []
    if campaigns and not fights:
        said.append(f"Imported: the campaign{'s' * (len(campaigns) > 1)} {join_names([f'“{n}”' for n in campaigns])}.")
    if replaced:
        said.append("What was here is in the archive.")
    if members:
        said.append(into_party(members))
    if newer_members:
        said.append(f"{write_count(newer_members, 'party member')} updated from the file, which is newer.")
    if rule_sets:
        said.append(f"{write_count(rule_sets, 'rule set')} added.")
    if packs:
        said.append(f"{write_count(packs, 'pack')} of creatures added.")
    return " ".join(said) or "Everything in it was here already."


def kept_sorted(members: int, enemies: int, fights: int) -> str:
    """Report what an export of several lists has brought."""
    counts = ((members, "in the party"), (enemies, "among the enemies"), (fights, "prepared"))
    return f"Imported: {', '.join(f'{count} {where}' for count, where in counts if count)}."


def into_party(members: int) -> str:
    """Report the number of new members."""
    return f"{members} added to the party."


def once_each(names: Iterable[str], more: int) -> str:
    """Report that combatants with a count became one member each."""
    said = ", ".join(names) + (f" and {more} more" if more else "")
    return f"Duplicates were merged into one member each: {said}."


def too_many_members(most: int) -> str:
    """Report that the limit of members is reached."""
    return f"A party has at most {most} members."


# Rule sets


def too_many_made(most: int) -> str:
    """Report that the limit of rule sets is reached."""
    return f"At most {most} rule sets of your own are kept. Delete one you no longer play."


def rules_kept(name: str) -> str:
    """Report that a rule set is saved."""
    return f"“{name}” is saved, among the games on the home screen."


def rules_renewed(name: str) -> str:
    """Report that a rule set is saved in a new version."""
    return f"“{name}” is saved in its new version. Fights already begun keep theirs."


def rules_known(name: str) -> str:
    """Report that an identical rule set is saved already."""
    return f"“{name}” is already here, unchanged."


# Quarantine


def aside_title(part: QuarantinedPart) -> str:
    """Return the title of an export of quarantined rows."""
    return f"{part.name}, set aside"


def aside_name(name: str) -> str:
    """Return the name of an encounter made of quarantined rows."""
    return f"{name} (set aside)"


def without_beginning(first: int, last: int) -> str:
    """Report that rows make no encounter without the steps before them."""
    which = f"step {first}" if first == last else f"steps {first} to {last}"
    return f"This is only {which} of a fight, without what came before, and cannot be played on its own."


NOT_ALLOWED = "NotAllowedError"
"""The browser's name for what it does not permit."""


def backed_up(folder: str) -> str:
    """Say that the first backup is in the folder."""
    return f"Backed up to “{folder}”, and again after each fight and when you leave."


def _why_of_folder(problem: str) -> str:
    """Say what is wrong with a folder; ``problem`` is the browser's name for the reason."""
    reasons = {
        "NotFoundError": "the folder is not there any more",
        NOT_ALLOWED: "the browser was not allowed to write into it",
        "QuotaExceededError": "there is no room left",
        "TypeMismatchError": "a folder in it has the name of the file",
        "NoModificationAllowedError": "something else is using the file",
        "NotReadableError": "the browser cannot read it",
        "SecurityError": "the browser does not allow it here",
        "AbortError": "the browser has stopped it",
    }
    return reasons.get(problem, f"the browser reports “{problem}”")


def not_backed_up(folder: str, problem: str) -> str:
    """Say why no backup was written; ``problem`` is the browser's name for the reason."""
    return (
        f"No backup in “{folder}”: {_why_of_folder(problem)}. Everything is on this device as before. Choose a folder "
        "under “Back up everything”."
    )


def left_out_of_backup(folder: str, notes: Sequence[str]) -> str:
    """Say what a backup lacks; empty for nothing. ``notes`` are sentences about what could not be read."""
    if not notes:
        return ""
    more = f" The same holds for {len(notes) - _MOST_NOTES} more." if len(notes) > _MOST_NOTES else ""
    said = " ".join(notes[:_MOST_NOTES])
    return f"The new backup in “{folder}” is not whole; the whole ones stay as they are. {said}{more}"


def folder_not_chosen(problem: str) -> str:
    """Say why no folder was chosen; ``problem`` is the browser's name for the reason."""
    return f"No folder was chosen: {_why_of_folder(problem)}."


def folder_unread(problem: str) -> str:
    """Say why no backup is read from a folder; ``problem`` is the browser's name for the reason."""
    return f"This folder cannot be read: {_why_of_folder(problem)}."


def passed_over(file: str, passed: Sequence[str]) -> str:
    """Say which files of a folder are not restored; empty if there are none."""
    return f"“{file}” is the newest whole backup here. Passed over: {_some_of(passed)}." if passed else ""


def only_partial(file: str) -> str:
    """Say that a folder has no whole backup."""
    return f"No backup in this folder is whole. “{file}” has what could be read when it was written."


def no_backup(passed: Sequence[str]) -> str:
    """Say that a folder has no backup; ``passed`` are its other files of Turntrack."""
    if not passed:
        return "This folder has no Turntrack backup."
    return f"No file in this folder is a whole backup: {_some_of(passed)}. “Import” shows what is in one of them."


def _some_of(files: Sequence[str]) -> str:
    return join_names(
        [*files[:_MOST_NOTES], *([f"{len(files) - _MOST_NOTES} more"] if len(files) > _MOST_NOTES else [])]
    )


FIRST_DAMAGED = "The first of these steps is damaged, and the fight cannot go on without it."


def rows_unread(wrong: str) -> str:
    """Report that this version cannot read the rows."""
    return f"This version cannot read these steps. {wrong}"


def rows_partly_read(taken: int, total: int) -> str:
    """Report that only the first quarantined steps are used; empty if all are."""
    return f"Of {total} steps that were set aside, only the first {taken} can be read." if taken < total else ""


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def name_fault(error: Exception) -> str:
    """Format an unexpected error for a bug report."""
    return f"({type(error).__name__}: {error})"[:_LONGEST_FAULT]
