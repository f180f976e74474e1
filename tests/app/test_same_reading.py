"""Tests that *Add* and *Import* read the same combatants from the same text."""

import pytest

from app.importers.reader import read_typed
from app.values.lists import Span
from tests.app.fights import read_roster
from tests.app.test_evening_lines import begin, summary

TEXTS = [
    # A die and a modifier, once for the fight or in each round.
    ("d20_once", "Wyn 17\nOdo 12 fine\n2×\nReed Hag\nHP 78\nAC 17"),
    ("d20_once", "Wyn 17\nOdo 12\n4 bog rats hp 3\nrat king ac 13 hp 22"),
    ("d20_once", "Aria\n28\nHP 47/47\n\nCinder Rat\n21\nHP 9 / 18\nAC 12"),
    ("d20_once", "Init / HP / AC\nIlse 20 / 12/38 / 16\nMire troll 10 / 84 / 15"),
    ("d20_once", "rolled already:\nAria 17\nBorin 12\nFoes:\nGoblin x3, hp 7"),
    ("d20_once", "Initiative order\n21 Mara\n18 Goblin, hp 7\n7 Orc"),
    ("d20_once", "Heroes:\nAria, hp 20\n\n4 bog rats\nFoes (hidden):\nOgre, hp 59"),
    ("d20_once", "Heroes:\nAria 17\nBorin 12\nGoblins:\nSnik, hp 7\nSnak, hp 7"),
    ("d20_once", "[20:14] Jule: Thornby: 16\n[20:15] Max: Iskra: 21\n[20:16] Max: 3 rats, hp 7"),
    ("d20_once", "Aria 17, Borin 21, 2 orcs 9\nOgre, hp 59"),
    ("d20_once", "Wyn\nOdo\nvs\n4 bog rats\n~~Wex~~ has left"),
    ("d20_twice", "Name: Ogre:\nHP: 59\nAC: 11\n\nName: Goblin\nHP: 7\nCount: 3"),
    ("d20_twice", "Boarders (surprised, round 2):\n2 corsairs hp 11\n\nFoes (prone):\n\nReed Imp\nAC 13\nHP 7"),
    ("three_actions", "Tomb guards 4, hp 30 each, perception +9\nReed Imp x2, perception +7, hp 15"),
    ("three_actions", "Wyn, perception +8\nOdo, perception +6\n3 imps, perception +7, hp 15"),
    # Cards.
    ("cards", "Jem KS\nLem 2c\n5 rustlers (P5, T5) jack of diamonds"),
    ("cards", "Wild Cards (shaken):\nDoc, quick\nExtras:\n4 bandits, parry 5"),
    ("cards", "Rat (old)\nParry 6, Tough 9\nWyn, level headed"),
    # An attribute, and dice pools.
    ("dexterity_order", "Nora DEX 60 HP 11 gun drawn\nAbel, dex 45\nCultists x3, dex 50, hp 9"),
    ("rond6", "Mara, perception 4D\nGuards:\nVarga, perception 2D+1\nMoke, perception 3D"),
    ("rond6", "Combat tracker\n---\nIlse Reed\n28\nHP 47/47\nBo\n9"),
    ("interlock", "Wyn REF 8\nOdo REF 6\n4 gangers REF 5 hp 20"),
    ("interlock", "cops (4) ref 7 sp 14\nShade REF 8 combat sense +5"),
    ("reflexes", "6 Stadtleute REF 5\nAnka REF 7"),
    # Phases, counts and codes.
    ("traveller", "Captain Reed 7A9765\nRenn 7A8965, initiative 10\nThugs x3 - UPP 787533 - threw 6"),
    ("traveller", "Totals:\nVarga +3\nMoke 1\nOsei -2\ngrunts (6) 0\nFoes:\nGoblin 7"),
    ("traveller", "# Party\nAria: 17\nBo 12\n[Foes]\nGoblin x2, hp 7\nWolf, ally\n## The bridge\nOrc"),
    ("zebra", "Aria init 14\nBo, initiative 3, sabre 2\nCalla, nerve 4"),
    ("unbound", "Aria, hp 20\nFoes:\n3 raiders, hp 6"),
    # Sides, nominations and the table’s own word.
    ("sides", "Heroes:\nAria hp 8\nMonsters:\n4 bog rats, hp 2"),
    ("alternating", "PCs\nAria\nBorin\nMonsters\nOrc x2, hp 15\nOgre, note carries the key, hp 59"),
    ("round_the_table", "Wyn\nOdo\nReed Imp\nAC 12, HP 4, ATK 1 claw +2, S -1, D +2, C +0"),
    ("spotlight", "Rook - leader - thresholds 8/15, hp 6\nWisp, hp 6, 2 marked"),
    ("ten_cards", "Allies:\nSgt Pell, hp 9\nFoes:\n2 imps, hp 9, round 3"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text"), TEXTS)
def test_add_and_import_read_the_same(game: str, text: str) -> None:
    encounter, system = begin(game)
    typed = read_typed(text, encounter, system)
    assert not [line.wrong for line in typed if line.wrong]
    assert read_roster(text, system).members == tuple(line.command for line in typed if line.command)


@pytest.mark.parametrize(
    ("game", "text", "names", "note"),
    [
        ("d20_once", "Aria 17\nBorin", "Aria 17, Borin", "initiative 17, or a name? It is read as the name."),
        ("d20_once", "3 goblins, 2 orcs\nOgre", "goblin ×3, orc ×2, Ogre", "is read as 2 combatants."),
        ("d20_once", "Fen hp 20, wolf 11hp\nBo", None, "is read as 2 combatants."),
        ("d20_once", "Nadja, Colt, Old Wim\nBo", "Nadja, Colt, Old Wim, Bo", "is read as 3 combatants."),
        ("d20_once", "guards 4, dex +2\nBo", "guard ×4, dex 2, Bo", "the number is read as 4 guards."),
        ("d20_once", "Aria 17\nBorin 12\n4 rats, hp 3", None, "the side of Aria, Borin: Heroes is guessed."),
        ("traveller", "Captain Reed 7A9765, Gunner Sato 696774\nBo", None, "is read as 2 combatants."),
    ],
)  # fmt: skip
def test_import_takes_what_add_asks_about_and_tells_it(game: str, text: str, names: str | None, note: str) -> None:
    roster = read_roster(text, begin(game)[1])
    assert names is None or ", ".join(map(summary, roster.members)) == names
    assert any(note in told for told in roster.notes), roster.notes


def test_the_count_above_a_stat_block_is_one_of_its_lines() -> None:
    *_, hag = read_typed("Wyn 17\nOdo 12\n2×\nReed Hag\nHP 78\nAC 17", *begin("d20_once"))
    assert (hag.command and hag.command.count, hag.span, hag.text) == (2, Span(3, 4), "Reed Hag x2\nHP 78\nAC 17")


def test_a_stat_block_is_what_the_heading_above_says() -> None:
    text = "Foes (hidden):\n\nReed Imp\nAC 13\nHP 7\n\nMud Hag\nAC 14\nHP 31\n\nAllies:\nBo, hp 9"
    encounter, system = begin("d20_once")
    typed = [line.command for line in read_typed(text, encounter, system)]
    for members in (typed, read_roster(text, system).members):
        assert [(each.name, each.side, each.hidden) for each in members if each] == [
            ("Reed Imp", "Foes", True), ("Mud Hag", "Foes", True), ("Bo", "Allies", False),
        ]  # fmt: skip
