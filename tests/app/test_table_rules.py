"""A fight by one of the rule sets that come with the app: chosen on the page, which knows none of them."""

from __future__ import annotations

import pytest

from app.chronicle import chronicle
from engine.systems import SYSTEMS
from engine.systems.protocol import system_of
from tests.app.table import Table


@pytest.fixture
def empty(table: Table) -> Table:
    """A new fight; its rules are still to be chosen."""
    table.tap("new", "homebrew")
    return table


def test_rules_are_chosen_before_anybody_comes(empty: Table) -> None:
    """They stand in sight; afterwards in a drawer, for as long as the fight has not begun."""
    assert not empty.last.dialog
    assert "as in Savage Worlds" in empty.region("panel").text
    assert "Table rules" in empty.region("title").text
    empty.choose("rules", "Ticks")
    assert "Ticks" in empty.region("title").text
    empty.tap("drawer", "rules")
    assert "as in Savage Worlds" not in empty.region("panel").text
    empty.choose("rules", "Cards")
    assert empty.log[0] == "The fight goes by the rules “Cards”."
    empty.choose("rules", "Three actions")


def test_who_has_chosen_rules_from_the_drawer_sees_what_comes_next(empty: Table) -> None:
    """The drawer stays open, and whoever is to fight can be added all the same."""
    empty.tap("drawer", "rules")
    empty.choose("rules", "Popcorn")
    assert "as in Savage Worlds" in empty.region("panel").text
    empty.region("panel").one("button", id="add-first")


def test_what_is_in_reach_of_a_thumb_is_what_comes_next(empty: Table) -> None:
    """Neither the reaction, which is for the turns of others, nor for ever what costs nothing."""
    empty.choose("rules", "d20, once")
    empty.add("Mara, dex 5, side Crew", "Rat, dex 1, side Harbour")
    empty.dice.faces[:] = [12, 9]
    empty.tap("open")
    for label in ("Attack", "Bonus action", "End the turn"):
        assert leading(empty) == label
        empty.choose("turn", label)


def test_an_action_that_costs_nothing_leads_once(empty: Table) -> None:
    empty.choose("rules", "Dice passes")
    empty.add("Mara, reaction 9, side Crew", "Rat, reaction 1, side Harbour")
    empty.dice.faces[:] = [6, 1]
    empty.tap("open")
    for label in ("Act", "End the turn"):
        assert leading(empty) == label
        empty.choose("turn", label)


def test_an_ordinary_hit_is_one_tap_by_whatever_rules(empty: Table) -> None:
    """What an action of one's own is, nobody knows: whoever it is done to may be hurt by it."""
    empty.choose("rules", "Three actions")
    empty.add("Mara, perception 7, side Crew", "Rat, perception 5, side Harbour, health 9")
    empty.dice.faces[:] = [12, 9]
    empty.tap("open")
    empty.choose("turn", "Strike")
    empty.tap("strike", f"{empty.id_of('Rat')}:3")
    assert empty.log[0] == "Rat takes 3: 9 → 6."
    empty.choose("turn", "End the turn")
    assert not empty.rows.with_class("hit")


def leading(table: Table) -> str:
    """Read the choice that is filled."""
    (choice,) = table.region("panel").with_class("leading")
    return choice.with_class("label")[0].text


def test_a_fight_by_chosen_rules(empty: Table) -> None:
    empty.choose("rules", "Three actions")
    empty.add("Mara, perception 7, side Crew", "Rat, perception 5, side Harbour")
    empty.dice.faces[:] = [12, 9]
    empty.tap("open")
    assert empty.track == ["*Mara 19", "Rat 14"]
    empty.choose("turn", "Strike")
    empty.choose("turn", "Strike")
    assert empty.log[:2] == ["Mara strikes, at Rat, with −5. G10", "Mara has 1 of 3 actions left. G9"]
    empty.choose("turn", "End the turn")
    assert empty.track[0] == "*Rat 14"


def test_its_rules_are_shown_in_sentences_of_its_own(empty: Table) -> None:
    empty.choose("rules", "Ten cards, low first")
    empty.tap("rules")
    assert "The number is a card of 10, no card twice." in empty.dialog.text
    assert "Ten cards, low first: rules" in empty.dialog.text


def test_its_log_as_text_says_the_rules(empty: Table) -> None:
    empty.choose("rules", "Popcorn")
    empty.add("Mara", "Rat")
    text = chronicle(empty.session, system_of("homebrew", SYSTEMS))
    assert "## The rules of this fight\n\n- **G1** Everybody has a place in the order." in text
    assert "- **G6** Whoever has acted passes the turn on." in text
