"""Whole evenings by touch, played as a game master picks: how many taps a turn takes in each game.

`python -m tests.browser.evening` plays three fights in each game, twice, with other dice: from the lines of *Add* on
the empty page until one side is down. Every tap is counted, those of *Add* too; what is typed is not. With the key of a
game it plays that alone, with the dice of the numbers that follow.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.hosts import TABLET
from tests.browser.play import STILL, act, show_game
from tests.browser.waiting import until_ready, wait_until
from tests.hands.dice import NOTHING_COMPUTED_AHEAD, dice_alike
from tools import build
from tools.chromium import chromium
from tools.layout import DIST
from tools.serve import serving

DICE_ARE_ASKED = "document.querySelector('#dialog input.die')"
MOST_TURNS = 150
"""A fight is over long before."""
HITS = {True: 0.65, False: 0.45}
"""How often an attack hits, of a hero or of a foe."""
SAME_TARGET = 0.7
"""How often somebody attacks the one who was attacked last."""
SOMETHING_ELSE, BESIDES, SUFFERS, HEALED, MISTAKEN = 0.08, 0.1, 0.07, 0.05, 0.02
"""How often somebody does not attack, does something besides, gets a condition, is healed, or the master errs."""
HEROES, FOES = "Heroes", "Foes"
CONDITIONS = ("prone", "poisoned", "frightened", "afraid", "stunned", "blind", "blinded")
UNTIL_REMOVED = "(button) => button.innerText === 'until removed'"


@dataclass(frozen=True)
class Game:
    """What is played: the sheets of a party of four and of their foes, and what its choices are called."""

    key: str
    hero: str
    """What each hero's line says besides name, health and side."""
    foe: str
    else_done: Sequence[str] = ()
    """Labels of choices that are no attack."""
    besides: Sequence[str] = ()
    """Labels of choices beside an attack in the same turn."""
    ends: Sequence[str] = ()
    """Labels of choices that end a turn which does not end by itself."""


GAMES = (
    Game("d20_twice", "dex +2, real dice", "dex +2", ("Another action",), ("Bonus action",), ("End turn",)),
    Game("rond6", "perception 3D, agility 4D", "perception 2D, agility 3D", ("Move", "Dodge")),
    Game("interlock", "REF 8, initiative 4, Handgun 7", "REF 6, initiative 2, Handgun 4", ("Move",), (), ("End turn",)),
    Game("unbound", "stealth 3, perception 4, player", "stealth 2, perception 2", ("Move",)),
    Game("traveller", "dex 8, end 7", "dex 6, end 6", ("Walk", "Watch")),
    Game(
        "zebra",
        "nerve 6, nimbleness 6, perception 6, sabre 5, contact, real dice",
        "nerve 5, nimbleness 5, perception 5, sabre 4, contact",
        ("Aim", "Dodge"),
    ),
)
PARTY = (("Aria Thornwood", 26), ("Borin", 34), ("Celestine", 22), ("Dorn Ironhand", 30))
OF_PARTY = re.compile("|".join(name for name, _ in PARTY))
HURT = re.compile(r"\b(?!(\d+)\s*/\s*\1\b)\d+\s*/\s*\d+")
"""The health of somebody who has less than all."""
FIGHTS = (
    (("Goblin", 4, 9), ("Wolf", 2, 11), ("Goblin Chief", 1, 21)),
    (("Skeleton", 4, 13), ("Ghoul", 1, 22), ("Wight", 1, 25)),
    (("Cultist", 5, 9), ("Assassin", 1, 20), ("Vorath the Red", 1, 45)),
)
"""Names, numbers and healths of the foes."""


@dataclass(kw_only=True)
class Finger:
    """A game master’s finger, whose taps are counted by what they are for."""

    page: Page
    taps: Counter[str] = field(default_factory=Counter)
    turns: int = 0

    def tap(self, place: Locator, part: str) -> None:
        expect(place).to_be_visible()
        act(place)
        self.taps[part] += 1

    def step(self, place: Locator, part: str) -> None:
        """Tap what makes a step, and wait until it is taken."""
        before = self.page.locator("#last").get_attribute("data-step") or ""
        self.tap(place, part)
        expect(self.page.locator("#last")).not_to_have_attribute("data-step", before)


