"""Drawing of a fight's dialogs, each from its subject and the current fight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from app.fight.commands import command_for
from app.fight.fight import Fight
from app.fight.preview import command_changes, correction_changes, preview_move
from app.fight.search import SOUGHT, find, render_find
from app.importers.reader import read_typed
from app.intents import fight as i
from app.page.dialog import CounterForm, FightCounterForm, PendingCommands, Refusal, ReinforcementsDialog, SheetSubject
from app.storage.messages import name_fault
from app.ui import log
from app.ui.adding import LineView, joinable_combatants, render_add_form, render_add_lines
from app.ui.combatant import PersonView, render_counter_form, render_counters, render_edit, render_person, render_why
from app.ui.conditions import condition_form_view, condition_view, render_condition_form, render_conditions_of
from app.ui.damage import damage_view, render_damage_form
from app.ui.dice import OwedRoll, render_dice_entry
from app.ui.fight_counters import render_fight_counter_form
from app.ui.line_words import line_words
from app.ui.log import RollBox, RollView, render_branch_question, render_branches
from app.ui.markup import Html
from app.ui.menu import render_keys, render_menu, render_note, render_options, render_refused, render_rules
from app.ui.panel import all_blocks
from app.ui.party import RestView, command_state_words, render_rest
from app.ui.players import render_players_sheet
from app.ui.reinforcements import reinforcements_view, render_reinforcements, render_visibility
from app.ui.sheet import Sheet, render_missing_combatant
from app.ui.stat_card import render_card_button, render_card_form, render_card_sheet
from app.ui.summary import account_view, backup_words, clock_view, render_account, render_clocks
from app.ui.words import initials, letters_of, number_sides, number_words, side_places
from app.values.creatures import NO_CREATURES, Creatures
from app.values.fight_names import name_numbered_round, name_of
from app.values.forms import ConditionForm, DamageForm, FormInput
from app.values.lists import LineRead, Span, explain, heading_words
from app.values.sides import is_of_class
from app.values.stored import PartyMember, inherited_options_words, party_ids
from app.values.tried import try_out
from turntrack.core.commands import AddCombatant, ChooseOption, MakeEncounter, OpenRound, RuleAct
from turntrack.core.errors import Malformed, Refused
from turntrack.core.events import Spent
from turntrack.core.fields import NOTHING, Field, Kind
from turntrack.core.model import Id
from turntrack.history.templates import command_to_carry
from turntrack.lines.headings import FOES, HEROES
from turntrack.lines.roles import can_be_told
from turntrack.log.clauses import comes_words
from turntrack.rules.conditions import NAMES, conditions_of, known_names, usual_end
from turntrack.rules.health import counts_up, counts_wounds, tally_of
from turntrack.rules.wounds import read_from_line, words_of_line
from turntrack.systems.protocol import Section


def draw_dialog(
    subject: SheetSubject,
    fight: Fight,
    typed: FormInput,
    sections: tuple[Section, ...] = (),
    members: tuple[PartyMember, ...] = (),
    backup: int = 0,
    creatures: Creatures = NO_CREATURES,
) -> Sheet:
    """Draw a dialog of the fight. ``sections`` are all choices, ``members`` the stored combatants.

    ``creatures`` are those of the packs that the fight searches. ``backup`` is the time of the last backup, in
    milliseconds since 1970; 0 for none.
    """
    match subject:
        case PendingCommands():
            return _draw_dice_entry(subject, fight, typed)
        case Refusal(ruling, refused):
            return _draw_refusal(ruling, refused, fight, typed)
        case DamageForm():
            return render_damage_form(damage_view(subject, fight.encounter, fight.system), typed.error)
        case ConditionForm():
            return render_condition_form(
                condition_form_view(subject, fight.encounter, fight.system), typed.values, typed.error
            )
        case ReinforcementsDialog():
            read = _explain_lines(str(typed.values.get("wing-lines", "")), fight, creatures, typed)
            return render_reinforcements(
                reinforcements_view(fight.encounter, fight.system), typed.values, typed.error, read
            )
        case CounterForm(combatant_id):
            return render_counter_form(combatant_id, fight.encounter.name_of(combatant_id), typed.values, typed.error)
        case FightCounterForm(name):
            return render_fight_counter_form(fight.encounter, name, typed.values, typed.error)
        case i.Why(combatant_id):
            return _draw_why(combatant_id, fight, typed)
        case i.Person(combatant_id):
            return _draw_person(combatant_id, fight, typed)
        case i.Line(step):
            return _draw_moment(step, fight, typed)
        case i.BranchDrop(place):
            return _draw_branch_question(place, fight, typed)
        case i.Edit(combatant_id):
            return _draw_edit(combatant_id, fight, typed)
        case i.FightDialog.ADD:
            return _draw_add_lines(fight, typed, members, creatures)
        case i.FightDialog.FORM:
            up, wounds = counts_up(fight.encounter), counts_wounds(fight.encounter)
            return render_add_form(fight.system.fields, typed.values, typed.error, up=up, wounds=wounds)
        case i.FightDialog.FIND:
            return _draw_find(fight, typed, sections)
        case i.FightDialog.MENU:
            return _draw_menu(fight, typed)
        case i.FightDialog.PLAYERS:
            return render_players_sheet(fight.encounter.options, typed.error)
        case i.FightDialog.CLOCKS:
            return render_clocks(clock_view(fight.session.past), fight.encounter.options, typed.error)
        case i.FightDialog.ACCOUNT:
            view = account_view(fight.session.past, fight.system)
            old = backup_words(fight.session.past, backup)
            return render_account(view, typed.error, old)
        case i.FightDialog.KEYS:
            return render_keys(fight.encounter.options, typed.error)
        case i.FightDialog.OPTIONS:
            return _draw_options(fight, typed)
        case i.FightDialog.RULES:
            return _draw_rules(fight, typed)
        case i.OpenStatCard(combatant_id) | i.EditStatCard(combatant_id):
            return _draw_card(combatant_id, isinstance(subject, i.EditStatCard), fight, typed)
        case i.FightDialog.OPEN_REST:
            return _draw_rest(fight, typed)
        case i.FightDialog.NOTE:
            return render_note(str(typed.values.get("text", "")), typed.error)
        case _:
            assert_never(subject)


def _draw_refusal(command: RuleAct, refusal: Refused, fight: Fight, typed: FormInput) -> Sheet:
    """Draw a refusal: its reason, the option that would allow the action, and the ruling."""
    encounter, system = fight.encounter, fight.system
    if command.id and command.id not in encounter.combatants:
        return render_missing_combatant()
    text = next((rule.text for rule in system.rules if rule.id == refusal.rule), "")
    lifting = next((option for option in system.options if option.key == refusal.lifted_by), None)
    title = f"{encounter.name_of(command.id)}: {command.label}" if command.id else command.label
    rule_id = "" if system.has_rules_of_fights else refusal.rule
    return render_refused(title, command, refusal, rule_id, text, lifting, _uses_words(command, fight), typed.error)


def _uses_words(command: RuleAct, fight: Fight) -> str:
    """Say what follows from an action that is done by ruling, with its cost."""
    said = ["as if the rules allowed it"]
    draft = try_out(fight.encounter, command, fight.system).draft
    if draft:
        cost = sum(event.term.amount for event in draft.events if isinstance(event, Spent) and event.id == command.id)
        said += [f"its cost of {cost} is paid"] if cost and fight.system.counts_points else []
    return ": ".join(said)


def _draw_options(fight: Fight, typed: FormInput) -> Sheet:
    encounter, system = fight.encounter, fight.system
    made = fight.session.past[0].command
    was = inherited_options_words(system, made.options) if isinstance(made, MakeEncounter) else ""
    return render_options(
        system,
        encounter.options,
        lambda key, value: command_changes(encounter, system, ChooseOption(key, value)),
        typed.error,
        was,
    )


def _draw_rules(fight: Fight, typed: FormInput) -> Sheet:
    wanted = str(typed.entered.get("rules.search", ""))
    return render_rules(fight.system, fight.encounter.options, wanted)


def _draw_find(fight: Fight, typed: FormInput, sections: tuple[Section, ...]) -> Sheet:
    sought = str(typed.values.get(SOUGHT, ""))
    blocks = all_blocks(fight.encounter, fight.system, sections, typed.entered)
    return render_find(find(sought, fight, blocks), sought)


def _draw_menu(fight: Fight, typed: FormInput) -> Sheet:
    name, branches = name_of(fight.encounter), fight.log.branches()
    listed = render_branches(branches) if branches else None
    encounter, system = fight.encounter, fight.system
    close = f"End {system.round_name(encounter.round)}" if encounter.is_open else ""
    typed_name = str(typed.values.get("name", name))
    return render_menu(name, typed_name, typed.error, listed, system.has_rules_of_fights, close)


def _draw_moment(step: int, fight: Fight, typed: FormInput) -> Sheet:
    moment = fight.log.moment(step)
    if moment is None:
        return log.render_missing_step()
    during = name_numbered_round(moment.round, fight.system)
    texts = {rule.id: rule.text for rule in fight.system.rules}
    boxes = tuple(_roll_box(roll, fight, typed) for roll in moment.rolls)
    return log.render_moment(", ".join(filter(None, (f"Step {step}", during))), moment, texts, boxes, typed.error)


def _draw_branch_question(place: int, fight: Fight, typed: FormInput) -> Sheet:
    branch = next((branch for branch in fight.log.branches() if branch.place == place), None)
    return render_branch_question(branch, typed.error) if branch else log.render_missing_step()


def _draw_why(combatant_id: Id, fight: Fight, typed: FormInput) -> Sheet:
    number = fight.system.number(fight.encounter, combatant_id) if combatant_id in fight.encounter.combatants else None
    if number is None:
        return render_missing_combatant()
    encounter, system = fight.encounter, fight.system
    rolls = tuple(_roll_box(roll, fight, typed) for roll in fight.corrections.rolls_of(combatant_id))
    when = name_numbered_round(encounter.round, system)
    side = side_places(encounter)[encounter.combatants[combatant_id].side]
    return render_why(encounter.name_of(combatant_id), when, side, number, system, rolls, typed.error)


def _roll_box(roll: RollView, fight: Fight, typed: FormInput) -> RollBox:
    """Return the view of a roll with its correction as typed, and what that would change."""
    if roll.correct is None:
        return RollBox(roll, "", False)
    box = RollBox(roll, str(typed.values.get(roll.field, roll.correct.faces)), typed.asked == roll.field)
    if not box.is_changed:
        return box
    try:
        command = fight.corrections.correction(replace(roll.correct, faces=box.now))
        changes, then = correction_changes(fight.encounter, fight.system, command)
    except (Refused, Malformed) as error:
        return replace(box, wrong=str(error))
    return replace(box, changes=changes, then=then)


def _draw_person(combatant_id: Id, fight: Fight, typed: FormInput) -> Sheet:
    encounter, system = fight.encounter, fight.system
    if combatant_id not in encounter.combatants:
        return render_missing_combatant()
    places = side_places(encounter)
    number = system.number(encounter, combatant_id)
    ways = (command_for(intent, encounter, system) for intent in (i.Up(combatant_id), i.Down(combatant_id)))
    earlier, later = (preview_move(encounter, system, way) for way in ways)
    typed_number = system.show_number(number.total) if number else ""
    score = Field("score", "Number", Kind.TEXT if system.deck else Kind.NUMBER, typed_number)
    view = PersonView(
        encounter.combatants[combatant_id],
        health=tally_of(encounter, encounter.combatants[combatant_id]),
        standing=encounter.standings[combatant_id],
        number=number,
        bead=number_words(system, number.total) if number else "",
        spoken=system.say_number(number.total) if number else "",
        badges=system.badges(encounter, combatant_id),
        facts=system.rulable_facts(encounter, combatant_id),
        is_running=encounter.is_open,
        has_rounds=not system.is_endless,
        has_numbers=any(system.number(encounter, member_id) for member_id in encounter.order),
        sides={member_id: places[combatant.side] for member_id, combatant in encounter.combatants.items()},
        earlier=earlier,
        later=later,
        letters=letters_of(encounter)[encounter.name_of(combatant_id)],
        lasting=_draw_conditions(combatant_id, fight),
        score=score,
        number_lasts=number is not None and system.number_lasts(encounter),
    )
    return render_person(view, typed.values, typed.error)


def _draw_conditions(combatant_id: Id, fight: Fight) -> tuple[tuple[str, Html], ...]:
    """Draw a combatant's conditions and counters."""
    encounter = fight.encounter
    there = tuple(
        condition_view(encounter, condition, fight.system) for condition in conditions_of(encounter, combatant_id)
    )
    names = known_names(encounter, fight.system.conditions or NAMES)
    return (
        (
            "conditions",
            render_conditions_of(
                combatant_id, there, names, tuple(name for name in names if usual_end(name, fight.system))
            ),
        ),
        ("counters", render_counters(encounter.combatants[combatant_id])),
        (
            "stat card" if fight.system.deck else "card",
            render_card_button(combatant_id, encounter.stat_cards.get(combatant_id, ())),
        ),
        (
            "whereabouts",
            render_visibility(
                combatant_id, combatant_id in encounter.hidden, reinforcements_view(encounter, fight.system)
            ),
        ),
    )


