"""A round of each of the other systems on the tablet, by touch, with the hardest of its rules; dice of the table."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.play import (
    ROWS,
    act,
    badges,
    begin,
    choice,
    choices,
    drag,
    log,
    new_fight,
    open_drawer,
    roll,
    row,
    stands,
    track,
    wears,
)

pytestmark = pytest.mark.same_page


def says(button: Locator, cost: str, led: str, of_all: str = "") -> None:
    """Check the cost and outcome on a choice's button, and in its description who is next.

    ``of_all`` is the outcome that all choices of the section share; it is said once, beside their title.
    """
    if of_all:
        expect(button.locator("xpath=ancestor::section/header/p")).to_have_text(of_all)
        expect(button).to_have_attribute("aria-description", re.compile(re.escape(of_all)))
    shown = [part for part in led.split(" · ") if not (part.startswith(("then ", "→ ")) or part.endswith(" again"))]
    if button.locator("strong").count():  # an amount on a scale: what it does to each number stands below it
        expect(button).to_contain_text(shown.pop().rpartition(" → ")[2])
    elif "chip" in (button.get_attribute("class") or ""):  # too small for more than its cost
        shown.clear()
    for place, words in (("b", cost), (".outcome-text", " · ".join(shown))):
        if words:
            expect(button.locator(place)).to_have_text(words)
        else:
            expect(button.locator(place)).to_have_count(0)
    for part in filter(None, led.split(" · ")):
        expect(button).to_have_attribute("aria-description", re.compile(re.escape(part)))


def refuses(button: Locator, why: str) -> None:
    """Check that a choice is refused on its button and aloud when it is tapped, and that nothing changes."""
    page = button.page
    expect(button).to_have_attribute("aria-description", re.compile(f": {re.escape(why)}$"))
    before = track(page), log(page)
    button.tap(force=True)  # it is marked as disabled, and answers all the same
    said = page.locator("#dialog .refusal").or_(page.locator("#toast:not(:empty)"))
    expect(said).to_have_text(why)
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    assert (track(page), log(page)) == before


def follows(page: Page, *rows: str) -> None:
    """Return the order of the track and its numbers, a star before whoever acts."""
    expect(page.locator(ROWS).locator(".name")).to_have_text([row.removeprefix("*").partition(" ")[0] for row in rows])
    stands(page, list(rows))


def live(page: Page, words: str) -> None:
    """Return what is read out."""
    expect(page.locator("#live")).to_have_text(words)


class TestRonD6:
    """Several actions at a penalty, a wait, and the moment between a roll and its result."""

    def test_a_round(self, page: Page) -> None:
        new_fight(
            page,
            "Thug, perception 4D, agility 3D, fighting 4D, side Gang, table",
            "Heroine, player character, perception 3D, agility 3D, dodge 4D+1, side Crew, table",
            "Friend, player character, perception 2D, agility 3D, side Crew, table",
            system="rond6",
        )
        begin(page, "5 5 5 5", "2 2 2", "1 1")
        follows(page, "*Thug 20", "Heroine 6", "Friend 2")
        self.thug_waits(page)
        self.heroine_declares(page)
        self.thug_interrupts(page)
        self.to_the_end(page)

    def thug_waits(self, page: Page) -> None:
        """The penalties stand on the buttons; Agility limits the number."""
        says(choice(page, "turn", "2 actions"), "−1D", "fighting 4D → 3D")
        says(choice(page, "turn", "3 actions"), "−2D", "fighting 4D → 2D")
        refuses(choice(page, "turn", "4 actions"), "At most 3 actions: dice of Agility 3. (R28)")
        says(choice(page, "turn", "Wait"), "−1D", "declares 2; fighting 4D → 3D · then Heroine")
        act(choice(page, "turn", "Wait"))
        follows(page, "*Heroine 6", "Friend 2", "Thug 20")
        wears(page, "Thug", "1 of 2 left", "−1D", "waits")
        live(page, "Thug declares 2 actions, −1D on each roll. Thug waits. Heroine is up.")

    def heroine_declares(self, page: Page) -> None:
        """Three actions at −2D each; none can be added."""
        says(choice(page, "turn", "3 actions"), "−2D", "dodge 4D+1 → 2D+1")
        act(choice(page, "turn", "3 actions"))
        wears(page, "Heroine", "3 of 3 left", "−2D")
        expect(page.locator("#live")).to_have_text("Heroine declares 3 actions, −2D on each roll.")
        refuses(choice(page, "turn", "One more"), "Heroine has declared 3 actions: none can be added. (R18)")
        open_drawer(page, "attack")
        page.locator("#section-attack").get_by_label("Thug").tap()
        punch = choice(page, "attack", "Punch")
        says(punch, "−2D", "Agility 3D → 1D; may be interrupted · Heroine again")
        act(punch)
        wears(page, "Heroine", "2 of 3 left", "−2D", "rolled")
        assert log(page, 2) == [
            "Heroine punches Thug (Agility 3D → 1D). R24, R45",
            "Heroine has rolled: whoever waits may interrupt. R21",
        ]

    def thug_interrupts(self, page: Page) -> None:
        """After the roll, before its result; undone and done again the moment is the same."""
        waiting = page.locator("#out-of-turn").get_by_role("group", name="Thug waits, with 1 action left")
        refuses(
            waiting.locator(".choice").filter(has_text="Act now"),
            "Heroine has rolled: interrupt, or resolve that first. (R21)",
        )
        interrupt = waiting.locator(".choice").filter(has=page.locator(".label").get_by_text("Interrupt", exact=True))
        says(interrupt, "", "fighting 4D → 3D")
        act(interrupt)
        follows(page, "*Thug 20", "Heroine 6", "Friend 2")
        page.locator("#undo").tap()
        follows(page, "*Heroine 6", "Friend 2", "Thug 20")
        expect(waiting).to_be_visible()
        page.locator("#redo").tap()
        follows(page, "*Thug 20", "Heroine 6", "Friend 2")
        says(choice(page, "defend", "Dodge"), "−1D", "Agility 3D → 2D · then Heroine")
        act(choice(page, "defend", "Dodge"))
        live(page, "Thug dodges (Agility 3D → 2D). Heroine may now resolve the action.")
        follows(page, "*Heroine 6", "Friend 2", "Thug 20")
        wears(page, "Thug", "−1D")

    def to_the_end(self, page: Page) -> None:
        act(choice(page, "result", "Resolve"))
        wears(page, "Heroine", "2 of 3 left", "−2D")
        says(choice(page, "turn", "Forgo the rest"), "", "2 actions lost · then Friend")
        act(choice(page, "turn", "Forgo the rest"))
        follows(page, "*Friend 2", "Thug 20", "Heroine 6")
        act(choice(page, "turn", "Do nothing"))
        expect(page.locator("#open")).to_have_text("Begin round 2")
        assert log(page, 2) == ["Friend does nothing in this round. R16", "That is the end of round 1. R11"]


class TestInterlock:
    """A hold by dragging, kept for the next round, and a row of actions beyond the allowance."""

    def test_a_round(self, page: Page) -> None:
        new_fight(
            page,
            "Ana, ref 10, initiative 5, combat sense 3, modifiers to initiative 1, handgun 8, table",
            "Bo, ref 8, melee 6, initiative 3, table",
            "Cy, ref 6, initiative 2, martial arts 5, table",
            system="interlock",
        )
        begin(page, 5, 5, 5)
        follows(page, "*Ana 21", "Bo 16", "Cy 13")
        self.ana_holds(page)
        self.ana_plans(page)
        self.ana_shoots(page)
        act(choice(page, "turn", "End turn"))
        expect(page.locator("#open")).to_have_text("Begin round 2")
        page.locator("#open").tap()
        follows(page, "*Bo 16", "Ana 21", "Cy 13")
        live(page, "Round 2 begins. The order is Bo, Ana, Cy. Bo is up.")

    def ana_holds(self, page: Page) -> None:
        """Dragged behind Bo she waits for him, and acts when he has acted."""
        drag(page, "Ana", onto="Bo").up()
        follows(page, "*Bo 16", "Ana 21", "Cy 13")
        wears(page, "Ana", "waits for Bo")
        live(page, "Ana waits until Bo has acted. Bo is up.")
        punch = choice(page, "skill-melee", "Punch")
        says(punch, "0", "quick; the next −3 · then Ana")
        heavy = choice(page, "skill-melee", "Heavy weapon")
        reading = "Another reading allows it: “Least number of each type”."
        refuses(heavy, f"Bo is allowed no full action (1 quick, 0 normal, 0 full). {reading} (I31)")
        act(punch)
        follows(page, "*Ana 21", "Cy 13", "Bo 16")
        assert log(page, 2) == ["Bo punches. I18", "Ana is up. I9"]

    def ana_plans(self, page: Page) -> None:
        """Three quick actions are allowed: the fourth and fifth cost 3 more each, and one is taken out again."""
        open_drawer(page, "several")
        page.get_by_label("Plan several actions first").tap()
        for cost, following in (("0", "−1"), ("−1", "−2"), ("−2", "−5"), ("−5", "−8"), ("−8", "−11")):
            shot = choice(page, "skill-handgun", "Plan: Shot")
            says(shot, cost, f"quick; the next {following}")
            act(shot)
        allowed = "Initiative 5 + Combat Sense 3 + modifiers 1 + Handgun 8 = 17 (I16, I17): 3 quick, 1 normal, 1 full."
        row_now = choice(page, "row", "5 · Shot")
        expect(page.locator("#section-row h3")).to_have_text("Planned")
        expect(page.locator("#section-row header p")).to_have_text(f"Allowed, by {allowed}")
        says(row_now, "−8", "tap to remove it")
        act(row_now)
        says(choice(page, "skill-handgun", "Plan: Shot"), "−8", "quick; the next −11")
        says(choice(page, "row", "Roll the first die"), "", "fixes 4 actions")

    def ana_shoots(self, page: Page) -> None:
        """The first die fixes the row; each shot is at the penalty that was shown."""
        act(choice(page, "row", "Roll the first die"))
        wears(page, "Ana", "1 of 4 actions")
        open_drawer(page, "skill-handgun")
        refused = choices(page, "skill-handgun").first
        refuses(refused, "Ana has declared 4: nothing can be added after the first die. (I22)")
        for place, penalty, rule in ((2, "−1", "I29"), (3, "−2", "I29"), (4, "−5", "I30")):
            act(choice(page, "row", f"{place} · Shot"))
            expect(page.locator("#last")).to_contain_text(f"Ana shoots at {penalty}. ")
            assert log(page) == [f"Ana shoots at {penalty}. I18, {rule}"]
        follows(page, "*Cy 13", "Bo 16", "Ana 21")


class TestUnbound:
    """Surprise, nomination by a tap on the row, and passing."""

    def test_a_round(self, page: Page) -> None:
        new_fight(
            page,
            "Rat, stealth 5, side Thieves, table",
            "Fox, stealth 3, side Thieves",
            "Cat, stealth 6, side Thieves",
            "Dog, stealth 4, side Thieves",
            "Ann, player character, perception 4, side Crew, table",
            "Bo, player character, perception 3, side Crew, table",
            system="unbound",
        )
        self.surprise(page)
        begin(page, 3, 12)
        follows(page, "Ann ", "Bo ", "Rat ", "Fox ", "Cat ", "Dog ")
        refuses(choice(page, "next", "Pass"), "Crew: 2 left against 4; passing takes fewer than half as many. (U10)")
        self.bo_is_surprised(page)
        self.crew_passes(page)
        self.to_the_end(page)

    def surprise(self, page: Page) -> None:
        """The lowest Stealth counts; 9 on the dice is enough with Perception 4, and not with 3."""
        sneak = choice(page, "surprise", "Thieves: sneaking")
        says(sneak, "", "to notice: base 10 + Fox’s Stealth 3 = 13 (U20, U18)")
        refuses(choice(page, "surprise", "Roll Perception"), "Nobody sneaks: first say who might be surprised. (U14)")
        act(sneak)
        expect(row(page, "Ann").locator(".badge")).to_have_text("to notice 13")
        checked = choice(page, "surprise", "Roll Perception")
        says(checked, "", "337/625 (54%) · somebody is surprised")
        act(checked)
        roll(page, "4 5", "2 7")
        wears(page, "Ann")
        wears(page, "Bo", "no action", "may move", "no Reaction back", "favour against")
        expect(page.locator("#live")).to_contain_text("Bo: 2d10 9 + Perception 3 = 12, too little against 13.")

    def bo_is_surprised(self, page: Page) -> None:
        """Nominated early, he may move and nothing else; then the surprise is over."""
        row(page, "Bo").locator(".give").tap()
        follows(page, "*Bo ", "Rat ", "Fox ", "Cat ", "Dog ", "Ann ")
        live(page, "Bo is up. Bo is surprised: no action on this turn. Bo gets no Reaction back on this turn.")
        refuses(choice(page, "turn", "Take an action"), "Bo is surprised: no action on this turn, but moving. (U24)")
        act(choice(page, "turn", "Move"))
        says(choice(page, "next", "Rat"), "", "", "ends Bo’s turn")
        row(page, "Rat").locator(".give").tap()
        follows(page, "*Rat ", "Ann ", "Fox ", "Cat ", "Dog ", "Bo ")
        live(page, "Bo has had a turn. Bo is no longer surprised. Rat is up. Rat has a Reaction.")
        refuses(choice(page, "next", "Bo"), "Bo has had a turn: no other until everyone has had one. (U9)")

    def crew_passes(self, page: Page) -> None:
        """One left against three: the count stands on the button."""
        says(
            choice(page, "next", "Pass: Crew"),
            "1 left against 3: may pass",
            "costs nothing (U11), then Thieves",
            "ends Rat’s turn",
        )
        act(choice(page, "next", "Pass: Crew"))
        follows(page, "Fox ", "Cat ", "Dog ", "Ann ", "Rat ", "Bo ")
        live(page, "Rat has had a turn. Crew: pass, 1 left against 3.")
        row(page, "Bo").locator(".body").tap()
        expect(page.get_by_role("heading", name="Bo Crew")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#dialog")).to_be_hidden()

    def to_the_end(self, page: Page) -> None:
        for name in ("Cat", "Ann", "Fox", "Dog"):
            act(row(page, name).locator(".give"))
            expect(page.locator("#stage h2")).to_contain_text(f"Now: {name}")
        act(choice(page, "turn", "End turn"))
        assert log(page, 2) == ["Dog has had a turn. U9", "That is the end of round 1. U12"]


class TestTraveller:
    """A hold, a Double Action and what it forbids, and checks for extra actions."""

    def test_a_round(self, page: Page) -> None:
        new_fight(
            page,
            "Ana, morale 7, end 7, auto, side Crew, table",
            "Ben, morale 7, end 4, side Gang, table",
            "Cy, morale 7, end 4, semi, side Gang, table",
            system="traveller",
        )
        begin(page, "1 4", "1 2", "6 6")
        follows(page, "*Ben 3", "Ana 5", "Cy 22")
        self.first_actions(page)
        self.after_a_double_action(page)
        self.checks(page)
        self.third_pass(page)

    def first_actions(self, page: Page) -> None:
        """Ben holds, 20 more; Ana draws and fires."""
        says(choice(page, "stop", "Hold"), "+20", "→ 23 · lets others go first (T5) · then Ana")
        act(choice(page, "stop", "Hold"))
        follows(page, "*Ana 5", "Cy 22", "Ben 23")
        wears(page, "Ben", "holds")
        live(page, "Ben holds. Ben: 2D 3 + held 20 = 23. Ana is up.")
        double = choice(page, "double", "Draw and fire")
        dm = "First Action 0 − Double Action 2 = −2 (T8, T29); all within 3 to 5 s (T30) · then Cy"
        says(double, "DM −2", dm)
        act(double)
        follows(page, "*Cy 22", "Ben 23", "Ana 5")
        assert badges(page, "Ana")[-2:] == ["acted", "no attack left"]
        act(choice(page, "act", "Attack"))
        follows(page, "*Ben 23", "Ana 5", "Cy 22")
        act(choice(page, "act", "Attack"))
        assert "Round 1, pass 2, begins. T11" in log(page, 4)

    def after_a_double_action(self, page: Page) -> None:
        """END 7 needs no roll for a second action; neither Panic Fire nor another attack."""
        follows(page, "*Ana 5", "Cy 22", "Ben 23")
        assert any(line.startswith("Ana may take a second action.") for line in log(page, 6))
        refuses(choice(page, "panic", "Panic Fire"), "Ana has used a Double Action: no Panic Fire. (T27)")
        refuses(choice(page, "act", "Attack"), "Ana has used a Double Action: only one attack in this round. (T28)")
        page.locator("#drawer-act").tap()  # of refused attacks: back to what she can do
        says(choice(page, "move", "Walk"), "DM −2", "Extra Action (T18); up to 4 squares of 1.5 m: 6 m (T21) · then Cy")
        act(choice(page, "move", "Walk"))

    def checks(self, page: Page) -> None:
        """One in which 3 is enough, one in which 5 is too much."""
        check = choices(page, "act").filter(has_text="Check 1D ≤ 4")
        for name, face, after in (("Cy", 3, "Cy 22"), ("Ben", 5, "Ana 5")):
            assert "check" in badges(page, name)
            says(check, "", f"2/3 (67%) · for a second action; else the round is over for {name} (T13)")
            act(check)
            roll(page, face)
            expect(page.locator("#acting .name")).to_have_text(after.split()[0])
            if name == "Cy":
                live(page, "Cy rolls 1d6: 3 for a second action, 1D ≤ 4. Cy may take a second action.")
                says(choice(page, "act", "Attack"), "DM −2", "Extra Action (T18) · then Ben")
                act(choice(page, "act", "Attack"))
        wears(page, "Ben", "done")
        expect(page.locator("#live")).to_contain_text("Ben fails the check and has completed the round.")

    def third_pass(self, page: Page) -> None:
        """Ana's and Cy's chances for a third action; both let it be."""
        for name, end, chance in (("Ana", 7, "7/12 (58%)"), ("Cy", 4, "1/6 (17%)")):
            check = choices(page, "act").filter(has_text=f"Check 2D ≤ {end}")
            says(check, "", f"{chance} · for a third action; else the round is over for {name} (T13)")
            act(choice(page, "act", "Done for the round"))
        expect(page.locator("#open")).to_have_text("Begin round 2")
        assert log(page, 2) == ["Cy takes no further action. TA7", "That is the end of round 1. T17"]
