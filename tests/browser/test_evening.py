"""An evening by touch, from preparation to account: its taps are counted, and nothing is put right by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.evening import DICE_ARE_ASKED, Finger
from tests.browser.hosts import TABLET, reload
from tests.browser.play import go_home, row, show_game, track
from tests.browser.waiting import expect_saved, resize, until_equal, wait_until
from tests.hands.dice import DICE_ALIKE, NOTHING_COMPUTED_AHEAD

DAMAGE = (7, 0, 5, 9, 4, 0, 11, 6, 0, 8, 5, 14, 0, 7, 10)
"""What the attacks deal, one after the other; 0 is a miss."""
TABLE_TAPS = ("turns", "damage", "falls", "rounds", "next fight", "rest")
"""What a game master taps at the table."""
CARD = "# The boss\n- **Bite** 1d20+7, 2d10+4\n- **Breath** 11d8, half on a save"


@dataclass(frozen=True)
class Night:
    """What is prepared at home: a party of six, and three fights against eight, six and eight."""

    system: str
    party: tuple[str, ...]
    foes: tuple[tuple[str, ...], ...]
    """The lines of each fight. In the last fight the last one has a card, and another is hidden."""
    hidden: str
    lair: str
    """When the lair stirs in each round."""
    taps: float
    """At most this many taps a turn, of all at the table."""

    @property
    def names(self) -> list[str]:
        return [line.partition(",")[0] for line in self.party]


D20 = Night(
    "d20_once",
    (
        "Aria, dex +3, hp 24, counter arrows 12, side Heroes, real dice",
        "Borin, hp 31, side Heroes, real dice",
        "Celestine, dex +2, hp 18, side Heroes, real dice",
        "Dorn, dex +1, hp 28, side Heroes, real dice",
        "Esme, dex +3, hp 22, side Heroes, real dice",
        "Finn, dex +2, hp 20, side Heroes, real dice",
    ),
    (
        (
            "Goblin x5, dex +2, hp 9, side Foes, group Goblins",
            "Wolf x2, dex +2, hp 11, side Foes",
            "Chief, hp 21, side Foes",
        ),
        (
            "Skeleton x4, dex +2, hp 13, side Foes, group Skeletons",
            "Ghoul, hp 22, side Foes",
            "Wight, hp 25, side Foes",
        ),
        (
            "Cultist x5, dex +1, hp 9, side Foes, group Cultists",
            "Assassin, dex -1, hp 20, side Foes, hidden",
            "Priest, hp 20, side Foes",
            "Vorath, dex +2, hp 45, side Foes",
        ),
    ),
    "Assassin",
    "@20",
    2.2,
)
ZEBRA = Night(
    "zebra",
    tuple(
        f"{name}, side Crew, nerve {nerve}, perception 6, sabre 5, health 20, counter arrows 12, real dice"
        for name, nerve in (("Aria", 6), ("Borin", 7), ("Celestine", 5), ("Dorn", 8), ("Esme", 6), ("Finn", 7))
    ),
    (
        (
            "Guard x5, side Foes, group Guards, nerve 16, halberd 4, health 9",
            "Dog x2, side Foes, nerve 5, health 11",
            "Sergeant, side Foes, health 21",
        ),
        (
            "Pirate x4, side Foes, group Pirates, nerve 16, health 13",
            "Gunner, side Foes, health 22",
            "Mate, side Foes, health 25",
        ),
        (
            "Cultist x5, side Foes, group Cultists, nerve 14, health 9",
            "Spy, side Foes, nerve 1, perception 1, level 0, health 20, hidden",
            "Priest, side Foes, health 20",
            "King, side Foes, nerve 9, horns 7, heavy, health 45",
        ),
    ),
    "Spy",
    "@30",
    2.0,
)


@dataclass(kw_only=True)
class Master(Finger):
    """A game master who plays what is prepared."""

    night: Night
    happened: int = 0
    """How often the lair stirred."""

    def button(self, name: str, part: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True), part)

    # At home

    def prepare(self) -> None:
        """Keep the party, one of them with arrows, and save each fight as a template."""
        for place, foes in enumerate(self.night.foes):
            show_game(self.page, self.night.system)
            self.tap(self.page.locator(f"#new-{self.night.system}"), "preparation")
            self.add(*(self.night.party if not place else foes))
            if not place:
                self.button("Bring the party", "party")
                self.tap(self.page.get_by_role("button", name=re.compile("^Keep all ")), "party")
                self.button("Close", "party")
                self.tap(self.page.locator("#add"), "preparation")
                self.add(*foes)
            self.plan("The lair stirs", self.night.lair)
            if place == 2:
                self.write_card(foes[-1].partition(",")[0])
            self.save_template(f"Fight {place + 1}")
            go_home(self.page)

    def add(self, *lines: str) -> None:
        self.page.get_by_label("One line each").fill("\n".join(lines))
        self.tap(self.page.locator("#dialog [type=submit]"), "preparation")
        expect(self.page.locator("#dialog")).to_be_hidden()

    def plan(self, what: str, when: str) -> None:
        self.tap(self.page.locator("#menu"), "preparation")
        self.button("What comes later", "preparation")
        self.page.locator("#happening-text").fill(what)
        self.page.locator("#happening-round").fill(when)
        self.tap(self.page.locator("#happening-every"), "preparation")
        self.button("Plan it", "preparation")
        expect(self.page.locator("#later-open")).to_contain_text(what)
        expect(self.page.locator("#dialog")).to_be_hidden()

    def write_card(self, name: str) -> None:
        self.tap(row(self.page, name).locator(".body"), "preparation")
        self.button("Write a card…", "preparation")
        self.page.locator("textarea#card").fill(CARD)
        self.button("Save", "preparation")
        expect(self.page.locator("#last")).to_contain_text("has a card")
        expect(self.page.locator("#dialog")).to_be_hidden()

    def save_template(self, name: str) -> None:
        self.tap(self.page.locator("#menu"), "preparation")
        self.button("Save as a template…", "preparation")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.button("Save", "preparation")
        expect(self.page.locator("#notice")).to_contain_text(f"“{name}” is saved as a template")

    # At the table

    def begin_next(self, name: str) -> None:
        """Begin the prepared fight from the one that is over."""
        self.tap(self.page.locator("#down").get_by_role("button", name="Next fight…"), "next fight")
        self.tap(self.page.locator("#next-templates").get_by_role("button", name=name), "next fight")
        expect(self.page.locator("#title")).to_contain_text(name)

    def play(self) -> None:
        """Play until one side is down."""
        while not self.page.locator("#down").count():
            happens = self.page.get_by_role("button", name="Settled", exact=True)
            if happens.count():
                self.happened += 1
                self.step(happens, "rounds")
            elif self.page.locator("#open").is_visible():
                self.open_round()
            elif self.page.locator("#same-again").count():
                words = self.page.locator("#same-again").inner_text()
                self.turns += int((re.findall(r"\d+", words) or ["1"])[0])
                self.step(self.page.locator("#same-again"), "turns")
            else:
                self.take_turn()

    def open_round(self) -> None:
        before = self.page.locator("#title").inner_text()
        self.tap(self.page.locator("#open"), "rounds")
        wait_until(self.page, f"document.getElementById('title').innerText !== {before!r} || {DICE_ARE_ASKED}")
        if self.page.locator("#dialog input.die").count():
            self.tap(self.page.locator("#dialog [type=submit]"), "rounds")
        expect(self.page.locator("#title")).not_to_have_text(before)

    def take_turn(self) -> None:
        """Attack a foe in one gesture, and end the turn. The damage varies as that of dice does; some attacks miss."""
        actor = self.page.locator("#acting .name").first.inner_text()
        self.turns += 1
        if self.page.locator("#track .hurts.attack").count():
            self.strike(DAMAGE[self.turns % len(DAMAGE)])
        else:
            self.step(self.page.locator("#panel .choice.leading:not(.refused)").first, "turns")
        self.let_fall()
        ends = self.page.locator("#panel .choice.leading", has_text="End turn")
        if ends.count() and self.page.locator("#acting .name").first.inner_text() == actor:
            self.step(ends, "turns")

    def strike(self, amount: int) -> None:
        """Attack the foe who is most hurt: with a tap on the row, or with any other amount in its sheet."""
        hurt = self.page.locator("#track .row:has(.attack):has(.hurt) .attack, #track .row.struck .attack")
        strip = (hurt if hurt.count() else self.page.locator("#track .hurts.attack")).first
        at_once = strip.get_by_role("button", name=str(amount) if amount else "miss", exact=True)
        if not at_once.count():
            self.tap(strip.get_by_role("button").last, "damage")
            at_once = self.page.locator("#dialog .at-once").get_by_role("button", name=str(amount), exact=True)
        self.step(at_once, "turns")

    def let_fall(self) -> None:
        """Let the heroes without health fall; foes fall by themselves."""
        while (down := self.page.locator("#track .falls, #panel .falls:visible")).count():
            self.step(down.first, "falls")

    def end_with_attacks(self) -> None:
        """Let turns end with their attacks."""
        self.tap(self.page.locator("#end-with-attack[aria-pressed=false]"), "rounds")
        expect(self.page.locator("#end-with-attack[aria-pressed=true]")).to_be_visible()

    def burn_group(self, chief: str, group: str) -> None:
        """Burn a group and their chief, who takes half; all of the group fall."""
        self.tap(row(self.page, chief).locator(".hp"), "fireball")
        self.tap(self.page.locator("#dialog").get_by_role("button", name=re.compile(f"^{group} ×")), "fireball")
        half = self.page.get_by_role("group", name=f"{chief} takes").get_by_role("button", name="half")
        self.tap(half, "fireball")
        self.tap(self.page.locator("#digit-9"), "fireball")
        self.step(self.page.locator("#deal"), "fireball")

    def rest(self) -> None:
        """Let the party have half of their health back."""
        self.tap(self.page.locator("#menu"), "rest")
        self.button("Rest…", "rest")
        self.tap(self.page.get_by_role("radio", name="half of full health"), "rest")
        self.step(self.page.locator("#dialog [type=submit]"), "rest")

    def healths(self) -> dict[str, str]:
        """Return the health of each of the party, as their rows tell it."""
        return {name: "".join(row(self.page, name).locator(".hp").inner_text().split()) for name in self.night.names}


@pytest.mark.soak
@pytest.mark.parametrize("night", [D20, ZEBRA], ids=lambda night: night.system)
def test_an_evening_of_three_fights(open_page: OpenPage, night: Night, tmp_path: Path) -> None:
    """The dice fall alike in every run: luck decides how often a target falls, and another has to be tapped."""
    page = open_page(prepare=lambda page: page.add_init_script(DICE_ALIKE + NOTHING_COMPUTED_AHEAD))
    resize(page, TABLET)
    master = Master(page=page, night=night)
    master.prepare()
    assert master.taps["party"] <= 4

    page.locator("#templates [data-do=begin-template]", has_text="Fight 1").tap()
    master.open_round()
    expect(page.locator("#acting .row")).to_have_count(1)
    if night is D20:
        master.end_with_attacks()
        master.burn_group("Chief", "Goblins")
        assert master.taps["fireball"] <= 7
    row(page, "Finn").locator(".body").tap()
    page.locator("#dialog").get_by_role("button", name=re.compile("^blind")).tap()
    page.locator("#dialog").get_by_role("button", name="until removed", exact=True).tap()
    row(page, "Aria").locator(".body").tap()
    page.get_by_role("button", name="arrows: one less").tap()
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("#dialog")).to_be_hidden()
    master.play()
    before = master.healths()
    assert any(len(set(health.split("/"))) > 1 for health in before.values())
    master.rest()
    rested = master.healths()
    assert rested != before

    master.begin_next("Fight 2")
    assert master.healths() == rested
    expect(row(page, "Finn").locator(".badge.condition")).to_have_text(re.compile("^blind"))
    expect(row(page, "Aria")).to_contain_text("arrows 11/12")
    expect(page.locator("#track .row")).not_to_have_count(0)
    master.open_round()
    expect_saved(page)
    order = track(page)
    reload(page)
    until_equal(page, lambda: track(page), order)
    master.play()
    left = master.healths()

    master.begin_next("Fight 3")
    assert master.healths() == left
    expect(row(page, "Finn").locator(".badge.condition")).to_have_text(re.compile("^blind"))
    page.locator("#menu").tap()
    page.get_by_role("button", name="For the players…").tap()
    page.locator("#face-players").tap()
    facing = page.locator(".facing")
    expect(facing).to_contain_text("Priest")
    for unseen in (night.hidden, "Bite", "boss", "lair"):
        expect(facing).not_to_contain_text(unseen, ignore_case=True)
    page.get_by_role("button", name="Back").last.tap()
    master.play()

    assert master.happened >= 3
    assert master.taps["next fight"] <= 2 * 4
    assert master.taps["rest"] <= 4
    assert sum(master.taps[part] for part in TABLE_TAPS) <= night.taps * master.turns, master

    go_home(page)
    page.locator("#campaign").tap()
    page.get_by_role("button", name="Export…").tap()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save or share the log").tap()
    account = download.value.path().read_text()
    assert re.findall(r"^## (.*)$", account, re.MULTILINE) == ["Fight 1", "Fight 2", "Fight 3"]
    assert "Bite" not in account
