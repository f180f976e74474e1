"""Drawing of a fight: its regions, its lists and its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.fight.commands import choice_of, readable_commands_to_open
from app.fight.fight import MOST_COUNTED, Fight
from app.intents.base import NOTHING
from app.intents.fight import Do
from app.intents.html_codec import write
from app.rule_editor.html import render_own_rules
from app.ui.conditions import reminder_views, render_reminders
from app.ui.fight_counters import fight_counter_views, render_fight_counters
from app.ui.log import quote, render_lines, render_log
from app.ui.luck import render_recovery, render_soak, render_spending, soak_views
from app.ui.markup import Html, Pieces, join
from app.ui.panel import panel_view
from app.ui.panel_html import (
    render_after_the_end,
    render_damage_buttons_beside,
    render_end_switch,
    render_panel,
    render_repeat_button,
    render_round_start_button,
    render_who_rolls,
    same_again_words,
)
from app.ui.reinforcements import reinforcements_view, render_due, render_later
from app.ui.sheet import Sheet
from app.ui.slab import (
    SlabView,
    render_actors_spoken,
    render_all_fall,
    render_fall_beside,
    render_falls_beside,
    render_title,
    render_turn_heading,
    render_undo_redo_log,
    render_upcoming_turns,
    slab_view,
)
from app.ui.stat_card import render_card_beside
from app.ui.strike import NOTHING_DEALT, OpenAttack, open_attack
from app.ui.summary import is_over, render_side_down
from app.ui.track import FoldView, RowView, TrackView, track_view
from app.ui.track_html import render_slab_rows, render_track
from app.ui.words import NOT_COUNTED
from turntrack.core.fields import TOLD
from turntrack.core.model import Encounter, Id
from turntrack.core.own_sides import likely_sides_of_players
from turntrack.core.settings import SPENT, TURN_CLOCK, setting
from turntrack.rules.conditions import conditions_of
from turntrack.systems.protocol import PanelInput, Section, TurnSystem


@dataclass(frozen=True, slots=True)
class FightOptions:
    """What the table has chosen to see of a fight, and its input on the panel."""

    entered: PanelInput = NOTHING
    steps: int = 0
    """How many steps the log shows; 0 while it is closed."""
    about: Id = ""
    """The combatant that the log is about; empty for everybody."""
    drawer: str = ""
    """The section whose drawer is open."""
    unfolded: str = ""
    chosen: tuple[Id, ...] = ()
    """The subjects of the open sheet."""
    kept_up: frozenset[tuple[str, Id, int]] = frozenset()
    """Who stays up without health: the fight, the combatant, and the step that took the health."""


@dataclass(frozen=True, slots=True)
class FightScreen:
    """A fight as HTML: regions and lists by their ids, and the sections of the panel."""

    regions: dict[str, str]
    lists: dict[str, Pieces]
    sections: tuple[Section, ...]
    side: str = ""
    """The index of the acting side; empty for none."""


def draw(fight: Fight, options: FightOptions) -> FightScreen:
    """Draw all regions of the fight."""
    encounter, system = fight.encounter, fight.system
    sections = system.sections(encounter, options.entered)
    taps = {
        choice.row: write(Do(choice.command))
        for section in sections
        for choice in section.choices
        if choice.row and not choice.preview.refusal
    }
    chances = None if encounter.is_open else fight.chances(readable_commands_to_open(sections))
    coming = fight.coming() if encounter.is_open else ()
    over = is_over(fight.session.past, system)
    slab = slab_view(encounter, system, sections, chances, fight.turn(), coming, over)
    by_row = chances.by_row if chances else NOT_COUNTED
    attack = open_attack(encounter, system, sections, options.entered)
    track = track_view(
        encounter,
        system,
        taps,
        by_row,
        options.unfolded,
        options.chosen,
        fight.last_hit_target(),
        attack,
        fight.recent_damage() if attack else NOTHING_DEALT,
        fight.is_settled(),
        fight.rows,
    )
    asked = _list_to_ask(fight, track, options)
    last, step = fight.log.entries(1), len(fight.session.past)
    regions: dict[str, str] = {
        "title": render_title(encounter, system, fight.turn_began() if setting(encounter, TURN_CLOCK) == "on" else 0),
        "fight-counters": render_fight_counters(fight_counter_views(encounter)),
        "whose": render_actors_spoken(slab, is_spent=attack is not None and attack.act is None),
        "now": join(render_turn_heading(slab), render_upcoming_turns(slab.coming), render_round_start_button(slab)),
        "history": render_undo_redo_log(
            fight.log.undo_title(),
            fight.log.redo_title(),
            last[0].sentences if last else (),
            step,
            bool(options.steps),
            asked,
        ),
        "panel": join(
            *_draw_above_deck(encounter, system),
            render_panel(
                panel_view(encounter, system, sections, options.entered, options.drawer),
                chances,
                options.drawer,
                (render_after_the_end(slab),) if over else _draw_beside_turn(fight, track, attack, asked),
                _draw_end_switch(encounter, sections, attack),
                _draw_who_rolls(encounter, system, slab),
            ),
        ),
    }
    lists = {"acting": render_slab_rows(track), "track": (*render_track(track), *_draw_later(fight))}
    return FightScreen(regions, lists, sections, "" if slab.side is None else str(slab.side))


def _draw_above_deck(encounter: Encounter, system: TurnSystem) -> Iterator[Html]:
    """Draw what must be settled before the fight can begin."""
    if system.has_rules_of_fights and not encounter.round and not system.own_rules(encounter):
        yield render_own_rules()


def _draw_beside_turn(
    fight: Fight, track: TrackView, attack: OpenAttack | None, asked: Sequence[RowView]
) -> Iterator[Html]:
    """Draw taps besides the choices: defeated sides, due happenings, reminders, damage, a group's repeat."""
    encounter, target = fight.encounter, attack.target if attack else ""
    if down := render_side_down(encounter):
        yield down
    for key in encounter.acting() if encounter.stat_cards or encounter.conditions else ():
        card = encounter.stat_cards.get(key, ())
        conditions = tuple((each.name, each.text) for each in conditions_of(encounter, key) if each.text)
        if card or conditions:
            yield render_card_beside(key, encounter.name_of(key), card, conditions, fight.card_roll(key, attack))
    for key in encounter.acting() if encounter.conditions else ():
        if recovery := render_recovery(encounter, key, fight.system):
            yield recovery
    yield from map(render_soak, soak_views(encounter, fight.session.past, fight.system))
    if encounter.happenings:
        yield from render_due(reinforcements_view(encounter, fight.system))
    if encounter.conditions:
        yield from render_reminders(reminder_views(encounter, fight.system))
    if members := fight.repeatable_group():
        yield render_repeat_button(same_again_words(encounter, members, MOST_COUNTED))
    rows = (*track.slab, *track.active, *track.done, *track.fallen)
    if len(asked) > 1:
        yield render_all_fall(asked)
    for row in rows:
        match row:
            case RowView() if row.struck or (row.id == target and row.amounts):
                yield render_damage_buttons_beside(row, row in track.slab, row in asked)
            case RowView() if row in asked:
                yield render_fall_beside(row)
            case FoldView() if row.first.may_fall:
                yield render_falls_beside(row)
    for key in encounter.acting() if fight.system.luck else ():
        if spending := render_spending(encounter, key, fight.system):
            yield spending


