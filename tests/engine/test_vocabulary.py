"""The table of words: what a label means, whoever wrote it."""

from __future__ import annotations

import re

import pytest

from turntrack.core.vocabulary import WORDS, Meaning, fold_label, forms_of, meaning_of


@pytest.mark.parametrize(
    ("label", "meaning"),
    [
        ("HP", Meaning.HEALTH),
        ("Hit Points", Meaning.HEALTH),
        ("BP", Meaning.HEALTH),
        ("body pts", Meaning.HEALTH),
        ("hit_points", Meaning.HEALTH),
        ("Trefferpunkte", Meaning.HEALTH),
        ("maxHp", Meaning.FULL_HEALTH),
        ("Rüstungsklasse", Meaning.ARMOUR),
        ("Armor Class:", Meaning.ARMOUR),
        ("INI", Meaning.ORDER),
        ("roll", Meaning.ORDER),
        ("initiativeBonus", Meaning.ORDER_MODIFIER),
        ("init-mod", Meaning.ORDER_MODIFIER),
        ("PC", Meaning.HEROES),
        ("Gegner", Meaning.FOES),
        ("Verbündete", Meaning.ALLIES),
        ("reserve", Meaning.WINGS),
        ("Notiz", Meaning.NOTE),
        ("temp_hp", Meaning.TEMPORARY),
        ("RW", Meaning.OTHER),
        ("Wunden", Meaning.OTHER),
        ("angeschlagen", Meaning.CONDITION),
        ("colour", None),
        ("", None),
    ],
)
def test_a_label_means_the_same_whoever_wrote_it(label: str, meaning: Meaning | None) -> None:
    assert meaning_of(label) is meaning


def test_every_word_is_folded_and_has_one_meaning() -> None:
    words = [word for row in WORDS.values() for word in row]
    assert len(words) == len({*words})
    assert [word for word in words if fold_label(word) != word] == []
    assert {*WORDS} == {*Meaning}


def test_the_pattern_of_a_meaning_takes_every_word_of_it() -> None:
    for meaning, words in WORDS.items():
        pattern = re.compile(forms_of(meaning))
        assert all(pattern.fullmatch(word) for word in words)
