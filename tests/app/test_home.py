"""Tests of the first screen: the last fight, the other fights, and new fights."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.storage.list_entry import LONGEST_WORD, MOST_NAMES, list_entry_of, read_left, write_left
from app.ui.home import MOST_AT_FIRST, MOST_BESIDE, HomeView, home_view
from app.ui.slab import UpcomingTurnView
from app.values.games import ready_games
from app.values.stored import FightSummary, SavedFight, inherited_words
from tests.app.conftest import Change
from tests.app.elements import read
from tests.app.fights import played
from tests.app.store import Device, Tab
from tests.app.table import Table, choice_at
from turntrack.core import commands as c
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import Emblem, TurnSystem
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_set import write_rules

ZEBRA = next(system for system in SYSTEMS if system.key == "zebra")
LEFT = FightSummary(2, 1, True, ("Mara",), 1, "33", 0, ("Rat", "Ilko"))
FERRY = SavedFight("0a", "Ambush at the ferry", "zebra", "Nov 22, 20:14", 5, steps=9, left=LEFT)


def view(*saved: SavedFight) -> HomeView:
    return home_view(SYSTEMS, saved)


def last(left: FightSummary | None, combatants: int = 5) -> tuple[str, str, str, str]:
    """Return the texts of the slab: the line, the actors, the bead, and the turns to come."""
    last = view(replace(FERRY, left=left, combatants=combatants)).last
    assert last
    return last.line, last.who, last.bead, last.then


def line(left: FightSummary | None, system: str = "zebra", combatants: int = 5) -> str:
    """Return the line of another fight."""
    (copies,) = view(FERRY, replace(FERRY, key="0b", left=left, system=system, combatants=combatants)).beside
    return copies.line


class TestWords:
    def test_the_last_one_is_as_it_was_left(self) -> None:
        assert last(LEFT) == ("Zebra Island · sequence 2 · Nov 22, 20:14", "Mara", "33", "then Rat, then Ilko")
        assert last(replace(LEFT, number="")) == (
            "Zebra Island · sequence 2 · Nov 22, 20:14", "Mara", "Ma", "then Rat, then Ilko",
        )  # fmt: skip

    def test_several_who_act(self) -> None:
        many = replace(LEFT, acting=("Rat", "Ilko", "Ana"), many=2)
        assert last(replace(many, acting=("Rat", "Ilko")))[1] == "Rat and Ilko"
        assert last(replace(many, many=3))[1] == "Rat, Ilko and Ana"
        assert last(replace(many, many=12))[1] == "Rat, Ilko and 10 more"

    @pytest.mark.parametrize(
        ("left", "said"),
        [
            (FightSummary(), ("Zebra Island · 5 combatants, not started · Nov 22, 20:14", "Ready to begin", "", "")),
            (FightSummary(2, 1), ("Zebra Island · sequence 2 · Nov 22, 20:14", "Sequence 2 is over", "", "")),
            (
                FightSummary(2, 1, where="count 2"),
                ("Zebra Island · count 2 · Nov 22, 20:14", "Count 2 is over", "", ""),
            ),
            (
                FightSummary(2, 1, is_over=True),
                ("Zebra Island · sequence 2 · Nov 22, 20:14", "The fight is over", "", ""),
            ),
            (
                FightSummary(2, 1, True, coming=("Heroes", "Bandits")),
                ("Zebra Island · sequence 2 · Nov 22, 20:14", "Next: Heroes", "", "then Bandits"),
            ),
            (FightSummary(2, 1, True), ("Zebra Island · sequence 2 · Nov 22, 20:14", "Nobody is up", "", "")),
            (None, ("Zebra Island · 5 combatants · Nov 22, 20:14", "5 combatants", "", "")),
        ],
    )
    def test_nobody_acts(self, left: FightSummary | None, said: tuple[str, str, str, str]) -> None:
        assert last(left) == said

    def test_one_without_anybody_that_was_named(self) -> None:
        assert last(FightSummary(), combatants=0)[:2] == (
            "Zebra Island · nobody in it, not started · Nov 22, 20:14",
            "Nobody is in it yet",
        )

    @pytest.mark.parametrize(
        ("left", "system", "said"),
        [
            (LEFT, "zebra", "Zebra Island · sequence 2 · Mara acts · Nov 22, 20:14"),
            (
                replace(LEFT, acting=("Rat", "Ilko"), many=2),
                "traveller",
                "Traveller · round 2, pass 1 · Rat and Ilko act · Nov 22, 20:14",
            ),
            (FightSummary(4, 2), "traveller", "Traveller · round 4 is over · Nov 22, 20:14"),
            (
                FightSummary(1, 1, True, coming=("Heroes",)),
                "unbound",
                "Unbound · round 1 · Heroes next · Nov 22, 20:14",
            ),
            (FightSummary(1, 1, True), "unbound", "Unbound · round 1 · Nov 22, 20:14"),
            (LEFT, "of-tomorrow", "of-tomorrow · round 2 · Mara acts · Nov 22, 20:14"),
            (FightSummary(), "rond6", "RonD6 · 1 combatant, not started · Nov 22, 20:14"),
            (None, "rond6", "RonD6 · 1 combatant · Nov 22, 20:14"),
        ],
    )
    def test_the_others_say_it_in_a_line(self, left: FightSummary | None, system: str, said: str) -> None:
        assert line(left, system, combatants=1) == said

    def test_rules_of_ones_own_are_called_by_their_name(self) -> None:
        ours = replace(LEFT, rules="Our rules", emblem=Emblem.STAIRS)
        assert line(ours, "table_rules") == "Our rules · round 2 · Mara acts · Nov 22, 20:14"
        assert line(LEFT, "table_rules").startswith("Table rules · ")
        last = view(replace(FERRY, left=ours, system="table_rules"), replace(FERRY, key="0b", left=ours)).last
        assert last
        assert (last.line, last.emblem) == ("Our rules · round 2 · Nov 22, 20:14", "stairs")

    def test_the_list_is_folded_and_sorted(self) -> None:
        fights = [replace(FERRY, key=f"{number:x}") for number in range(7)]
        deleted = replace(FERRY, key="d", deleted=True, archived=True)
        archived = replace(FERRY, key="a", archived=True)
        untouched = SavedFight("u", "New fight", "zebra", "", steps=1)
        shown = view(untouched, *fights, archived, deleted)
        assert shown.last
        assert shown.last.key == "0"
        assert [each.key for each in shown.beside] == ["1", "2", "3"]
        assert MOST_BESIDE == 3
        assert [each.key for each in shown.older] == ["4", "5", "6"]
        assert [each.key for each in shown.archived] == ["a"]
        assert [each.key for each in shown.deleted] == ["d"]


class TestLeft:
    """What the list's entry keeps: bounded, and only believed as far as it fits."""

    def test_it_comes_back(self) -> None:
        raw = json.loads(json.dumps(write_left(LEFT, 9)))
        assert read_left(raw, 9) == LEFT
        assert read_left(json.loads(json.dumps(write_left(FightSummary(), 1))), 1) == FightSummary()

    @pytest.mark.parametrize(
        "change",
        [
            {"side": "0"}, {"side": -1}, {"acting": ["Mara", 7]}, {"number": 33}, {"round": "2"},
            {"coming": ["a" * (LONGEST_WORD + 1)]}, {"many": 10**9}, {"is_open": 1}, {"acting": "Mara"},
            {"coming": ["a", "b", "c", "d"]}, {"emblem": "x row"}, {"emblem": ["row"]}, {"rules": "o" * 81},
            {"rules": 7}, {"options": "ab"}, {"options": {"a": 1}}, {"options": {str(key): "" for key in range(101)}},
        ],
    )  # fmt: skip
    def test_what_does_not_fit_is_nothing(self, change: dict[str, object]) -> None:
        """Another step has followed (perhaps by a version that knows nothing of it), or it is damaged."""
        raw = json.loads(json.dumps(write_left(LEFT, 9)))
        assert read_left({**raw, "summary": {**raw["summary"], **change}}, 9) is None
        assert read_left({**raw, "step": 8}, 9) is None

    @pytest.mark.parametrize("raw", [None, [], "Mara", {}, {"round": 2}])
    def test_what_is_something_else_is_nothing(self, raw: object) -> None:
        assert read_left(raw, 0) is None

    @pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
    def test_a_fight_of_each_system_is_described(self, system: TurnSystem) -> None:
        session = played(system)
        while len(session.past) > 1:
            acting, entry = session.encounter.acting(), list_entry_of(session, system)
            assert entry.left
            assert entry.left.many == len(acting)
            assert (entry.left.side is None) == (not acting)
            assert len(entry.left.acting) <= MOST_NAMES
            assert len(entry.left.coming) <= MOST_NAMES
            assert read_left(json.loads(json.dumps(write_left(entry.left, 5))), 5) == entry.left
            session.undo()

    def test_a_crowd_has_room(self) -> None:
        label = "Imperial trooper " * 20
        entry = list_entry_of(played(ZEBRA), ZEBRA, lambda: (UpcomingTurnView(("c1",), label),) * 2)
        assert entry.left
        assert entry.left.coming == (label[:LONGEST_WORD],) * 2
        assert read_left(json.loads(json.dumps(write_left(entry.left, 5))), 5) == entry.left

    def test_rules_that_stumble_take_nothing_else_with_them(self, worked: Table, change: Change) -> None:
        """Every step is kept; the list says what it knows."""

        def stumble(*about: object) -> None:
            raise RuntimeError("coming")

        change(ZEBRA, "upcoming_turns", stumble)
        assert list_entry_of(worked.session, ZEBRA).left is None
        many = len(worked.storage.journals["key-1"])
        worked.controller.handle(*choice_at(worked.controller, "plain", 0), {})
        assert len(worked.storage.journals["key-1"]) == many + 1

    def test_the_entry_follows_the_fight_and_comes_back_from_the_store(self) -> None:
        tab = Tab(Device())
        key = tab.sample()
        head = tab.device.heads[key]
        assert head["left"]["step"] == head["count"]
        (name, *_) = head["left"]["summary"]["acting"]
        tab.do("home")
        assert f">{name}</span>" in tab.shown("home")
        assert "sequence 1" in tab.shown("home")

    def test_an_entry_of_an_older_version_says_less(self) -> None:
        tab = Tab(Device())
        key = tab.sample()
        del tab.device.heads[key]["left"]
        tab.do("home")
        assert "5 combatants" in tab.shown("home")

    def test_a_copy_and_a_file_bring_it_along(self) -> None:
        tab = Tab(Device())
        key = tab.sample()
        left = tab.device.heads[key]["left"]
        tab.do("home")
        tab.do("duplicate-listed", key)
        (copy,) = [head for head_key, head in tab.device.heads.items() if head_key != key]
        assert copy["left"] == left
        tab.do("export-listed")
        tab.do("share-export", "file")
        other = Tab(Device())
        other.do("read-text", text=tab.repository.handed[-1][2])
        other.do("import-beside")
        (there, _) = other.device.heads.values()
        assert {**there["left"], "step": 0} == {**left, "step": 0}
        assert there["left"]["step"] == there["count"]


