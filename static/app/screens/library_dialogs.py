"""Drawing of the library's dialogs, in the list of fights or beside the open fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from app.fight.fight import Fight
from app.fight.preview import command_changes
from app.intents.base import Values
from app.intents.library import RestParty
from app.page.library import (
    AboutDialog,
    CampaignDialog,
    DiscardDialog,
    DropUnsavedDialog,
    ExportDialog,
    HowDialog,
    ImportDialog,
    LibraryDialog,
    LibraryState,
    NextFightDialog,
    PacksDialog,
    PartyDialog,
    PurgeDialog,
    QuarantineDialog,
    RestDialog,
    RuleEditorDialog,
    RuleSetDialog,
    SavedFightDialog,
    TemplateDialog,
)
from app.rule_editor.html import render_rule_editor, render_rule_set, render_rule_set_import
from app.rule_editor.state import RuleEditor
from app.screens.file_sheets import (
    render_busy,
    render_discard_question,
    render_export,
    render_import,
    render_link,
    render_preview,
    render_quarantine,
    render_roster,
)
from app.storage.import_reader import ImportComparison, ImportedPack, ImportedRoster, ImportedRules
from app.storage.messages import GONE_RULES
from app.ui.about import render_about, report, since
from app.ui.home import rules_title
from app.ui.how import render_how
from app.ui.markup import tag
from app.ui.packs import SHOWN, render_pack_import, render_packs
from app.ui.party import RestView, render_party, render_rest, state_words
from app.ui.saved import render_campaign, render_drop_question, render_purge_question, render_saved_fight
from app.ui.sheet import Sheet, sheet
from app.ui.templates import render_next_fight, render_template_form
from app.values.releases import RELEASES
from app.values.stored import Key, PartyMember, systems_counting_up
from turntrack.core.settings import UNIT, setting
from turntrack.rules.health import counts_up, counts_wounds
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules.rule_change import take

_LONGEST_SHOWN = 10_000
"""At most this many characters of a file are shown in the box for pasted text."""


def draw_library_dialog(
    dialog: LibraryDialog,
    fight: Fight | None,
    typed: Values,
    library: LibraryState,
    systems: tuple[TurnSystem, ...],
    fault: str,
) -> Sheet:
    """Draw the open dialog with its unsent input and its error. ``fault`` is the last unexpected error."""
    error = library.error
    match dialog:
        case RuleEditorDialog():
            return _draw_rule_editor(library, fight)
        case RuleSetDialog(key):
            made = next((rule_set for rule_set in library.rule_sets if rule_set.key == key), None)
            return render_rule_set(made, error) if made else sheet("Gone", tag("p", GONE_RULES))
        case ExportDialog(export) if export.link:
            return render_link(export)
        case SavedFightDialog(saved, template):
            known = next((system for system in systems if system.key == saved.system), None)
            return render_saved_fight(
                saved, rules_title(saved, known), typed, error, template, library.campaigns.others_of(saved)
            )
        case TemplateDialog(name, own):
            return render_template_form(name, own, typed, error)
        case NextFightDialog(party, state, can_rest, templates):
            up = fight is not None and counts_up(fight.encounter)
            are_wounds = fight is not None and counts_wounds(fight.encounter)
            return render_next_fight(party, state, can_rest, templates, error, up=up, wounds=are_wounds)
        case RestDialog(members):
            counting_up = _systems_counting_up(library, fight, systems)
            wounds = _members_with_wounds(members, library, fight)
            states = [
                (member, state_words(member, up=member.system in counting_up, wounds=member.key in wounds))
                for member in members
            ]
            is_any_hurt = any(state for _, state in states)
            who = (
                RestView(member.key, member.command_to_join().name, state, bool(state) or not is_any_hurt)
                for member, state in states
            )
            return render_rest(who, RestParty(), typed, error)
        case CampaignDialog(counts, others):
            campaigns = library.campaigns
            return render_campaign(campaigns.current, counts, others, not campaigns.all, typed, error)
        case PurgeDialog(saved):
            return render_purge_question(saved)
        case DropUnsavedDialog(key, name):
            return render_drop_question(key, name)
        case PartyDialog(members, removed):
            fighters = tuple(fight.encounter.everybody().values()) if fight else ()
            titles = {system.key: system.title for system in systems}
            counting_up = _systems_counting_up(library, fight, systems)
            wounds = _members_with_wounds(members, library, fight)
            system = fight.system if fight else None
            return render_party(members, titles, system, fighters, counting_up, wounds, removed, error)
        case QuarantineDialog(asides):
            return render_quarantine(asides, error)
        case DiscardDialog(aside):
            return render_discard_question(aside)
        case ExportDialog(export):
            folder = library.folder if export.is_of_everything else None
            title = "Back up everything" if export.is_of_everything else f"Export {export.title}"
            return render_export(title, bool(export.log), len(export.file), export.notes, folder)
        case ImportDialog():
            return _draw_import(dialog, fight, typed, error, systems)
        case PacksDialog(packs, campaigns):
            return render_packs(packs, campaigns, error)
        case AboutDialog(device, seen):
            return render_about(since(seen) or RELEASES[:1], report(device, fault), are_new=bool(since(seen)))
        case HowDialog():
            return render_how()
        case _:
            assert_never(dialog)


def _draw_rule_editor(library: LibraryState, fight: Fight | None) -> Sheet:
    """Draw the rule editor, with what its rules would change in the open fight."""
    editor = library.rule_editor or RuleEditor()
    now: tuple[str, ...] = ()
    if fight and fight.encounter.round and editor.of_fight and editor.was != editor.rules:
        now = command_changes(fight.encounter, fight.system, take(editor.rules, "change"))
    return render_rule_editor(editor, library.rule_sets, library.error, now)


def _draw_import(
    dialog: ImportDialog, fight: Fight | None, typed: Values, error: str, systems: tuple[TurnSystem, ...]
) -> Sheet:
    if dialog.doing:
        return render_busy(dialog.doing, dialog.percent, can_stop=bool(dialog.task))
    match dialog.contents:
        case ImportedRules(rules, known):
            return render_rule_set_import(rules, bool(known), error)
        case ImportComparison() as compared:
            return render_preview(compared, systems, error, dialog.file, dialog.said)
        case ImportedRoster(roster, game, choices):
            here, wanted = fight.system if fight else None, game.system
            fits = here is not None and (here.key, here.fields) == (wanted.key, wanted.fields)
            return render_roster(roster, game, choices, fits, error, dialog.file)
        case ImportedPack(pack):
            return render_pack_import(
                pack.name,
                len(pack.creatures),
                [creature.name for creature in pack.creatures[:SHOWN]],
                pack.source,
                error,
            )
        case None:
            return render_import(error, str(typed.get("text", dialog.text[:_LONGEST_SHOWN])))
        case _:
            assert_never(dialog.contents)


def _systems_counting_up(library: LibraryState, fight: Fight | None, systems: tuple[TurnSystem, ...]) -> frozenset[str]:
    """Return the keys of the systems whose damage is counted up: in the open fight, else in the next one."""
    others = tuple(system for system in systems if fight is None or system.key != fight.system.key)
    here = {fight.system.key} if fight and counts_up(fight.encounter) else frozenset[str]()
    return systems_counting_up(others, library.saved_here) | here


def _members_with_wounds(members: Sequence[PartyMember], library: LibraryState, fight: Fight | None) -> frozenset[Key]:
    """Return the keys of the members who took wounds, and no points, in their last fight, or would in the open one."""
    units = {saved.key: saved.left.options.get(UNIT.key) for saved in library.saved_here if saved.left}
    if fight:
        units[fight.key] = setting(fight.encounter, UNIT)
    return frozenset(
        member.key
        for member in members
        if units.get(member.fight or (fight.key if fight and fight.system.key == member.system else "")) == "wounds"
    )
