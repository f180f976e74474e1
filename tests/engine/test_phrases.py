"""What is said at the table and jotted down, read as quick lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis.strategies import DataObject, data, lists, sampled_from, text

from tests.amounts import amount
from tests.engine.drawn_rule_sets import table_with
from tests.engine.test_number_of_the_order import fields_of
from turntrack.core.cards import show_card
from turntrack.core.errors import BadValue
from turntrack.core.fields import TOLD, Field, Kind, Pick
from turntrack.core.model import Combatant, Schedule
from turntrack.lines.bare_numbers import ask_for_number, numbers_by_name
from turntrack.lines.doubts import find_doubts
from turntrack.lines.parser import put_in_parts
from turntrack.lines.phrases import PHRASES, Phrase
from turntrack.lines.quick_line import holds_values_alone, read_quick_line, write_quick_line
from turntrack.lines.repairs import ask_for_several, ask_where_values_repeat, take_slips
from turntrack.lines.several import split_combatants
from turntrack.lines.tokens import split_tokens
from turntrack.lines.values import Terms
from turntrack.systems.table_rules.presets.catalogue import preset_rules

TOTAL = TOLD.key


@pytest.mark.parametrize("phrase", PHRASES, ids=[phrase.example for phrase in PHRASES])
def test_each_phrase_is_in_its_example(phrase: Phrase) -> None:
    fields = (
        Field("perception", "Perception", Kind.NUMBER, 0), Field("dodge", "Dodge", Kind.DICE, "2D"),
        Field("end", "END", Kind.NUMBER, 7, code=("upp", 3)),
        Field("kind", "Kind", Kind.PICK, "extra", picks=(Pick("boss", "boss"), Pick("extra", "extra"))),
    )  # fmt: skip
    kinds = "".join(token.kind for token in split_tokens(phrase.example, fields))
    assert phrase.compiled().search(kinds), kinds


@pytest.mark.parametrize(
    "line",
    [
        "Aria got 17", "Aria got a 17", "Aria gets a 17!", "Aria rolled 17", "Aria rolled a 17", "Aria rolls an 17",
        "Aria - rolled a 17", "Aria, rolled 17", "Aria rolled a total of 17", "Aria got 17 for initiative",
        "Aria got a 17 on init", "Aria on 17", "Aria is on 17", "Aria is at 17", "Aria goes on 17", "Aria acts at 17",
        "Aria goes on initiative 17", "Aria @17", "Aria @ 17", "Aria i17", "Aria init17", "Aria ini.17",
        "Aria initiative of 17", "Aria initiative is 17", "Aria init was 17", "Aria init a 17", "Aria 17 init",
        "Aria 17 on initiative", "Init 17: Aria", "init 17 Aria", "Init 17 - Aria", "17 init Aria",
        "initiative 17) Aria",
        "init17 Aria", "Aria nat 14 + 3 = 17", "Aria: 14+3=17", "Aria 12 + 3 + 2 = 17", "Aria würfelt 17",
        "Aria hat eine 17",
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", ["d20_once", "rond6"])
def test_a_total_is_told_in_many_ways(line: str, game: str) -> None:
    read = read_quick_line(line, fields_of(game))
    assert (read.name, read.count, dict(read.sheet), read.note) == ("Aria", 1, {TOTAL: 17}, "")


def test_those_with_a_code_each_are_several_where_the_rules_have_codes() -> None:
    line = 'Cpt. "Lena" Marlowe 7A8B95, Gunner Sato 696774'
    assert split_combatants(line, fields_of("traveller")) == ('Cpt. "Lena" Marlowe 7A8B95', "Gunner Sato 696774")
    assert split_combatants(line, fields_of("d20_once")) == ()


@pytest.mark.parametrize(
    "line", ["2 imps, come through the gate round 2", "2 imps come through the gate at the start of round 2"]
)
def test_whoever_comes_from_somewhere_in_a_round_joins_then(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.count, read.comes, read.note) == ("imp", 2, Schedule(2), "come through the gate")


@pytest.mark.parametrize(
    ("line", "name", "count", "modifier"),
    [
        ("Celestine the Bright +2", "Celestine the Bright", 1, 2),
        ("Anne of Green Gables +2", "Anne of Green Gables", 1, 2),
        ("3x kobolds +2", "kobold", 3, 2),
        ("Orc Chief (-1)", "Orc Chief", 1, -1),
    ],
)
def test_a_modifier_may_stand_behind_any_name(line: str, name: str, count: int, modifier: int) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.count, dict(read.sheet)) == (name, count, {"dex": modifier})


@pytest.mark.parametrize(
    "line",
    [
        "Init 17 for Aria, 20 of 30 hp left",
        "Aria is on 17 and has 20/30 hp",
        "Aria got a 17, hp 20/30",
        "Aria on 17 hp 20/30",
        "Aria 20/30 hp, @17",
    ],
)
def test_other_values_stand_beside_a_total(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.sheet[TOTAL], read.health, read.full_health) == ("Aria", 17, 20, 30)


@pytest.mark.parametrize(
    ("line", "name", "count"),
    [
        ("two goblins", "goblin", 2),
        ("Three dire wolves hp 11", "dire wolf", 3),
        ("twelve knights of the order", "knight of the order", 12),
        ("zwei Orcs, hp 15", "Orc", 2),
        ("a goblin", "goblin", 1),
        ("An ogre, hp 59", "ogre", 1),
        ("Seven Samurai", "Seven Samurai", 1),
        ("A", "A", 1),
    ],
)
def test_a_number_in_words_is_a_count(line: str, name: str, count: int) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.count) == (name, count)


@pytest.mark.parametrize(
    "line",
    [
        "4 goblins, 7 hp each, ac 15", "4 goblins hp 7 each ac 15", "4 goblins, each with 7 hp, ac 15",
        "goblin x4 hp 7 ea., ac 15",
        "4 goblins, hp 7 apiece, ac 15", "4 goblins each 7 hp, ac 15", "4 goblins - 7 hp - ac 15",
        "4 goblins / 7 hp / ac 15",
        "4 goblins | hp 7 | ac 15", "4 goblins have 7 hp, ac 15", "goblin x4: hp 7, ac 15",
        "4 goblins (7 hp each, ac 15)",
    ],
)  # fmt: skip
def test_a_value_of_each_is_no_part_of_its_own(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.count, read.health, read.note) == ("goblin", 4, 7, "AC 15")


@pytest.mark.parametrize(
    ("line", "side", "hidden"),
    [
        ("sildar ally 27/30hp", "Allies", False),
        ("sildar (ally) hp 27/30", "Allies", False),
        ("sildar [ally] 27/30 hp", "Allies", False),
        ("sildar hp 27/30 ally", "Allies", False),
        ("sildar enemy", "Foes", False),
        ("sildar (pc)", "Heroes", False),
        ("Foes: sildar, hp 27/30", "Foes", False),
        ("ally: sildar", "Allies", False),
        ("sildar (enemy, hidden) hp 27/30", "Foes", True),
        ("sildar hidden hp 27/30", "", True),
        ("sildar is with us, hp 27/30", "Allies", False),
        ("sildar hp 27/30 theirs", "Foes", False),
        ("sildar on our side, hp 27/30", "Allies", False),
    ],
)
def test_sides_and_hiding_are_told_in_running_text(line: str, side: str, hidden: bool) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.side, read.hidden) == ("sildar", side, hidden)


@pytest.mark.parametrize(
    "line",
    [
        "2 wolves hp 11 arrive round 3", "2 wolves, hp 11, arrives in round 3", "2 wolves hp 11 comes in on rd 3",
        "2 wolves, hp 11, from round 3", "2 wolves, hp 11, round 3", "2 wolves hp 11 joins on r3",
        "2 wolves, hp 11, rnd 3",
    ],
)  # fmt: skip
def test_the_round_of_an_arrival_is_told_in_running_text(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.count, read.health, read.comes) == ("wolf", 2, 11, Schedule(3))


@pytest.mark.parametrize(
    ("game", "line", "sheet"),
    [
        ("rond6", "mira perc 4D+1, dod 5D", {"perception": "4D+1", "dodge": "5D"}),
        ("rond6", "mira: per 4D+1 ath=5D", {"perception": "4D+1", "athletics": "5D"}),
        ("interlock", "mira REF 9 cs 6", {"ref": 9, "combat_sense": 6}),
        ("interlock", "mira, martial 4, hand 5", {"martial_arts": 4, "handgun": 5}),
        ("interlock", "mira, ma 4, hand 5", {"handgun": 5}),
        ("three_actions", "mira perc +7", {"perception": 7}),
        ("rond6", "mira: brawling 4D, shooting 5D", {"fighting": "4D", "ranged_weapons": "5D"}),
        ("rond6", "mira percepton 4D", {"perception": "4D"}),
        ("d20_once", "mira initative 14", {TOTAL: 14}),
        ("d20_once", "mira dexterity plus 3", {"dex": 3}),
        ("d20_once", "mira, +3 dexterity, 20 hp", {"dex": 3}),
        ("three_actions", "mira stealth +9, hp 20", {"perception": 9}),
        ("three_actions", "mira, stealth 27", {TOTAL: 27}),
        ("traveller", "mira endurance 7", {"end": 7}),
        ("zebra", "mira, nim 6", {"nimbleness": 6}),
    ],
)
def test_the_beginning_or_the_initials_of_a_field_are_its_name(game: str, line: str, sheet: dict[str, object]) -> None:
    read = read_quick_line(line, fields_of(game))
    assert (read.name, sheet.items() <= read.sheet.items()) == ("mira", True), read.sheet


@pytest.mark.parametrize(
    ("game", "line", "name", "note"),
    [
        ("d20_once", "Ogre hp 59 // behind the altar, asleep", "Ogre", "behind the altar; asleep"),
        ("d20_once", "Ogre, hp 59  # asleep", "Ogre", "asleep"),
        ("d20_once", "Ogre (wild shaped, 22hp, ac 9)", "Ogre", "AC 9; wild shaped"),
        ("d20_once", "Ogre, hp 59, note: asleep, by the fire", "Ogre", "asleep; by the fire"),
        ("cards", "Lin 7 of clubs shaken with 1 wound", "Lin", "1 wound"),
        ("interlock", "guards x2 armour jack sp14 body 8 btm -3", "guard", "armour jack; sp14; btm -3"),
        ("three_actions", "Kyra init 22 (Perception), hp 19", "Kyra", "Perception"),
        ("three_actions", "Goblin 1 (archer)", "Goblin 1", "archer"),
        ("three_actions", "HAZARD: Spike Trap, DC 20, init +9", "Spike Trap", "HAZARD; DC 20"),
        ("three_actions", "orc brute(elite) hp 25", "orc brute", "elite"),
        ("cards", "Mara 0/3 wounds", "Mara", "0/3 wounds"),
        ("cards", "5 bandits (extras) Parry 5, Tough 6(1)", "bandit", "extras; Parry 5; Tough 6(1)"),
        ("cards", "Gabe, 1 wound, 2 bennies, Quick", "Gabe", "1 wound; 2 bennies"),
        ("cards", "zombies x6 tough 7 hesitant", "zombie", "tough 7"),
        ("cards", "Doc Holloway: level headed, wounds 0/3", "Doc Holloway", "wounds 0/3"),
        ("rond6", "2 dogs biting 4d perc 3d", "dog", "biting 4d"),
        ("rond6", "Guard (stalking 4D+1, dodge 3D), on the roof", "Guard", "stalking 4D+1; on the roof"),
        ("traveller", "doc dex 9 int 11 end 6 tactics 1", "doc", "int 11; tactics 1"),
        (
            "traveller",
            "pirate, dex 8, gun combat 1, cutlass + autopistol",
            "pirate",
            "gun combat 1; cutlass + autopistol",
        ),
        ("interlock", "Solo REF 9 sp 18 torso, btm -3", "Solo", "sp 18; torso; btm -3"),
    ],
)
def test_what_the_rules_have_no_field_for_goes_into_the_note(game: str, line: str, name: str, note: str) -> None:
    rest, slips = take_slips(line, fields_of(game))
    assert all(slip.taken for slip in slips)
    read = read_quick_line(rest, fields_of(game))
    assert (read.name, read.note) == (name, note)


@pytest.mark.parametrize(
    ("game", "line", "conditions"),
    [
        ("d20_once", "Ogre hp 59 - poisoned", ["poisoned"]),
        ("d20_once", "Ogre poisoned hp 59", ["poisoned"]),
        ("d20_once", "Ogre has 59 hp and poisoned and prone", ["poisoned", "prone"]),
        ("d20_once", "Ogre frightened 2 hp 15 ac 11", ["frightened 2"]),
        ("d20_once", "Ogre (hp 59, conc. on bless)", ["conc on bless"]),
        ("three_actions", "Ogre, hp 20, frightened 1, off-guard", ["frightened 1", "off-guard"]),
        ("cards", "Ogre: shaken, hesitant", ["shaken"]),
        ("d20_once", "Ogre, note prone", []),
    ],
)
def test_conditions_are_given_to_those_who_join_at_once(game: str, line: str, conditions: list[str]) -> None:
    read = read_quick_line(line, fields_of(game))
    assert [f"{each.name} {each.text}".strip() for each in read.conditions] == conditions
    assert read.name == "Ogre"
    later = read_quick_line(f"{line}, round 3", fields_of(game))
    assert (later.conditions, [word in later.note for word in conditions]) == ((), [True] * len(conditions))


@pytest.mark.parametrize(
    ("game", "line", "sheet", "note"),
    [
        ("rond6", "PC Jorun per 3D+2", {"kind": "character", "perception": "3D+2"}, ""),
        ("rond6", "Jorun, hero, per 3D+2", {"kind": "character", "perception": "3D+2"}, ""),
        ("rond6", "Jorun (Boss NPC) per 4D", {"kind": "boss", "perception": "4D"}, ""),
        ("rond6", "Jorun, quick 2, per 4D", {"quickness": 2, "perception": "4D"}, ""),
        ("rond6", "Jorun; per 3D; hidden; round 2", {"perception": "3D"}, ""),
        ("cards", "Jorun has Hesitant, 2 wounds", {"drawn": -2}, "2 wounds"),
        ("cards", "Jorun  Agility d6, Pace 4; Parry: 4; Edges: Quick", {"again": 5}, "Agility d6; Pace 4; Parry: 4"),
        ("cards", "Jorun (WC) Quick; Parry 7; Wounds 1/3", {"again": 5}, "WC; Parry 7; Wounds 1/3"),
        ("cards", "Jorun (WC) Quick; Tough 8 (2); Parry 7", {"again": 5}, "WC; Tough 8 (2); Parry 7"),
        ("cards", "Jorun, Quick and Level Headed", {"again": 5, "drawn": 2}, ""),
        ("cards", "Jorun level headed + quick", {"again": 5, "drawn": 2}, ""),
        ("cards", "Jorun: Agi d6, Sma d6, Size 2", {}, "Agi d6; Sma d6; Size 2"),
        ("move_and_action", "Jorun M4 WS25 BS35 Ag30 T30", {"agility": 30}, "M4; WS25; BS35; T30"),
        ("three_actions", "Jorun, perception +3 AC 16 hp 7 x6", {"perception": 3}, "AC 16"),
        ("cards", "Jorun  WC  ILH  parry 8", {"drawn": 3}, "WC; parry 8"),
        ("rond6", "Jorun: Perception 3D+1/Agility 4D/Dodge 5D", {"agility": "4D", "dodge": "5D"}, ""),
        ("interlock", "Jorun, SMG 5, pistols 4", {"submachine_gun": 5, "handgun": 4}, ""),
        ("d20_twice", "Jorun, initiative +3 (13)", {"dex": 3}, ""),
        ("interlock", "Jorun: INT6 REF8 MA7 BODY8", {"ref": 8, "body": 8}, "INT6; MA7"),
        ("interlock", "Jorun REF 7, Armor SP 14", {"ref": 7}, "Armor SP 14"),
        ("rond6", "Boss: Jorun, per 4D", {"kind": "boss", "perception": "4D"}, ""),
        ("rond6", "Jorun (boss), per 4D", {"kind": "boss", "perception": "4D"}, ""),
        ("d20_once", "npc Jorun hp 20", {}, "npc"),
        ("cards", "Jorun, imp. level headed", {"drawn": 3}, ""),
        ("cards", "Jorun, Level Headed (Imp.)", {"drawn": 3}, ""),
        ("cards", "Jorun   Parry 5   Edges: Quick, Improved Level Headed", {"again": 5, "drawn": 3}, "Parry 5"),
        ("interlock", 'Jorun REF 9/CS 6/BT 8', {"ref": 9, "combat_sense": 6, "body": 8}, ""),
        ("interlock", "Jorun (REF 6; SP 11; rifle 10)", {"ref": 6, "rifle": 10}, "SP 11"),
        ("interlock", "Jorun x3: REF 7", {"ref": 7}, ""),
        ("interlock", "Jorun (3): REF 7", {"ref": 7}, ""),
    ],
)  # fmt: skip
def test_kinds_edges_and_signs_between_values(game: str, line: str, sheet: dict[str, object], note: str) -> None:
    read = read_quick_line(take_slips(line, fields_of(game))[0], fields_of(game))
    assert (read.name, read.note, sheet.items() <= read.sheet.items()) == ("Jorun", note, True), read.sheet


@pytest.mark.parametrize(
    ("game", "line", "ways"),
    [
        ("d20_once", "Orc, inti -1", ["init -1", "note inti -1"]),
        ("d20_once", "Orc, itni 14", ["init 14", "note itni 14"]),
        ("d20_once", "Orc, init +2, adv", ["real dice: typed when it is rolled", "note adv"]),
        ("d20_once", "Orc init +2 disadvantage", ["real dice: typed when it is rolled", "note disadvantage"]),
        ("rond6", "Orc, 2D all round", ["perception 2D", "agility 2D", "note 2D all round"]),
        ("d20_once", "3 Orcs, hp 7/5/9, ac 12", ["3 of them, with health 7, 5, 9", "hp 7 for each"]),
        ("three_actions", "Orc -1 perception +3", ["The name is “Orc -1”", "initiative -1", "note -1"]),
        ("rond6", "Orc 3D/4D", ["The name is “Orc 3D/4D”", "note 3D/4D"]),
        ("rond6", "Orc 2D in all, dodge 3D", ["The name is “Orc 2D in all”"]),
        ("d20_once", "Orc, init 17, hp", []),
    ],
)
def test_what_changes_the_number_of_the_order_is_asked_about(game: str, line: str, ways: list[str]) -> None:
    _, slips = take_slips(line, fields_of(game))
    assert [way.label for slip in slips if not slip.taken for way in slip.ways] == ways
    assert [slip for slip in slips if not slip.taken]


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("Orc 4D+2", ["agility 4D+2"]),
        ("Orc, 4D+2", ["agility 4D+2"]),
        ("Orc, init 4D+2", ["agility 4D+2", "without it"]),
    ],
)
def test_dice_are_those_of_the_order_and_another_tap_tells_others(line: str, ways: list[str]) -> None:
    rest, (slip,) = take_slips(line, fields_of("rond6"))
    assert rest == "Orc, perception 4D+2"
    assert [way.label for way in slip.ways] == ways


@pytest.mark.parametrize(
    "line", ["Orc, x3, hp 7", "Orc, hp 7, 3x", "Orc (band of 3), hp 7", "Orc hp 7; x3", "Orc, 3 of them, hp 7"]
)
def test_a_count_stands_anywhere(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.count, read.health, read.note) == ("Orc", 3, 7, "")


@pytest.mark.parametrize("line", ["Orc, 3rd round, hp 7", "Orc; hp 7; round 3", "Orc, hp 7, in the 3rd round"])
def test_a_round_is_that_of_a_reinforcement(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.comes, read.health, read.note) == ("Orc", Schedule(3), 7, "")


def test_a_state_is_never_offered_as_a_combatant() -> None:
    _, slips = take_slips("Borin, poisoned, hp 20", fields_of("d20_once"))
    assert [way.label for slip in slips for way in slip.ways] == []


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("rond6", "Aria, perzepzion 3D"),
        ("traveller", "Aria, init -1"),
        ("d20_once", "goblin, orc, wolf"),
        ("d20_once", "Aria, hp 20, Borin"),
        ("d20_once", "3 goblins, hp 7, 2 orcs"),
        ("zebra", "Aria, nerve 31"),
    ],
)
def test_a_mistyped_word_a_value_or_a_combatant_is_never_hidden_in_the_note(game: str, line: str) -> None:
    _, slips = take_slips(line, fields_of(game))
    assert any(not slip.taken for slip in slips)


def test_a_word_behind_the_name_that_looks_mistyped_is_offered_as_it_is_meant() -> None:
    _, (slip,) = take_slips("2 Owlbears perzepzion +13, hp 70", fields_of("three_actions"))
    assert (slip.ways[0].line, slip.ways[0].is_correction) == ("2 Owlbears, perception +13, hp 70", True)


@pytest.mark.parametrize(
    "line", ["Aria 17, Borin 21, Cy 9", "Aria: 17; Borin: 21; Cy: 9", "Aria (17), Borin (21), Cy (9)"]
)
def test_several_in_a_line_are_asked_about_at_once(line: str) -> None:
    slip = ask_for_several(line, fields_of("d20_once"))
    assert slip
    assert [way.line for way in slip.ways] == ["Aria, init 17\nBorin, init 21\nCy, init 9"]


@pytest.mark.parametrize(
    "line",
    [
        "Mara, note arrives round 3 - hidden // each", "Mara, side Foes: the red", "Mara, group two of them got 3",
        "Guard: east gate", "R2-D2", "Mara the Hidden", "Enemy captain", "Old Friend", "Player 1", "Sir Got",
        "Man at arms",
        "Knight of the Order", "Room 7B x1",
    ],
)  # fmt: skip
def test_texts_and_other_names_stay_as_they_are(line: str) -> None:
    assert ",".join(put_in_parts(line, Terms(()))) == line


WORDS = (
    "Aria", "goblins", "3", "x4", "17", "+2", "init", "hp", "7", "12/30", "2d6", "ac", "15", "each", "enemy", "(",
    ")", "[", "]",
    ",", ";", ":", "-", "/", "//", "#", "note", "side", "Foes", "got", "a", "is", "on", "and", "arrives", "round",
    "hidden",
    "poisoned", "perc", "3D+1", "the", "of", "hearts", "king", "=", "@", "\t", "|", "*", "two", "REF", "9",
    "7A8B96", "joker", "!",
)  # fmt: skip


@pytest.mark.repeats
@pytest.mark.parametrize("game", ["d20_once", "rond6", "zebra", "traveller", "cards"])
@given(data())
@settings(max_examples=amount(2000))
def test_jumbled_lines_are_read_or_asked_about(game: str, data: DataObject) -> None:
    """Nothing is raised but a refusal, and what is taken for granted can be read."""
    words = data.draw(lists(sampled_from(WORDS) | text(max_size=4), min_size=1, max_size=12))
    line = data.draw(sampled_from((" ", "", ", "))).join(words).replace("\n", " ").replace("\r", " ")
    fields = fields_of(game)
    rest, slips = take_slips(line, fields)
    ask_for_number(line, fields, numbers_by_name((line,)))
    try:
        read = read_quick_line(rest, fields)
    except BadValue:
        return
    assert read.name
    assert all(slip.taken or slip.wrong for slip in slips)


@pytest.mark.parametrize(
    "line",
    [
        "Aria has a 17", "Aria nat 14 for 17", "Aria — nat 14 for 17", "Aria rolled 14 for a total of 17",
        "Aria nat 14 = 17", "Aria init 14+3", "Aria, initiative 14 + 3", "Aria init 19-2", "Aria i:17", "Aria ini=17",
    ],
)  # fmt: skip
def test_a_total_is_told_with_its_die(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, dict(read.sheet), read.note) == ("Aria", {TOTAL: 17}, "")


def test_what_somebody_has_is_no_total() -> None:
    rest, _ = take_slips("Aria has a 20 hp shield", fields_of("d20_once"))
    assert TOTAL not in read_quick_line(rest, fields_of("d20_once")).sheet


@pytest.mark.parametrize(
    "line",
    ["Aria +3 init", "Aria, mod +3", "Aria, modifier: +3", "Aria [+3]", "Aria (+3)", "Aria d20+3", "Aria 1d20 + 3"],
)
@pytest.mark.parametrize("rest", ["", ", 20 hp", ", hp 20"])
def test_a_modifier_is_told_in_many_ways(line: str, rest: str) -> None:
    read = read_quick_line(f"{line}{rest}", fields_of("d20_once"))
    assert (read.name, dict(read.sheet), read.health, read.note) == ("Aria", {"dex": 3}, 20 * bool(rest), "")


def test_a_modifier_stands_before_a_health_without_a_comma() -> None:
    read = read_quick_line("Aria [+3] 20hp", fields_of("d20_once"))
    assert (read.name, dict(read.sheet), read.health) == ("Aria", {"dex": 3}, 20)


@pytest.mark.parametrize(
    ("line", "name", "count"),
    [
        ("a dozen rats", "rat", 12),
        ("Dozen rats", "rat", 12),
        ("half a dozen rats, hp 1", "rat", 6),
        ("a pair of ogres", "ogre", 2),
        ("a couple of wolves", "wolf", 2),
        ("Goblins, 3 of them", "Goblin", 3),
        ("Goblins roll 14, 3 of them, 7 hp each", "Goblin", 3),
    ],
)
def test_a_number_of_several_is_told_in_other_words(line: str, name: str, count: int) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.count, read.note) == (name, count, "")


@pytest.mark.parametrize("line", ["Skeletons: 4, hp 13 each", "Skeletons - 4, 13 hp apiece"])
def test_a_number_beside_several_may_count_them(line: str) -> None:
    asked = ask_for_number(line, fields_of("d20_once"))
    assert asked
    assert [way.label for way in asked.ways] == ["initiative 4", "4 of them"]
    read = [read_quick_line(way.line, fields_of("d20_once")) for way in asked.ways]
    assert [(each.count, each.health, each.sheet.get(TOTAL)) for each in read] == [(1, 13, 4), (4, 13, None)]


def test_a_list_of_totals_may_begin_with_its_word() -> None:
    slip = ask_for_several("Init: Aria 17, Borin 21", fields_of("d20_once"))
    assert slip
    assert slip.ways[0].line == "Aria, init 17\nBorin, init 21"
    assert ask_for_several("Aria Ini 17, TP 24", fields_of("d20_once")) is None


@pytest.mark.parametrize("line", ["Orc hp 9 (max 15)", "Orc hp 9 (of 15)", "Orc hp 9 [maximum 15]"])
def test_the_full_health_stands_in_brackets(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.health, read.full_health, read.note) == (9, 15, "")


def test_dice_are_no_end_of_a_name() -> None:
    with pytest.raises(BadValue, match="put values after a comma"):
        read_quick_line("Aria d8+1", fields_of("rond6"))


@pytest.mark.parametrize("part", ["init 12/14", "initiative 12-14"])
def test_no_repair_hides_the_number_of_the_order(part: str) -> None:
    (slip,) = take_slips(f"Aria, {part}", fields_of("d20_once"))[1]
    assert not [way.label for way in slip.ways if way.label.startswith(("counter", "note"))]
    assert not slip.taken


def test_a_number_with_its_word_is_no_end_of_a_name() -> None:
    with pytest.raises(BadValue, match="put values after a comma"):
        read_quick_line("Aria : init ~14", fields_of("d20_once"))


@pytest.mark.parametrize("line", ["Orc 15hp 13ac", "Orc 15 hp 13 ac", "Orc 15hp ac13", "Orc 13ac 15hp"])
def test_numbers_before_their_words_need_no_comma(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.health, read.note) == ("Orc", 15, "AC 13")


@pytest.mark.parametrize("line", ["Cultist, brawl 45%", "Cultist fighting 45 %, hp 11"])
def test_a_chance_may_have_its_sign(line: str) -> None:
    read = read_quick_line(line, fields_of("dexterity_order"))
    assert (read.name, read.sheet["fighting"], read.note) == ("Cultist", 45, "")


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("2 orcs, 1 ogre and 3 wolves", ("2 orcs", "1 ogre", "3 wolves")),
        ("2 goblins & an orc", ("2 goblins", "an orc")),
        ("Room 3: 2 orcs, 1 ogre", ("2 orcs", "1 ogre")),
        ("Foes: 2 orcs; 1 ogre", ("2 orcs, side Foes", "1 ogre, side Foes")),
        ("2 orcs (hp 15, ac 13), 1 ogre (hp 59)", ("2 orcs (hp 15, ac 13)", "1 ogre (hp 59)")),
        ("Orc 1 (15 hp), Orc 2 (12 hp)", ("Orc 1 (15 hp)", "Orc 2 (12 hp)")),
        ("Aria 17, Borin (21)", ("Aria, init 17", "Borin, init 21")),
        ("2 orcs, 15 hp", ()),
        ("2 orcs, 1 round", ()),
        ("2 orcs, 1 with a bow", ()),
        ("2 orcs, 1 wound", ()),
        ("2 orcs, 3 dex", ()),
        ("Ogre (59 hp), 2 javelins", ()),
        ("2 orcs", ()),
    ],
)
def test_a_line_may_hold_several(line: str, lines: tuple[str, ...]) -> None:
    assert split_combatants(line, fields_of("d20_once")) == lines


@pytest.mark.parametrize(
    ("line", "key", "number"),
    [("Ork, INI 12+1W6, LeP 30", "base", 12), ("Ork Ini 12 + 1d6", "base", 12), ("Ork, ini. 9+W6", "base", 9)],
)
def test_a_number_with_its_die_is_that_of_the_sheet(line: str, key: str, number: int) -> None:
    read = read_quick_line(line, fields_of("parries"))
    assert (read.name, dict(read.sheet), read.note) == ("Ork", {key: number}, "")


@pytest.mark.parametrize(
    ("part", "quarters"),
    [
        ("speed 5.75", 23), ("basic speed 5.75", 23), ("Speed: 6", 24), ("speed 24", 24),
        ("basic speed in quarters 6", 6),
    ],
)  # fmt: skip
def test_a_speed_is_told_in_seconds(part: str, quarters: int) -> None:
    read = read_quick_line(f"Gob, {part}, hp 9", fields_of("fixed_speed"))
    assert (dict(read.sheet), read.health, read.note) == ({"speed": quarters}, 9, "")


def test_a_low_speed_comes_back_from_a_written_line() -> None:
    fields = fields_of("fixed_speed")
    line = write_quick_line(Combatant("gob", "Gob", sheet={"speed": 6}), fields)
    assert read_quick_line(line, fields).sheet["speed"] == 6


@pytest.mark.parametrize("part", ["Perc. +9", "Wahrnehmung +9", "perc: 9"])
def test_the_beginning_of_a_word_may_have_its_point(part: str) -> None:
    read = read_quick_line(f"Aria, {part}, hp 3", fields_of("three_actions"))
    assert (dict(read.sheet), read.note) == ({"perception": 9}, "")


@pytest.mark.parametrize("line", ["Aria total 17", "Aria total: 17", "Aria, total of 17", "Aria: total 17"])
def test_a_total_may_be_called_so(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, dict(read.sheet)) == ("Aria", {TOTAL: 17})


@pytest.mark.parametrize("line", ["Aria init 1d20+3", "Aria Initiative: d20+3", "Aria, init d20 + 3"])
def test_a_modifier_stands_behind_its_die(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, dict(read.sheet)) == ("Aria", {"dex": 3})


@pytest.mark.parametrize("line", ["Orc x 3 @ 12hp", "Orc x3 at 12 hp", "Orc (x3) @12hp"])
def test_a_health_is_no_place(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.count, read.health, dict(read.sheet)) == ("Orc", 3, 12, {})


def test_a_state_may_stand_before_the_name() -> None:
    rest, _ = take_slips("Wild Card: Red, Quick", fields_of("cards"))
    assert read_quick_line(rest, fields_of("cards")).name == "Red"


def test_stamina_is_health() -> None:
    assert read_quick_line("Orc Raider, Stamina 20", fields_of("die_for_sides")).health == 20


@pytest.mark.parametrize(
    ("line", "sheet"),
    [
        ("Red, Quick, Level Headed", {"again": 5, "drawn": 2}),
        ("Red, improved level headed", {"drawn": 3}),
        ("Red, Hesitant, hp 3", {"drawn": -2}),
        ("zombies x6 tough 7 hesitant", {"drawn": -2}),
    ],
)
def test_edges_say_how_cards_are_drawn(line: str, sheet: dict[str, int]) -> None:
    rest, _ = take_slips(line, fields_of("cards"))
    assert read_quick_line(rest, fields_of("cards")).sheet == sheet


def test_an_edge_is_a_word_in_other_rules() -> None:
    rest, _ = take_slips("Red, Quick, hp 3", fields_of("d20_once"))
    assert read_quick_line(rest, fields_of("d20_once")).note == "Quick"


@pytest.mark.parametrize(
    "line", ["Orc damage 6/40", "Orc, dmg 6/40", "Orc x2, 6/40 dmg", "Orc: damage taken: 6 of 40", "Ork Schaden 6/40"]
)
def test_damage_taken_leaves_the_rest_of_the_health(line: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.health, read.full_health, read.note) == (34, 40, "")


def test_damage_is_a_value_of_rules_that_name_it() -> None:
    damage = Field("damage", "Damage", Kind.NUMBER, 0)
    assert put_in_parts("Orc, damage 6/40", Terms((damage,))) == ["Orc", " damage 6", " note damage 6/40"]
    assert read_quick_line("Orc, damage 45/40", fields_of("d20_once")).health == 0


@pytest.mark.parametrize("line", ["Boar hits 24/10", "Boar, Hits: 24/10"])
def test_less_behind_the_health_is_not_dropped(line: str) -> None:
    read = read_quick_line(line, fields_of("traveller"))
    assert (read.health, read.note) == (24, "health 24/10")


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (
            "Merisiel 24 (Stealth), Ezren 11, Troll 19 HP 115 AC 20",
            ("Merisiel, init 24, note Stealth", "Ezren, init 11", "Troll, init 19, HP 115 AC 20"),
        ),
        ("Aria 17, Borin 21, hp 20", ("Aria, init 17", "Borin, init 21, hp 20")),
        ("Aria 17 dex +2; Borin 21", ("Aria, init 17, dex +2", "Borin, init 21")),
        ("Order: Aria 17 (hidden), Borin 21", ("Aria, init 17, hidden", "Borin, init 21")),
        ("Aria: 17 (hp 12, AC 13), Borin: 9", ("Aria, init 17, hp 12, AC 13", "Borin, init 9")),
        ("Aria 19 12 hp, Borin 9 10 hp", ("Aria, init 19, 12 hp", "Borin, init 9, 10 hp")),
        ("Aria 17 (behind, above), Borin 9", ("Aria, init 17, note behind; above", "Borin, init 9")),
        ("Aria 17 / Borin 21 / Cy 9", ("Aria, init 17", "Borin, init 21", "Cy, init 9")),
        ("Aria 17 Borin 21", ("Aria, init 17", "Borin, init 21")),
        ("Aria got 17, Borin 21 and Cy 9", ("Aria, init 17", "Borin, init 21", "Cy, init 9")),
        ("Aria rolled 17, Borin rolled a 21", ("Aria, init 17", "Borin, init 21")),
        ("Foes: ogre, hp 20, hidden", ()),
        ("Foes: ogre, big and angry", ()),
        ("Aria 17 Dexterity 5", ()),
        ("Aria 17, HP 20, AC 15", ()),
        ("Aria 17, Dex 14, Borin", ()),
        ("Aria 19 HP, Borin 21 HP", ()),
    ],
)
def test_several_in_a_line_have_remarks_and_values(line: str, lines: tuple[str, ...]) -> None:
    fields = fields_of("d20_once")
    assert split_combatants(line, fields) == lines
    asked = ask_for_several(line, fields)
    assert (asked.wrong if asked else "").endswith(f"{len(lines)} combatants?" if lines else "")
    assert all(read_quick_line(each, fields).sheet[TOTAL] for each in lines)
    assert len(split_combatants(line, fields_of("popcorn"))) == len(lines)


@pytest.mark.parametrize(
    ("game", "line", "lines"),
    [
        (
            "traveller",
            "effects: Mira 2, Kolb -1, reavers (4) 1",
            ("Mira, init 2", "Kolb, initiative -1", "reavers (4), init 1"),
        ),
        (
            "three_actions",
            "Perception: Ilse 24, Okko 19 (stealth)",
            ("Ilse, init 24", "Okko, init 19, note stealth"),
        ),
        ("three_actions", "Perception for init: Ilse 24, Urd 31!!", ("Ilse, init 24", "Urd, init 31")),
        (
            "rond6",
            "Ilse per 3D+2, Bo 2D, Whist 4D",
            ("Ilse, perception 3D+2", "Bo, perception 2D", "Whist, perception 4D"),
        ),
        ("cards", "Ilse Q♥, Bo JOKER!!, the dead 4♦", ("Ilse, Q♥", "Bo, JOKER", "the dead, 4♦")),
        ("dexterity_order", "dex order: Ilse 75, thing below 60", ("Ilse, dex 75", "thing below, dex 60")),
        ("fixed_speed", "speed: Ilse 6.25 / Bo 5.5", ("Ilse, speed 6.25", "Bo, speed 5.5")),
        ("rond6", "Ini: Ilse 7, R-11 Droide 10, X-4 5", ("Ilse, init 7", "R-11 Droide, init 10", "X-4, init 5")),
        ("traveller", "Effekt: Ilse +3, Bo -2", ("Ilse, initiative +3", "Bo, initiative -2")),
        ("d20_once", "Ilse +2 / Old Bo +1", ("Ilse +2", "Old Bo +1")),
        ("dexterity_order", "Ilse 60/11, Bo 50/14", ("Ilse 60/11", "Bo 50/14")),
        (
            "d20_once",
            "Gegner: 2 Wachen 12, Hexe 9 müde",
            ("2 Wachen, init 12, side Foes", "Hexe, init 9, note müde, side Foes"),
        ),
        ("d20_once", "init: Ilse 12, big one x2, Bo 9", ("Ilse, init 12", "big one x2", "Bo, init 9")),
        ("cards", "WC: Jack Slade, Doc Mabel", ("Jack Slade, WC", "Doc Mabel, WC")),
        ("cards", "WC villains: Jack Slade, Doc Mabel", ("Jack Slade, WC, villains", "Doc Mabel, WC, villains")),
        ("cards", "none: Jack Slade, Doc Mabel", ("Jack Slade", "Doc Mabel")),
        ("rond6", "heroes = Odalys, Grum", ("Odalys, side Heroes", "Grum, side Heroes")),
        (
            "d20_once",
            "Reinforcements turn 4: sheriff Dunn + 3 deputies",
            ("sheriff Dunn, round 4", "3 deputies, round 4"),
        ),
        ("rond6", "Gate guards 3 + sergeant 4, tired", ("Gate guards 3", "sergeant 4, tired")),
        ("d20_once", "the usual four + Hilda's bear (AC 11, 34hp)", ("the usual four", "Hilda's bear (AC 11, 34hp)")),
        ("d20_once", "Aria 14 + 3, hp 20", ()),
        ("d20_once", "Ilse 17, luck 3", ()),
    ],
)
def test_a_word_before_several_says_what_their_numbers_are(game: str, line: str, lines: tuple[str, ...]) -> None:
    assert split_combatants(line, fields_of(game)) == lines


@pytest.mark.parametrize(
    ("line", "comes", "note"),
    [
        ("Orc, hp 15, at the top of round 3", Schedule(3), ""),
        ("Orc hp 15 r3", Schedule(3), ""),
        ("Round 3: Orc, hp 15", Schedule(3), ""),
        ("Orc, hp 15, ETA turn 3", Schedule(3), ""),
        ("Orc hp 15 kommt erst in Runde 3", Schedule(3), ""),
        ("Orc, hp 15, appears if the candle goes out", Schedule(), "appears if the candle goes out"),
        ("Orc, hp 15, arrives in 1d6 rounds", Schedule(), "arrives in 1d6 rounds"),
        ("Orc, hp 15, stuck until round 3", None, "stuck until round 3"),
    ],
)
def test_an_arrival_is_told_in_many_ways(line: str, comes: Schedule | None, note: str) -> None:
    rest, slips = take_slips(line, fields_of("d20_once"))
    read = read_quick_line(rest, fields_of("d20_once"))
    assert (read.name, read.health, read.comes, read.note) == ("Orc", 15, comes, note)
    assert all(slip.taken for slip in slips)


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("Odd 4 lol", ["The name is “Odd 4 lol”", "initiative 4"]),
        ("bandits 6 in the trees", ["The name is “bandits 6 in the trees”", "6 bandits", "initiative 6"]),
        ("giant croc. just the head", ["The name is “giant croc. just the head”"]),
        ("Cave: the ghost", ["The name is “Cave: the ghost”"]),
        ("28", ["The name is “28”"]),
        ("war hound +6 x3", ["initiative +6", "note hound +6"]),
        (f"{'a long tale ' * 6}. And more, hp 7", ["long tale a long tale a long tale a long, and the rest a note"]),
    ],
)
def test_a_name_that_may_be_more_is_asked_about(line: str, ways: list[str]) -> None:
    rest, (slip,) = take_slips(line, fields_of("d20_once"))
    assert [way.label for way in slip.ways] == ways
    assert read_quick_line(rest, fields_of("d20_once")).name
    for way in slip.ways:
        assert read_quick_line(way.line, fields_of("d20_once")).name


@pytest.mark.parametrize(
    ("game", "line", "name", "sheet", "note"),
    [
        ("die_for_sides", "Ogre solo", "Ogre", {"turns": 2}, ""),
        ("die_for_sides", "Ogre, hp 40, Solo", "Ogre", {"turns": 2}, ""),
        ("die_for_sides", "Dragon (solo, hp 40)", "Dragon", {"turns": 2}, ""),
        ("die_for_sides", "Han Solo", "Han Solo", {}, ""),
        ("die_for_sides", "Ogre 3 turns a round, hp 40", "Ogre", {"turns": 3}, ""),
        ("asked_for_sides", "Dragon two turns", "Dragon", {"turns": 2}, ""),
        ("ten_cards", "Troll ferocity 2", "Troll", {"ferocity": 2}, ""),
        ("ten_cards", "Troll, ferocity: 3", "Troll", {"ferocity": 3}, ""),
        ("ten_cards", "Troll 2 actions hp 30", "Troll", {"ferocity": 2}, ""),
        ("ten_cards", "Troll, 2 turns", "Troll", {"ferocity": 2}, ""),
        ("ten_cards", "Troll, note takes 2 actions", "Troll", {}, "takes 2 actions"),
        ("spotlight", "Wolf relentless 2, hp 5", "Wolf", {}, "relentless 2"),
    ],
)
def test_how_many_turns_somebody_has_is_read(
    game: str, line: str, name: str, sheet: dict[str, object], note: str
) -> None:
    read = read_quick_line(line, fields_of(game))
    assert (read.name, dict(read.sheet), read.note) == (name, sheet, note)
    assert not [*find_doubts(line, read, fields_of(game))]


@pytest.mark.parametrize(
    ("game", "line", "name", "sheet", "note"),
    [
        ("d20_once", "Old Mag - 9 (exhaustion 2)", "Old Mag", {TOTAL: 9}, ""),
        ("d20_once", "Nim (with Button, no own turn) +3", "Nim", {"dex": 3}, "with Button; no own turn"),
        ("three_actions", "Goblin P+7", "Goblin", {"perception": 7}, ""),
        ("d20_once", "sea hag - 15 - tired of it", "sea hag", {TOTAL: 15}, "tired of it"),
        ("d20_once", "[19:42] Mirka: dirty 20", "Mirka", {TOTAL: 20}, ""),
        ("traveller", "Ship's gunner DEX A, END 9", "Ship's gunner", {"dex": 10, "end": 9}, ""),
        ("traveller", "Anna K, DEX 9", "Anna K", {"dex": 9}, ""),
        ("cards", "10D Hound, parry 5", "Hound", {"card": 34}, "parry 5"),
        ("cards", "Hound, quick (redraws low)", "Hound", {"again": 5}, "redraws low"),
        ("cards", "WC villain: Harlan", "Harlan", {}, "WC"),
        ("rond6", "Schmuggler: Wahrn. 3W+1, Ausw. 4W", "Schmuggler", {"perception": "3D+1", "dodge": "4D"}, ""),
    ],
)
def test_what_is_typed_in_a_hurry_is_read(game: str, line: str, name: str, sheet: dict[str, object], note: str) -> None:
    read = read_quick_line(take_slips(line, fields_of(game))[0], fields_of(game))
    assert (read.name, read.note, sheet.items() <= read.sheet.items()) == (name, note, True), read.sheet


@pytest.mark.parametrize(
    ("line", "health"),
    [("Orc 3 hp (max 13)", (3, 13)), ("Orc 2 of 6 HP marked", (4, 6)), ("Orc 0/7 marked", (7, 7)), ("Orc 8/6", (0, 0))],
)
def test_health_in_other_words(line: str, health: tuple[int, int]) -> None:
    rest, slips = take_slips(line, fields_of("spotlight"))
    read = read_quick_line(rest, fields_of("spotlight"))
    assert (read.health, read.full_health or read.health) == health
    assert bool(slips) is (health == (0, 0))


@pytest.mark.parametrize(("game", "fact"), [("d20_twice", True), ("three_actions", None)])
def test_surprise_is_that_of_the_rules_and_elsewhere_a_condition(game: str, fact: bool | None) -> None:
    """The surprised of D&D 2024 roll twice: the word in a line marks them."""
    table = table_with(preset_rules(game), "Orc x2, surprised, prone", "Elf")
    facts = [{field.key: field.default for field in table.rulable_facts(each)} for each in ("c1", "c2", "c3")]
    assert [each.get("surprise") for each in facts] == [fact, fact, None if fact is None else False]
    (prone, *others) = [condition.name for condition in table.encounter.conditions if condition.bearer == "c1"]
    assert (prone, others) == (("prone", []) if fact else ("surprised", ["prone"]))


@pytest.mark.parametrize(
    ("line", "card", "note"),
    [
        ("Anna: King of Hearts", "K♥", ""),
        ("Anna drew the king of hearts", "K♥", ""),
        ("Anna has the joker", "Jkr", ""),
        ("Anna Pik 9", "9♠", ""),
        ("Anna KH", "K♥", ""),
        ("Anna (K♠)", "K♠", ""),
        ("Anna x2 - 7C", "7♣", ""),
        ("Anna, card 10S, hp 3", "10♠", ""),
        ("Anna, group Red, card 5 of hearts", "5♥", ""),
        ("Anna: Red Joker", "Jkr", ""),
        ("Anna Karo Dame", "Q♦", ""),
        ("Anna: Kreuz As, parry 5", "A♣", "parry 5"),
        ("Anna, 10♠, note left; by the door", "10♠", "left; by the door"),
        ("Anna, card 52", "A♠", ""),
        ("Anna AC 15", "", "AC 15"),
        ("Anna 14 of clubs", "", "14 of clubs"),
        ("Anna", "", ""),
    ],
)
def test_a_dealt_card_is_the_first_one(line: str, card: str, note: str) -> None:
    read = read_quick_line(line, fields_of("cards"))
    dealt = read.sheet.get("card")
    assert (read.name, read.note) == ("Anna", note)
    assert (show_card(int(dealt), 54) if dealt else "") == card
    assert read_quick_line("Herz Dame", fields_of("cards")).name == "Herz Dame"


def test_a_card_is_a_note_where_none_are_dealt() -> None:
    read = read_quick_line("Anna: King of Hearts", fields_of("d20_once"))
    assert (read.name, read.note) == ("Anna", "King of Hearts")
    with pytest.raises(BadValue, match="First card: A card was expected"):
        read_quick_line("Anna, card 14Z", fields_of("cards"))


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("PCs: Aria 17, Borin 21", ("Aria, init 17, side Heroes", "Borin, init 21, side Heroes")),
        ("Foes: ogre 19, wolf 12", ("ogre 19, side Foes", "wolf 12, side Foes")),
        ("Foes: Ogre 19 / Wolf x2", ("Ogre 19, side Foes", "Wolf x2, side Foes")),
        ("Orc 1 hp 15, Orc 2 hp 12", ("Orc 1 hp 15", "Orc 2 hp 12")),
        ("Orc #1, Orc #2", ("Orc #1", "Orc #2")),
        (
            "Squad: Jac dex 12, Tee dex 14, V dex 8",
            tuple(f"{each}, group Squad" for each in ("Jac, dex 12", "Tee, dex 14", "V, dex 8")),
        ),
        ("Aria: bow 5, sword 3", ()),
        ("Ari: Strength 10, Dexterity 7, Wisdom 9", ()),
        ("Posse: Jac 10♣, Tee Q♥", ("Jac, 10♣, group Posse", "Tee, Q♥, group Posse")),
        ("19 Thia / 15 Chief / 13 Orcs x2", ("19 Thia", "15 Chief", "13 Orcs x2")),
        ("Gang: 6 thugs (extras), Malone (quick)", ("6 thugs (extras)", "Malone (quick)")),
        ("vs 2 orcs + 1 ogre", ("2 orcs, side Foes", "1 ogre, side Foes")),
        ("vs. Ogre, Dire Wolf", ("Ogre, side Foes", "Dire Wolf, side Foes")),
        ("Foes: 2 orcs hp 15, Ogre, ac 11", ("2 orcs hp 15, side Foes", "Ogre, ac 11, side Foes")),
    ],
)
def test_a_side_is_that_of_all_in_its_line(line: str, lines: tuple[str, ...]) -> None:
    assert split_combatants(line, fields_of("d20_once")) == lines


def test_those_with_a_card_each_are_several() -> None:
    line = "Mae KC; Kid 5H; Wolves x3 joker"
    assert split_combatants(line, fields_of("cards")) == ("Mae KC", "Kid 5H", "Wolves x3 joker")
    assert split_combatants(line, fields_of("d20_once")) == ()


@pytest.mark.parametrize(
    ("line", "side", "count", "dex"),
    [
        ("Monsters: 4x twig blight, hp 4, dex +2", "Foes", 4, 2),
        ("PCs: 2 guards / 4 hp / +2", "Heroes", 2, 2),
        ("Foes: guard — 4 hp — dex +1", "Foes", 1, 1),
    ],
)
def test_a_side_leads_a_count(line: str, side: str, count: int, dex: int) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.side, read.count, read.health, read.sheet, read.note) == (side, count, 4, {"dex": dex}, "")


def test_a_title_may_be_a_value_of_the_rules() -> None:
    fields = fields_of("rond6")
    kell = read_quick_line("Boss Kell - perception 4D", fields)
    assert (kell.name, kell.sheet) == ("Boss Kell", {"kind": "boss", "perception": "4D"})
    for line, kind in (("Boss Kell, boss", "boss"), ("Boss Kell x1, npc", "npc"), ("Bossy Kell", None), ("Boss", None)):
        assert read_quick_line(line, fields).sheet.get("kind") == kind
    with pytest.raises(BadValue, match="repeats"):
        read_quick_line("Boss Kell, npc", fields)
    written = write_quick_line(Combatant("c1", "Boss Kell", sheet={"kind": "npc", "perception": "4D"}), fields)
    assert read_quick_line(written, fields).sheet.get("kind", "npc") == "npc"


def test_a_number_before_a_name_is_asked_about() -> None:
    slip = ask_for_number("17 Aria, dex 2", fields_of("d20_once"))
    assert slip
    assert [way.line for way in slip.ways] == ["Aria, init 17, dex 2", "Aria x17, dex 2"]
    assert read_quick_line("Aria, (hp 20", fields_of("d20_once")).health == 20


@pytest.mark.parametrize(
    ("game", "line", "sheet", "health", "note"),
    [
        ("three_actions", "Jorun +6 / 20hp", {"perception": 6}, (20, 20), ""),
        ("three_actions", "Jorun +6/20 hp", {"perception": 6}, (20, 20), ""),
        ("three_actions", "Jorun 20hp / +12", {"perception": 12}, (20, 20), ""),
        ("three_actions", "Jorun, hp 12 / 20", {}, (12, 20), ""),
        ("three_actions", "Jorun +5 perc, hp 60", {"perception": 5}, (60, 60), ""),
        ("three_actions", "Jorun, hp 60, -1 per", {"perception": -1}, (60, 60), ""),
        ("three_actions", "Jorun, +11 stealth", {"perception": 11}, (0, 0), ""),
        ("three_actions", "Jorun, +3 axes", {}, (0, 0), "+3 axes"),
        ("rond6", "Jorun 4D per", {"perception": "4D"}, (0, 0), ""),
        ("rond6", "Jorun, 2D+1 agi, 3D perc", {"agility": "2D+1", "perception": "3D"}, (0, 0), ""),
        ("rond6", "Jorun, agility 3D, 20/32 hp, incapacitated at 4", {"agility": "3D"}, (20, 32), "incapacitated at 4"),
        ("d20_once", "Jorun, hp 20, flees at 5", {}, (20, 20), "flees at 5"),
        ("d20_once", "Jorun rolled 9, total 11", {TOTAL: 11}, (0, 0), ""),
        ("d20_once", "Jorun, init always 15", {TOTAL: 15}, (0, 0), ""),
        ("d20_once", "Jorun, still 11hp", {}, (11, 11), ""),
        ("d20_once", "Jorun, elite 11hp", {}, (11, 11), "elite"),
        ("d20_once", "Jorun, bloodied 11hp, blue scarf", {}, (11, 11), "blue scarf"),
        ("d20_once", "Jorun, hp 20 at 5", {TOTAL: 5}, (20, 20), ""),
    ],
)
def test_what_stands_before_or_behind_a_number_says_what_it_is(
    game: str, line: str, sheet: dict[str, object], health: tuple[int, int], note: str
) -> None:
    read = read_quick_line(take_slips(line, fields_of(game))[0], fields_of(game))
    assert (read.name, dict(read.sheet), (read.health, read.full_health or read.health), read.note) == (
        "Jorun", sheet, health, note,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "name", "count", "note"),
    [
        ("2 guards hp 7, one stunned", "guard", 2, "one stunned"),
        ("2 guards, hp 7, the other is prone", "guard", 2, "the other is prone"),
        ("4 guards hp 7 two of them hidden", "guard", 4, "two of them hidden"),
    ],
)
def test_what_holds_for_some_of_several_holds_for_none_of_them(line: str, name: str, count: int, note: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.count, read.note, read.conditions, read.hidden) == (name, count, note, (), False)


@pytest.mark.parametrize(
    ("line", "comes", "note"),
    [
        ("Later: robot, hp 7", Schedule(), ""),
        ("second wave: robot, hp 7", Schedule(), ""),
        ("wave 3: robot, hp 7", Schedule(), ""),
        ("Reinforcements: robot, hp 7", Schedule(), ""),
        ("robot, hp 7, later", Schedule(), ""),
        ("later: robot, hp 7, round 4", Schedule(4), ""),
        ("in a boat, lands turn 3: robot, hp 7", Schedule(3), "in a boat"),
        ("from the river in round 4: robot, hp 7", Schedule(4), "from the river"),
        ("arrives round 4: robot, hp 7", Schedule(4), ""),
        ("robot shows up round 2 if the bell rings. hp 7", Schedule(2), "if the bell rings"),
        ("robot, hp 7, comes in round 2 through the door", Schedule(2), "through the door"),
    ],
)
def test_words_for_an_arrival_before_a_colon_are_no_name(line: str, comes: Schedule, note: str) -> None:
    read = read_quick_line(line, fields_of("d20_once"))
    assert (read.name, read.health, read.comes, read.note) == ("robot", 7, comes, note)


@pytest.mark.parametrize("line", ["Dax (fighter) 23", "- Dax (the smith) 23, hp 7", "Dax [cook] 23"])
def test_a_number_behind_a_bracket_is_asked_about_too(line: str) -> None:
    asked = ask_for_number(line, fields_of("d20_once"))
    assert asked
    assert [way.label for way in asked.ways] == ["initiative 23", "The name is “Dax 23”"]
    assert ask_for_number("Dax (ally) 23", fields_of("d20_once")) is None


@pytest.mark.parametrize("line", ["Vargr dex +1", "Vargr, +1 dex"])
def test_a_modifier_is_no_score(line: str) -> None:
    _, (slip,) = take_slips(line, fields_of("traveller"))
    assert (slip.taken, "not a modifier" in slip.wrong) == ("", True)


@pytest.mark.parametrize(
    ("part", "ways"),
    [
        ("so disadv on init", ["real dice: typed when it is rolled", "note so disadv on init"]),
        ("fanatic 44hp +2", ["fanatic 44hp +2: a line of its own", "note fanatic 44hp +2"]),
        ("wolf 11hp", ["wolf 11hp: a line of its own", "11hp, note wolf", "note wolf 11hp"]),
        ("old wolf hp 7", ["old wolf hp 7: a line of its own", "hp 7, note old wolf", "note old wolf hp 7"]),
    ],
)
def test_what_may_be_of_the_order_or_another_combatant_is_asked_about(part: str, ways: list[str]) -> None:
    _, (slip,) = take_slips(f"Jorun, {part}", fields_of("d20_once"))
    assert (slip.taken, [way.label for way in slip.ways]) == ("", ways)


@pytest.mark.parametrize("line", ["Rook 20 (4D rolled well)", "Rook 20 already here"])
def test_a_number_before_a_remark_may_be_that_of_the_order(line: str) -> None:
    _, (slip,) = take_slips(line, fields_of("d20_once"))
    assert "initiative 20" in [way.label for way in slip.ways]


@pytest.mark.parametrize(
    ("game", "line", "lines"),
    [
        ("interlock", "Ninja REF 10 CS 7 Booster +2", ()),
        ("interlock", "Whisper REF 8 CS 5, implant on (+3), tired", ()),
        ("traveller", "Holt DEX 6 INT 11 Tactics 1 (leads)", ()),
        ("interlock", "Jax REF 9 Patch REF 6", ("Jax, ref 9", "Patch, ref 6")),
        (
            "interlock",
            "Jax (solo) REF 9 Combat Sense 6, Patch REF 7",
            ("Jax, ref 9, Combat Sense 6, note solo", "Patch, ref 7"),
        ),
        ("d20_once", "Wave 2: 4 orcs and an ogre", ("4 orcs, wings", "an ogre, wings")),
        ("d20_once", "Later: 2 orcs, 1 ogre", ("2 orcs, Later", "1 ogre, Later")),
    ],
)
def test_a_row_of_labelled_values_is_one_combatant(game: str, line: str, lines: tuple[str, ...]) -> None:
    assert split_combatants(line, fields_of(game)) == lines


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("Fen hp 20, wolf hp 11", ["Fen hp 20\nwolf hp 11"]),
        ("Fen (a, b), hp 20, AC 12, plus 3 wolves 11hp", ["Fen (a, b), hp 20, AC 12\n3 wolves 11hp"]),
        ("Fen hp 20, hp 12", []),
        ("Fen, side A, side B, hp 7", []),
    ],
)
def test_a_name_before_values_that_repeat_may_be_another_combatant(line: str, ways: list[str]) -> None:
    asked = ask_where_values_repeat(line, fields_of("d20_once"))
    assert [way.line for way in asked.ways] == ways if asked else ways == []


def test_a_line_of_values_alone_names_nobody() -> None:
    for line in ("Pace 6, Parry 6, Tough 9", "Str d8, Vig d6", "dex 14, AC 12"):
        with pytest.raises(BadValue, match="begins with a name"):
            read_quick_line(line, fields_of("cards"))
    assert read_quick_line("Will, AC 14", fields_of("cards")).name == "Will"
    assert read_quick_line("Pace 6 x1, AC 6", fields_of("cards")).name == "Pace 6"
    assert not holds_values_alone("Will 12, AC 14", fields_of("cards"))