class TestNew:
    """New fights are no pile."""

    def test_one_that_was_begun_and_left_is_gone_on_with(self, table: Table) -> None:
        table.tap("new", "zebra")
        assert table.dialog.all("textarea", id="lines")
        table.tap("dismiss")
        table.tap("home")
        assert "Whose turn is it?" in table.region("home").text
        table.tap("new", "zebra")
        assert list(table.storage.journals) == ["key-1"]
        assert table.dialog.all("textarea", id="lines")
        table.send("add-lines", lines="Mara")
        table.tap("home")
        assert "Mara" in table.region("home").text
        table.tap("new", "zebra")
        assert list(table.storage.journals) == ["key-1", "key-2"]

    def test_each_system_has_its_own(self, table: Table) -> None:
        table.tap("new", "zebra")
        table.tap("dismiss")
        table.tap("home")
        table.tap("new", "unbound")
        assert table.session.encounter.system == "unbound"
        assert len(table.storage.journals) == 2

    def test_whatever_was_done_in_it_makes_it_a_fight(self, table: Table) -> None:
        table.tap("new", "zebra")
        table.tap("dismiss")
        table.tap("menu")
        table.send("rename", name="The ferry")
        table.tap("home")
        assert "The ferry" in table.region("home").text
        table.tap("new", "zebra")
        assert len(table.storage.journals) == 2


