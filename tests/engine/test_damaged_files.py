"""Damaged files: each is refused, or is a fight that can be shown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from tests.engine.fights import play_sample, read_all_views
from turntrack.core.errors import BadSave
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import Save, decode_save, encode_save
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

JUNK = (
    *("null", "true", "false", "0", "1", "-1", "2.5", "1000000000000", '""', '"c1"', '"c99"', '"zebra"', '"done"'),
    *("1000000000", "-1000000000", "100000", "-100000", "10000", "99", '"ready"', '"open"'),
    *('"\\u202e"', '"\\ud800"', f'"{"x" * 2001}"', "[]", "{}", "[[]]", '["c1"]', '{"is": "Noted", "text": "boo"}'),
)
"""The values as JSON, so that each damaged save gets its own copy."""


def places(raw: Any, known_places: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return every place in a tree of JSON: the container and the key or index."""
    for key, item in raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ():
        known_places.append((raw, key))
        places(item, known_places)
    return known_places


def damage(raw: Any, data: st.DataObject) -> None:
    """Change one place: another value, an item left out, repeated or moved, or another key."""
    container, key = data.draw(st.sampled_from(places(raw, [])), "place")
    if isinstance(container, list):
        how = data.draw(st.sampled_from(["junk", "out", "twice", "swap"]), "how")
        other = data.draw(st.integers(0, len(container) - 1))
        if how == "junk":
            container[key] = json.loads(data.draw(st.sampled_from(JUNK)))
        elif how == "out":
            del container[key]
        elif how == "twice":
            container.insert(other, json.loads(json.dumps(container[key])))
        else:
            container[key], container[other] = container[other], container[key]
    else:
        how = data.draw(st.sampled_from(["junk", "out", "name"]), "how")
        if how == "junk":
            container[key] = json.loads(data.draw(st.sampled_from(JUNK)))
        else:
            item = container.pop(key)
            if how == "name":
                container[data.draw(st.sampled_from(["id", "is", "key", "value", "why"]))] = item


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_damaged_save_is_refused_or_is_a_fight_that_can_be_shown(system: TurnSystem) -> None:
    text = encode_save(Save("Ambush", system.key, records_of(play_sample(system))))

    @settings(max_examples=amount(250))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        raw = json.loads(text)
        for _ in range(data.draw(st.integers(1, 3), "times")):
            damage(raw, data)
        try:
            session = replay(decode_save(json.dumps(raw)).records, SYSTEMS)
        except BadSave:
            return
        read_all_views(session, system)

    check()


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_save_cut_anywhere_is_refused(system: TurnSystem) -> None:
    text = encode_save(Save("Ambush", system.key, records_of(play_sample(system))))
    for length in range(0, len(text) - 2, 97):
        with pytest.raises(BadSave):
            decode_save(text[:length])


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_save_with_a_character_changed_is_refused_or_is_a_fight_that_can_be_shown(system: TurnSystem) -> None:
    text = encode_save(Save("Ambush", system.key, records_of(play_sample(system))))

    @settings(max_examples=amount(100))
    @given(st.integers(0, len(text) - 1), st.sampled_from('0179-.eE"{}[],: nx\\'))
    def check(at: int, character: str) -> None:
        try:
            session = replay(decode_save(text[:at] + character + text[at + 1 :]).records, SYSTEMS)
        except BadSave:
            return
        read_all_views(session, system)

    check()