def _draw_edit(combatant_id: Id, fight: Fight, typed: FormInput) -> Sheet:
    if combatant_id not in fight.encounter.combatants:
        return render_missing_combatant()
    combatant, up = fight.encounter.combatants[combatant_id], counts_up(fight.encounter)
    wounds = counts_wounds(fight.encounter)
    return render_edit(combatant, fight.system.fields, typed.values, typed.error, up=up, wounds=wounds)


def _draw_add_lines(fight: Fight, typed: FormInput, members: tuple[PartyMember, ...], creatures: Creatures) -> Sheet:
    lines = str(typed.values.get("lines", ""))
    sought = str(typed.values.get("enemy-search", ""))
    kept = joinable_combatants(
        members, fight.encounter, {system.key: system.title for system in fight.session.systems}, sought
    )
    read = _explain_lines(lines, fight, creatures, typed)
    packs = tuple((pack.name, len(pack.creatures)) for pack in creatures.packs)
    said = fight.system.line_words
    wounds = counts_wounds(fight.encounter)
    return render_add_lines(fight.system.fields, lines, read, typed.error, kept, sought, packs, said, wounds)


def _draw_card(combatant_id: Id, is_form: bool, fight: Fight, typed: FormInput) -> Sheet:
    combatant = fight.encounter.everybody().get(combatant_id)
    if combatant is None:
        return render_missing_combatant()
    card = fight.encounter.stat_cards.get(combatant_id, ())
    if card and not is_form:
        return render_card_sheet(combatant_id, combatant.name, card, typed.error)
    return render_card_form(combatant_id, combatant.name, str(typed.values.get("card", "\n".join(card))), typed.error)


