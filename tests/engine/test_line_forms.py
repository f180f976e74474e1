"""Tests of the forms in which people write lists: each gives the same combatant as the form with commas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import Field, Kind
from turntrack.rules.quick_line import read_quick_line, take_slips

DEX = Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=15, is_modifier=True)
PERCEPTION = Field("perception", "Perception", Kind.DICE, "2D", wild=True)
TYPED = Field("initiative", "Initiative", Kind.NUMBER, 0, low=-99, high=99)


def read(line: str, *fields: Field) -> AddCombatant:
    return read_quick_line(line, fields or (DEX,))


@pytest.mark.parametrize(
    ("line", "with_commas"),
    [
        ("Goblin x3 12hp AC15", "Goblin x3, hp 12, ac 15"),
        ("2 Orcs 15 hp", "2 Orcs, hp 15"),
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
    ],
)
def test_a_written_form_is_the_form_with_commas(line: str, with_commas: str) -> None:
    assert read(line) == read(with_commas)


@pytest.mark.parametrize("line", ["[9] Goblin", "9: Goblin", "9 – Goblin", "Goblin init 9", "Goblin, Initiative: 9"])
def test_the_number_in_an_order_is_the_initiative(line: str) -> None:
    """It is asked about where the rules have no such value."""
    assert read(line, TYPED) == AddCombatant("Goblin", sheet={"initiative": 9})
    rest, (slip,) = take_slips(line, (DEX,))
    assert (rest, slip.text) == ("Goblin", "initiative 9")


@pytest.mark.parametrize(
    "name",
    ["Agent 4", "Old Mara (captain)", "Guard: east gate", "Anna-Lena", "The 5th", "D-12", "<b onclick=alert(1)>"],
)
def test_other_names_stay_names(name: str) -> None:
    assert read(name) == AddCombatant(name)


@pytest.mark.parametrize("name", ["Room 3/4", "Otter hp 18", "- Mara", "1. Mara", "[[Mara]]", "A; B", "str 12"])
def test_a_name_with_x1_is_taken_as_it_is(name: str) -> None:
    assert read(f"{name} x1") == AddCombatant(name)


@pytest.mark.parametrize("line", ["Otter str 12", "Otter (3 of 4)", "Otter luck=3", "Otter luck: 3"])
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