@dataclass(kw_only=True)
class GameMaster(Finger):
    """Plays as a game master picks, by a seeded chance."""

    game: Game
    random: Random
    targets: dict[str, str] = field(default_factory=dict)
    """Whom each side attacked last."""

    def play_evening(self) -> None:
        """Play three fights; the party goes from one to the next."""
        for number, foes in enumerate(FIGHTS):
            if number:
                self.tap(self.page.locator("#down").get_by_role("button", name="Next fight…"), "next fight")
                self.tap(self.page.locator("#next-rested"), "next fight")
                self.tap(self.page.locator("#next-alone"), "next fight")
                expect(self.page.locator("#open")).to_be_visible()
                self.tap(self.page.locator("#add"), "adding")
            else:
                show_game(self.page, self.game.key)
                self.tap(self.page.locator(f"#new-{self.game.key}"), "adding")
            self.add(() if number else PARTY, foes)
            self.play_fight()

    def add(self, heroes: Sequence[tuple[str, int]], foes: Sequence[tuple[str, int, int]]) -> None:
        of_heroes = (f"{name}, hp {health}, side {HEROES}, {self.game.hero}" for name, health in heroes)
        of_foes = (
            f"{name}{f' x{number}' if number > 1 else ''}, hp {health}, side {FOES}, {self.game.foe}"
            for name, number, health in foes
        )
        self.page.get_by_label("One line each").fill("\n".join((*of_heroes, *of_foes)))
        self.tap(self.page.locator("#dialog [type=submit]"), "adding")
        expect(self.page.locator("#dialog")).to_be_hidden()

    def play_fight(self) -> None:
        """Play until one side is down."""
        self.targets.clear()
        most = self.turns + MOST_TURNS
        while not self.page.locator("#down").count():
            assert self.turns < most, "the fight does not end"
            if (falls := self.page.locator("#track .falls, #panel .falls:visible")).count():
                self.step(falls.first, "falls")
            elif self.page.locator("#open").is_visible():
                self.open_round()
                self.end_with_attacks()
            else:
                self.take_turn()

    def open_round(self) -> None:
        """Begin the round. The table's dice are typed."""
        before = self.page.locator("#title").inner_text()
        self.tap(self.page.locator("#open"), "rounds")
        changed = f"document.getElementById('title').innerText !== {before!r}"
        wait_until(self.page, f"{changed} || {DICE_ARE_ASKED} || !document.getElementById('open')")
        boxes = self.page.locator("#dialog input.die")
        if boxes.count():
            for box in boxes.all():
                box.fill(str(self.random.randint(1, 20)))
            self.tap(self.page.locator("#dialog [type=submit]"), "rounds")
            expect(self.page.locator("#dialog")).to_be_hidden()

    def end_with_attacks(self) -> None:
        """Let turns end with their attacks, where the game offers it."""
        switch = self.page.locator("#end-with-attack[aria-pressed=false]")
        if switch.count():
            self.tap(switch, "ends with attacks")
            expect(self.page.locator("#end-with-attack[aria-pressed=true]")).to_be_visible()

    def take_turn(self) -> None:
        """Let somebody act, as the die of this driver says, and end the turn."""
        if not self.page.locator("#acting .name").count():
            self.step(self.page.locator("#panel .token:not(.refused)").first, "who")
            return
        actor = self.acting()
        if self.random.random() < BESIDES:
            self.choose(self.game.besides, "besides")
        attacked = self.random.random() > SOMETHING_ELSE or not self.choose(self.game.else_done, "something else")
        if not attacked or self.attack():
            self.turns += 1
        else:  # a check for a further action, or an action that is lost: no turn of its own
            self.step(self.page.locator("#panel .choice.leading:not(.refused)").first, "leading")
        if self.page.locator("#down").count():
            return
        if self.random.random() < SUFFERS:
            self.give_condition()
        if self.random.random() < HEALED:
            self.heal()
        if self.random.random() < MISTAKEN:
            self.step(self.page.locator("#undo"), "mistakes")
            self.step(self.page.locator("#redo"), "mistakes")
        while (falls := self.page.locator("#track .falls, #panel .falls:visible")).count():
            self.step(falls.first, "falls")
        if not self.page.locator("#down").count() and self.acting() == actor:
            self.choose(self.game.ends, "end of turn")

    def acting(self) -> str:
        names = self.page.locator("#acting .name")
        return names.first.inner_text() if names.count() else ""

    def is_hero(self) -> bool:
        return any(self.acting().startswith(name) for name, _ in PARTY)

    def choose(self, labels: Sequence[str], part: str) -> bool:
        """Tap the first of these choices that is in sight, and return whether one is."""
        for label in labels:
            wanted = self.page.locator("#panel .choice:not(.refused)").filter(
                has=self.page.locator(".label").get_by_text(label, exact=True)
            )
            if wanted.count() and wanted.first.is_visible():
                self.step(wanted.first, part)
                return True
        return False

    def attack(self) -> bool:
        """Attack by the row of the target, and return whether one can be attacked."""
        strips = self.page.locator("#track .row:has(.hurts.attack)")
        names = strips.locator(".name").all_inner_texts()
        if not names:
            return False
        is_hero = self.is_hero()
        side = HEROES if is_hero else FOES
        name = self.targets.get(side, "")
        if name not in names or self.random.random() > SAME_TARGET:
            name = self.random.choice(names)
        self.targets[side] = name
        strip = strips.filter(has=self.page.get_by_text(name, exact=True)).first.locator(".hurts.attack")
        hits = self.random.random() < HITS[is_hero]
        amount = self.random.randint(1, 8) + 3 if is_hero else self.random.randint(1, 6) + 1
        words = str(amount) if hits else "miss"
        at_once = strip.get_by_role("button", name=words, exact=True)
        if not at_once.count():
            self.tap(strip.get_by_role("button").last, "other amounts")
            at_once = self.page.locator("#dialog .at-once").get_by_role("button", name=words, exact=True)
        self.step(at_once, "attacks")
        return True

    def give_condition(self) -> None:
        """Give a condition to the one who was attacked, in the sheet: at once, or until it is removed."""
        name = self.targets.get(HEROES if self.is_hero() else FOES, "")
        rows = self.page.locator("#track .row:not(.fallen)").filter(has=self.page.get_by_text(name, exact=True))
        if not name or not rows.count():
            return
        self.tap(rows.first.locator(".body"), "conditions")
        expect(self.page.locator("#dialog")).to_be_visible()
        borne = rows.first.locator(".badge.condition").all_inner_texts()
        offered = "|".join(word for word in CONDITIONS if word not in borne)
        words = self.page.locator("#dialog .chip").filter(has_text=re.compile(f"^({offered})$"))
        before = self.page.locator("#last").get_attribute("data-step")
        self.tap(words.nth(self.random.randrange(words.count())), "conditions")
        taken = f"document.getElementById('last').dataset.step !== '{before}'"
        wait_until(self.page, f"{taken} || [...document.querySelectorAll('#dialog button')].some({UNTIL_REMOVED})")
        if not self.page.evaluate(taken):
            self.step(
                self.page.locator("#dialog").get_by_role("button", name="until removed", exact=True), "conditions"
            )
        wait_until(self.page, STILL)
        if self.page.locator("#dialog").is_visible():
            self.tap(self.page.locator("#dialog").get_by_role("button", name="Close"), "conditions")
            expect(self.page.locator("#dialog")).to_be_hidden()

    def heal(self) -> None:
        """Heal the first hero on the track who is hurt."""
        hurt = self.page.locator("#track .row:not(.fallen)").filter(has_text=HURT).filter(has_text=OF_PARTY)
        if hurt.count():
            self.tap(hurt.first.locator(".hp"), "healing")
            self.tap(self.page.locator("#dialog").get_by_role("button", name="heal", exact=True), "healing")
            amount = f"+{self.random.randint(4, 10)}"
            self.step(self.page.locator("#dialog .at-once").get_by_role("button", name=amount, exact=True), "healing")
            expect(self.page.locator("#dialog")).to_be_hidden()