def _draw_rest(fight: Fight, typed: FormInput) -> Sheet:
    encounter = fight.encounter
    up, wounds = counts_up(encounter), counts_wounds(encounter)
    sides = {combatant.side for combatant in encounter.combatants.values()}
    party = party_ids(encounter) or (encounter.order if len(sides) == 1 else ())
    who = (
        RestView(
            combatant_id,
            encounter.name_of(combatant_id),
            command_state_words(command_to_carry(encounter, combatant_id, fight.system), up=up, wounds=wounds),
            combatant_id in party,
            combatant_id not in party,
        )
        for combatant_id in sorted(encounter.order, key=lambda combatant_id: combatant_id not in party)
    )
    return render_rest(who, i.RestIntent(), typed.values, typed.error)


def _read_lines(lines: str, fight: Fight, creatures: Creatures) -> tuple[LineRead, ...]:
    try:
        return read_typed(lines, fight.encounter, fight.system, creatures)
    except Exception as error:  # what was typed stays within reach, to be put in other words
        return (
            LineRead(
                Span(1, 0), lines, wrong=f"Turntrack cannot read this. Put it in other words. {name_fault(error)}"
            ),
        )


def _explain_lines(lines: str, fight: Fight, creatures: Creatures, typed: FormInput) -> tuple[LineView, ...]:
    """Describe how each quick line is understood."""
    fields = fight.system.fields
    understood, read = _read_lines(lines, fight, creatures), []
    comes_later = bool(fight.encounter.everybody())
    named = {*side_places(fight.encounter), *(line.command.side for line in understood if line.command)} - {""}
    newcomers = (command.side for line in understood if (command := line.command or line.rest))
    places = number_sides((*side_places(fight.encounter), *newcomers))
    alone, written = Counter(line.span.first for line in understood), lines.splitlines()
    for line in understood:
        command = line.command or line.rest
        if line.heading:
            says = heading_words(line.heading, fight.encounter)
            who = line.text.strip()
            kept = f"{who} x1" if line.heading.is_guessed else ""
            read.append(LineView(line.span, who, 0, says, is_heading=True, as_combatant=kept))
            continue
        words = None
        if line.span.many == 1 and alone[line.span.first] == 1 and not (command and command.card):
            text, sheet = written[line.span.first - 1], command.sheet if command else NOTHING
            place = f"words-{line.span.first}"
            words = line_words(text, place, fields, sheet, typed) if can_be_told(text) else None
        if command is None:
            read.append(LineView(line.span, line.text, 0, wrong=line.wrong, words=words))
            continue
        wounded: tuple[str, ...] = ()
        if counts_wounds(fight.encounter):
            command = read_from_line(command, fight.system)
            wounded = words_of_line(command, fight.system)
            command = replace(command, health=0, full_health=0)
        turns = _may_be_turned(line, understood) and not comes_later
        who, says = explain(command, fields, comes_words(command.comes, fight.system) if command.comes else "")
        says = (*wounded, *says)
        if named and not command.side:
            says = (*says, "no side")
        says += line.notes
        known, total = _who_is_meant(command, fight)
        read.append(
            LineView(
                line.span,
                who,
                places[command.side],
                says,
                slips=line.slips,
                count=command.count_dice or command.count,
                as_heroes=f"Heroes:\n{line.text}" if line.is_side_guessed and comes_later else "",
                as_hero=_on_side(line.text, HEROES) if turns and command.side == FOES else "",
                as_foe=_on_side(line.text, FOES) if turns and _may_be_foe(command, fields) else "",
                offers=line.offers,
                known=known,
                total=total,
                words=words,
            )
        )
    return tuple(read)


