"""Tests of the forms in which people write lists: each gives the same combatant as the form with commas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import Field, Kind
from turntrack.lines.quick_line import read_quick_line
from turntrack.lines.repairs import take_slips

DEX = Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=15, is_modifier=True)
PERCEPTION = Field("perception", "Perception", Kind.DICE, "2D", wild=True)
ENDURANCE = Field("end", "END", Kind.NUMBER, 7, code=("upp", 3))
TYPED = Field("initiative", "Initiative", Kind.NUMBER, 0, low=-99, high=99, is_score=True)


def read(line: str, *fields: Field) -> AddCombatant:
    return read_quick_line(line, fields or (DEX,))


@pytest.mark.parametrize(
    ("line", "with_commas"),
    [
        ("Goblin x3 12hp AC15", "Goblin x3, hp 12, ac 15"),
        ("2 Orcs 15 hp", "2 Orcs, hp 15"),
        ("Goblins A, B and C: 7 hp", "Goblins x3, hp 7"),
        ("Otter; dex 2; hp 7", "Otter, dex 2, hp 7"),
        ("Otter dex 3 hp 18", "Otter, dex 3, hp 18"),
        ("Otter\tdex 3\thp 18", "Otter, dex 3, hp 18"),
        ("| Otter | hp 18 | ac 15 |", "Otter, hp 18, ac 15"),
        ("Otter hp=18 AC: 15 DEX +2", "Otter, hp 18, ac 15, dex +2"),
        ("Otter: 18 HP, AC=15", "Otter, hp 18, ac 15"),
        ("Otter 11/18", "Otter, hp 11/18"),
        ("Otter HP 11 / 18", "Otter, hp 11/18"),
        ("Otter (hp 18)", "Otter, hp 18"),
        ("Otter (18 hp, AC 15)", "Otter, hp 18, ac 15"),
        ("Reed Imp [hp 7] x2", "Reed Imp x2, hp 7"),
        ("Reed Imp 7 (2d6) hp", "Reed Imp, hp 7"),
        ("Reed Imp hp 2d6 (7)", "Reed Imp, hp 7"),
        ("Reed Imp, Armor Class 13, Hit Points 7 (2d6)", "Reed Imp, ac 13, hp 7"),
        ("- Reed Imp (3)", "Reed Imp x3"),
        ("• Reed Imp (x3)", "Reed Imp x3"),
        ("* 3x Reed Imp", "Reed Imp x3"),
        ("- 3: Reed Imp", "Reed Imp x3"),
        ("1. Reed Imp 3x", "Reed Imp x3"),
        ("2) Reed Imp ×3 - 7 hp", "Reed Imp x3, hp 7"),
        ("- [ ] Reed Imp, hp 7", "Reed Imp, hp 7"),
        ("[[Bog Hound]] x2 hp 9", "Bog Hound x2, hp 9"),
        ("[[Beasts/Bog Hound|Bog Hound]]", "Bog Hound"),
        ("**Ogre** hp 59", "Ogre, hp 59"),
        ("Wight hp 45 hidden", "Wight, hp 45, hidden"),
        ("Goblin - HP 7 - AC 15", "Goblin, hp 7, ac 15"),
        ("Goblin / 7 HP / AC 15", "Goblin, hp 7, ac 15"),
        ("Goblin. HP 7. AC 15.", "Goblin, hp 7, ac 15"),
        ("Goblin -> hp 7", "Goblin, hp 7"),
        ("Goblin = 7 hp", "Goblin, hp 7"),
        ("Goblin with 7 hp", "Goblin, hp 7"),
        ("Ork mit 15 LeP", "Ork, hp 15"),
        ("Goblin {hp 7}", "Goblin, hp 7"),
        ("Goblin <7/7 HP>", "Goblin, hp 7/7"),
        ("### Goblin hp 7", "Goblin, hp 7"),
        ("a) Goblin hp 7", "Goblin, hp 7"),
        ("_Goblin_ hp 7", "Goblin, hp 7"),
        ("***Goblin*** hp 7", "Goblin, hp 7"),
        ("~~Goblin~~ hp 0/7", "Goblin, hp 0/7"),
        ("<b>Goblin</b> hp 7", "Goblin, hp 7"),
        ("[Goblin](https://example.org/goblin) hp 7", "Goblin, hp 7"),
        ("“Goblin” hp 7", "Goblin, hp 7"),
        ('"Goblin", hp 7', "Goblin, hp 7"),
        ("Goblin 11 of 18 hp", "Goblin, hp 11/18"),
        ("Goblin hp 11 out of 18", "Goblin, hp 11/18"),
        ("Goblin hp 11 (18)", "Goblin, hp 11/18"),
        ("Goblin hp 11 max 18", "Goblin, hp 11/18"),
        ("Goblin, max hp 18, hp 11", "Goblin, hp 11/18"),
        ("Goblin current hp 11 max hp 18", "Goblin, hp 11/18"),
        ("Goblin max hp 18", "Goblin, hp 18"),
        ("Goblin hp 11/18 temp 4", "Goblin, hp 11/18, temporary 4"),
        ("Goblin, hp 18, 4 temp hp", "Goblin, hp 18, temporary 4"),
        ("Goblin hp d6", "Goblin, hp 1d6"),
        ("Goblin 7 HP, AC 13 (leather), Speed 30 ft.", "Goblin, hp 7, note AC 13 (leather); Speed 30 ft."),
        ("Goblin AC 6 [13] hp 3", "Goblin, hp 3, note AC 6 [13]"),
        ("Goblin CR 1/4 hp 7", "Goblin, hp 7, note CR 1/4"),
        ("Goblin (CR 1/4)", "Goblin, note CR 1/4"),
        ("Goblin lvl 3 XP 50", "Goblin, note lvl 3; XP 50"),
        ("Ana, hp 7; ac 13", "Ana, hp 7, ac 13"),
        ("Orc DEX 14 (+2)", "Orc, dex +2"),
        ("Orc dex mod 2", "Orc, dex +2"),
        ("Orc, Dexterity modifier: -1", "Orc, dex -1"),
    ],
)
def test_a_written_form_is_the_form_with_commas(line: str, with_commas: str) -> None:
    assert read(line) == read(with_commas)


@pytest.mark.parametrize(
    "line", ["Goblin 9", "Goblin: 9", "Goblin - 9", "Goblin … 9", "Goblin....9", "Goblin\t9", "Goblin, 9", "9\tGoblin"]
)
def test_a_number_by_itself_is_that_of_the_order(line: str) -> None:
    """Where one is typed; else it is asked about, or is part of a name."""
    assert read(line, TYPED) == AddCombatant("Goblin", sheet={"initiative": 9})


def test_a_name_with_a_number_and_x1_stays() -> None:
    assert read("Goblin 9 x1", TYPED) == AddCombatant("Goblin 9")


def test_a_skill_called_initiative_is_not_the_place_in_an_order() -> None:
    skill = Field("initiative", "Initiative", Kind.NUMBER, 0)
    _, (slip,) = take_slips("17: Ana", (skill,))
    assert slip.text == "init 17"


@pytest.mark.parametrize("line", ["[9] Goblin", "9: Goblin", "9 – Goblin", "Goblin init 9", "Goblin, Initiative: 9"])
def test_the_number_in_an_order_is_the_initiative(line: str) -> None:
    """It is asked about where the rules have no such value."""
    assert read(line, TYPED) == AddCombatant("Goblin", sheet={"initiative": 9})
    rest, (slip,) = take_slips(line, (DEX,))
    assert (rest, slip.text) == ("Goblin", "initiative 9")


@pytest.mark.parametrize(
    "name",
    [
        "Agent 4",
        "Gaunt Guard",
        "Hidden Guard",
        "Side Winder",
        "Level 5 Fighter",
        "J. Smith",
        "Ana (Lv 3 Fighter)",
        "Old Mara (captain)",
        "Anna-Lena",
        "The 5th",
        "D-12",
        "<b onclick=alert(1)>",
    ],
)
def test_other_names_stay_names(name: str) -> None:
    assert read(name) == AddCombatant(name)


@pytest.mark.parametrize("name", ["Room 3/4", "Otter hp 18", "- Mara", "1. Mara", "[[Mara]]", "A; B", "str 12"])
def test_a_name_with_x1_is_taken_as_it_is(name: str) -> None:
    assert read(f"{name} x1") == AddCombatant(name)


@pytest.mark.parametrize(
    "line",
    [
        "Otter (3 of 4)",
        "Otter luck=3",
        "Otter luck: 3",
        "Otter: 3",
        "Otter - 17",
        "Otter claws +2",
        "Otter 17+3",
        "#17 Otter",
        "Otter 16 zeal",
        "Otter init",
        "Otter nat 1",
        "Otter (asleep",
        "Otter hp ?",
        "Otter 2d6",
        "Otter 30 ft.",
        "Otter 11(+4)/18",
        "Otter x3 x4",
        "Otter 3 of 4",
    ],
)
def test_what_looks_like_a_value_is_asked_about(line: str) -> None:
    with pytest.raises(BadValue, match="If it is a name"):
        read(line)


def test_several_numbers_without_words_are_asked_about() -> None:
    with pytest.raises(BadValue, match="“7”: say what it is"):
        read("Imp, 7, 13")
    rest, slips = take_slips("Imp\t7\t13", (DEX,))
    assert (rest, [slip.wrong for slip in slips]) == (
        "Imp", ["“7”: say what it is, such as “hp 7”.", "“13”: say what it is, such as “hp 13”."]
    )  # fmt: skip


def labels(line: str, *fields: Field) -> list[list[str]]:
    """Return the labels of the ways to mend each part of a line that cannot be read."""
    return [[way.label for way in slip.ways] for slip in take_slips(line, fields or (DEX,))[1]]


def test_what_cannot_be_read_has_ways_to_mend_it() -> None:
    assert labels("Imp 7 13") == [["hp 7", "ac 7", "dex +7"], ["hp 13", "ac 13", "dex +1"]]
    assert labels("Imp, hp 9, 17, +3", DEX, TYPED) == [
        ["ac 17", "dex +3", "initiative 17"],
        ["dex +3"],
    ]
    assert labels("Orc, scimitar +4") == [[]]
    assert labels("Otter str 12") == []
    assert labels("Goblin x3 x4") == [["note x3"]]
    assert labels("3/4 x2") == [[]]


def test_every_way_can_be_read_or_leads_on() -> None:
    for line in ("Imp 7 13", "Orc, scimitar +4, hp 3", "Otter luck: 3", "3 goblins, 2 orcs, hp 4", "Otter (3 of 4) x2"):
        for slip in take_slips(line, (DEX,))[1]:
            for way in slip.ways:
                before = len(take_slips(line, (DEX,))[1])
                assert sum(len(take_slips(each, (DEX,))[1]) for each in way.line.split("\n")) < before, way


@pytest.mark.parametrize(
    ("line", "word"), [("Ogre, side", "side"), ("Ogre, hp 9, DEX +", "DEX +"), ("Ogre, note ", "note")]
)
def test_a_word_without_its_value_is_unfinished(line: str, word: str) -> None:
    _, (slip,) = take_slips(line, (DEX,))
    assert (slip.wrong, slip.ways) == (f"“{word}” has no value yet.", ())


def test_several_names_in_a_line_become_lines() -> None:
    _, (slip,) = take_slips("3 goblins, 2 orcs, hp 4", (DEX,))
    assert [way.line for way in slip.ways] == ["3 goblins, hp 4\n2 orcs", "3 goblins, note 2 orcs, hp 4"]


def test_dice_are_read_behind_a_name() -> None:
    assert read("Mara perception 3D+1 hp 9", PERCEPTION) == read("Mara, perception 3D+1, hp 9", PERCEPTION)


@given(
    st.sampled_from(["Goblin", "Reed Imp", "Old Mara", "Bog-Hound"]),
    st.integers(2, 30),
    st.integers(1, 300),
    st.integers(8, 25),
    st.data(),
)
def test_every_written_form(name: str, count: int, hp: int, ac: int, data: st.DataObject) -> None:
    """Every bullet, count, order of values, separator and sign gives the same."""

    def draw(*forms: str) -> str:
        return data.draw(st.sampled_from(forms))

    counted = draw(f"{name} x{count}", f"{count} {name}", f"{count}x {name}", f"{name} ({count})", f"{name} ×{count}")
    values = [
        draw(f"hp {hp}", f"HP: {hp}", f"{hp}hp", f"{hp} hp", f"hp={hp}", f"(hp {hp})", f"Hit Points {hp}"),
        draw(f"ac {ac}", f"AC: {ac}", f"AC{ac}", f"{ac} AC", f"ac={ac}", f"Armor Class {ac}"),
    ]
    data.draw(st.randoms()).shuffle(values)
    line = draw("", "- ", "• ", "* ") + draw(", ", " ", "; ", "\t").join((counted, *values))
    assert read(line) == read(f"{name} x{count}, hp {hp}, ac {ac}"), line


def test_numbers_from_one_on_are_a_count() -> None:
    assert read("Goblin 1-3, hp 7") == read("Goblin x3, hp 7")


def test_a_code_gives_the_values_of_its_fields() -> None:
    assert read("Otter UPP 7A8C62-9", ENDURANCE).sheet == {"end": 8}


def test_a_number_behind_the_word_of_a_value_is_no_initiative() -> None:
    goblin = read("Goblin str 12", TYPED)
    assert (goblin.name, goblin.note, goblin.sheet) == ("Goblin", "str 12", {})


def test_a_number_without_a_word_is_not_offered_for_a_field_that_cannot_hold_it() -> None:
    low = Field("nerve", "Nerve", Kind.NUMBER, 1, low=1, high=9)
    _, (slip,) = take_slips("Otter, 12", (PERCEPTION, low))
    assert [way.label for way in slip.ways] == ["hp 12", "ac 12"]