def test_the_first_screen_of_an_empty_device_says_how_to_begin(table: Table) -> None:
    home = table.region("home")
    assert "Choose your game" in home.text
    assert home.find("input", id="game-search").label == "Search the games"
    assert len(home.with_class("try")) == MOST_AT_FIRST
    table.tap("show-all-games")
    home = table.region("home")
    for game in ready_games(SYSTEMS):
        assert (game.likeness[3:] or game.summary) in home.find("button", id=f"new-{game.key}").text
        assert home.find("button", id=f"sample-{game.key}").label == f"Sample fight: {game.title}"


def test_a_system_is_known_by_its_drawing_alone(table: Table) -> None:
    table.tap("show-all-games")
    drawn = [each.attributes["class"] for each in table.region("home").with_class("emblem")]
    assert drawn == [f"emblem e-{game.emblem}" for game in ready_games(SYSTEMS)]


def test_the_slab_has_the_colour_of_the_side(table: Table) -> None:
    table.tap("sample", "zebra")
    table.dice.faces[:] = [10, 10, 10, 10]
    table.tap("open")
    table.tap("home")
    (slab,) = table.region("home").with_class("last")
    assert slab.attributes["class"] == "last side-0"
    assert slab.with_class("bead")[0].text == "30"
    assert "Ilko" in slab.text
    assert "Continue" in slab.text