def _who_is_meant(command: AddCombatant, fight: Fight) -> tuple[Id, int]:
    """Return who of this name is here and has no number yet, and the number that the line tells; else nobody."""
    encounter, system = fight.encounter, fight.system
    told = (command.sheet.get(field.key, "") for field in system.fields if field.is_score)
    total = next((number for number in told if isinstance(number, int)), None)
    if total is None or command.count != 1 or command.count_dice:
        return "", 0
    meant = (
        combatant_id
        for combatant_id, combatant in encounter.combatants.items()
        if combatant.name.casefold() == command.name.casefold()
        and system.number(encounter, combatant_id) is None
        and system.known_number(encounter, combatant_id) is None
    )
    return next(meant, ""), total


def _on_side(text: str, side: str) -> str:
    """Return a line, or a stat block, whose first line says the side."""
    first, sign, others = text.partition("\n")
    return f"{first}, side {side}{sign}{others}"


def _may_be_turned(line: LineRead, lines: Sequence[LineRead]) -> bool:
    """Return whether the side of a line is guessed, and a word behind it may say another."""
    command = line.command or line.rest
    is_in_one_line = line.span.many == 1 and command is not None and bool(command.card)
    return line.is_side_guessed and not is_in_one_line and sum(other.span == line.span for other in lines) == 1