def _list_to_ask(fight: Fight, track: TrackView, options: FightOptions) -> list[RowView]:
    """List the rows of those who may fall, without those of whom it is said that they stay up."""
    rows = (*track.slab, *track.active, *track.done)
    asked = [row for row in rows if isinstance(row, RowView) and row.may_fall]
    return [row for row in asked if (fight.key, row.id, fight.step_without_health(row.id)) not in options.kept_up]


def _draw_end_switch(encounter: Encounter, sections: Sequence[Section], attack: OpenAttack | None) -> Iterator[Html]:
    """Draw whether the last attack ends the turn, where attacks leave it open."""
    if attack and attack.act and attack.end:
        choice = choice_of(sections, attack.act)
        if choice and choice.preview.next in ("", attack.act.id):  # nobody else is next
            yield render_end_switch(setting(encounter, SPENT) == "ends")


def _draw_who_rolls(encounter: Encounter, system: TurnSystem, slab: SlabView) -> Html | None:
    """Draw who rolls for the players’ side, or who deals cards to all, before the first round."""
    own, combatants, are_cards = likely_sides_of_players(encounter), encounter.combatants, bool(system.deck)
    is_one_side = all(combatant.side in own for combatant in combatants.values())
    if encounter.round or not slab.rolls or (is_one_side and not are_cards):
        return None
    members = [
        member
        for member in encounter.everybody().values()
        if are_cards or (member.side in own and member.sheet.get(TOLD.key, "") == "")
    ]
    if not members:
        return None
    at_table = all(member.at_table for member in members)
    return render_who_rolls(tuple(member.id for member in members), at_table=at_table, are_cards=are_cards)


def _draw_later(fight: Fight) -> Pieces:
    """Draw the reinforcements and happenings at the end of the string."""
    encounter = fight.encounter
    view = reinforcements_view(encounter, fight.system) if encounter.wings or encounter.happenings else None
    return (("later", render_later(view)),) if view and view.words else ()


def draw_log(fight: Fight, options: FightOptions) -> tuple[Sheet, Pieces]:
    """Draw the sheet of the log and its last entries, all or those of one combatant."""
    there, encounter = len(fight.session.past), fight.encounter
    names = tuple((combatant_id, encounter.name_of(combatant_id)) for combatant_id in encounter.order)
    entries = fight.log.entries(options.steps, options.about)
    shown = range(there - options.steps, there + 1) if not options.about else ()
    branches = tuple(branch for branch in fight.log.branches() if branch.fork in shown)
    rolled = quote(fight.log.redo_title()) if fight.undone_rolls() else ""
    around = render_log(names, options.about, not entries, there > options.steps, fight.log.ahead(), rolled)
    return around, render_lines(entries, branches)