class TestHowTheTablePlays:
    """What was chosen in the last fight by the same rules is what a new one begins with."""

    def chosen(self, table: Table, *options: tuple[str, str]) -> None:
        table.tap("new", "zebra")
        table.send("add-lines", lines="Mara")
        for key, value in options:
            table.give(c.ChooseOption(key, value))
        table.tap("home")

    def test_it_is_carried_over_and_said(self, table: Table) -> None:
        self.chosen(table, ("falls", "at_once"), ("halves", "up"), ("tie", "listed"))
        table.tap("new", "zebra")
        assert table.session.encounter.options == {"falls": "at_once", "halves": "up", "tie": "listed"}
        assert len(table.session.past) == 1
        assert "As in your last fight" in table.last.toast
        assert "down at once" in table.last.toast
        table.tap("menu")
        table.tap("options")
        (said,) = table.dialog.all(id="began-with")
        assert "Half of an odd amount: rounded up" in said.text

    def test_what_is_as_usual_needs_no_word(self, table: Table) -> None:
        self.chosen(table, ("falls", "at_once"), ("falls", "foes"))
        table.tap("new", "zebra")
        assert table.session.encounter.options == {}
        assert table.last.toast == ""
        table.tap("menu")
        table.tap("options")
        assert not table.dialog.all(id="began-with")

    def test_other_rules_have_their_own(self, table: Table) -> None:
        self.chosen(table, ("falls", "at_once"))
        table.tap("new", "unbound")
        assert table.session.encounter.options == {}

    def test_one_begun_with_it_and_left_is_gone_on_with(self, table: Table) -> None:
        self.chosen(table, ("falls", "at_once"))
        for _ in range(2):
            table.tap("new", "zebra")
            table.tap("dismiss")
            table.tap("home")
        assert len(table.storage.journals) == 2


def test_a_new_fight_offers_the_conditions_that_the_last_one_of_its_game_knew() -> None:
    """What was forgotten there is not offered, though an older fight knows it."""
    last, older = (
        replace(FERRY, key=key, left=replace(LEFT, words=words))
        for key, words in (("0a", ("dazed",)), ("0b", ("bewitched", "dazed")))
    )
    assert inherited_words(ZEBRA, (last, older)) == ("dazed",)
    assert inherited_words(ZEBRA, (replace(last, deleted=True), older)) == ("bewitched", "dazed")
    assert inherited_words(ZEBRA, (replace(last, system="rond6"),)) == ()


def test_a_fight_by_rules_of_the_table_that_was_left_at_once_is_not_listed() -> None:
    tab = Tab(Device())
    tab.do("import")
    tab.do("read-text", text=write_rules(replace(preset_rules("cards"), name="Ours")))
    tab.do("rules-keep")
    for _ in range(2):
        tab.do("new", next(iter(tab.device.party)))
        tab.do("home")
    assert len(tab.device.heads) == 2
    assert not read(tab.shown("home")).all(data_do="open-saved")