def _may_be_foe(command: AddCombatant, fields: tuple[Field, ...]) -> bool:
    """Return whether a guessed hero may be a foe: without a told number, in small letters, or with a class."""
    is_told = any(field.is_score and command.sheet.get(field.key, "") != "" for field in fields)
    return command.side == HEROES and (command.name[:1].islower() or is_of_class(command.name) or not is_told)


def _draw_dice_entry(waiting: PendingCommands, fight: Fight, typed: FormInput) -> Sheet:
    """Draw the sheet that asks for the dice."""
    owed = _owed(waiting, fight, typed)
    return render_dice_entry(_doing(waiting, fight), owed, bool(waiting.dice.offered), typed.error)


def _doing(waiting: PendingCommands, fight: Fight) -> str:
    """Describe what the dice are for."""
    opening = isinstance(waiting.commands[0], OpenRound)
    word = f"to begin {fight.system.round_name(fight.encounter.round + 1)}" if opening else "to go on"
    rolled = (
        f"{request.purpose} {request.words}" if request.is_card else request.words for request in waiting.requests
    )
    return f"{' and '.join(dict.fromkeys(rolled))}, {word}"


def _owed(waiting: PendingCommands, fight: Fight, typed: FormInput) -> tuple[OwedRoll, ...]:
    encounter, places = fight.encounter, side_places(fight.encounter)
    shown = waiting.shown(typed.values)
    keys = [request.key for request in waiting.requests]
    empty = next((key for key in keys if not shown.get(key)), keys[0])
    asked = typed.asked if typed.asked in keys else empty
    owed = []
    for request in waiting.with_dealt(shown):
        sides = {
            places[combatant.side]
            for combatant in encounter.combatants.values()
            if request.who in (combatant.name, combatant.group)
        }
        place, now = request.key.replace(" ", "-"), shown.get(request.key, "")
        owed.append(
            OwedRoll(
                request,
                place,
                f"{'again' if waiting.dice.offered else 'dice'}-{place}",
                letters=initials(request.who),
                side=sides.pop() if len(sides) == 1 else None,
                now=now,
                wrong=waiting.wrong.get(request.key, "") if now == waiting.typed.get(request.key) else "",
                is_asked=request.key == asked,
            )
        )
    return tuple(owed)