@contextmanager
def table(browser: Browser, url: str, seed: int) -> Iterator[Page]:
    """Open the page on a new tablet, whose dice fall as the seed says."""
    context = browser.new_context(viewport=TABLET, has_touch=True)
    page = context.new_page()
    page.add_init_script(dice_alike(seed) + NOTHING_COMPUTED_AHEAD)
    page.goto(url)
    until_ready(page)
    yield page
    context.close()


def taps_by_turn(taps: Mapping[str, int], turns: int) -> str:
    """Write the number of taps a turn, and what they were for."""
    parts = ", ".join(f"{part} {number}" for part, number in sorted(taps.items(), key=lambda item: -item[1]))
    return f"{sum(taps.values()) / turns:.2f} taps a turn: {sum(taps.values())} in {turns} turns ({parts})"


def main(arguments: Sequence[str]) -> None:
    """Play the evenings, and print their taps."""
    wanted, seeds = arguments[:1], [int(seed) for seed in arguments[1:]] or [1, 2]
    build.main()
    with serving(DIST, "/turntrack/") as server, chromium() as browser:
        for game in GAMES:
            for seed in seeds if not wanted or game.key in wanted else ():
                with table(browser, server.url, seed) as page:
                    master = GameMaster(page=page, game=game, random=Random(seed))
                    master.play_evening()
                    print(f"{game.key}, dice {seed}: {taps_by_turn(master.taps, master.turns)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
