"""A fight on the tablet, by touch: the worked sequence, a sample fight, undo and reload, dice of the table."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.play import (
    SHEET,
    Finger,
    act,
    begin,
    begin_sample,
    choice,
    kept,
    log,
    middle,
    new_fight,
    open_drawer,
    open_log,
    reload_saved,
    row,
    stands,
    track,
    worked_fight,
)
from tests.browser.waiting import expect_saved, resize, wait_until

SHOWN = ("#title", "#acting", "#now", "#history", "#track", "#panel")

# Who acts, what is tapped (extras first), its cost and consequence, and the track after it: as the rules print it.
WORKED_TAPS = (
    ("A", "attack", (), "middle", "4", "→ 16, A again.", ["*A 16", "B 14", "C 9"]),
    ("A", "attack", (), "heavy", "5", "→ 11, then B.", ["*B 14", "A 11", "C 9"]),
    ("B", "plain", (), "Reserve", "8", "→ 6, then A.", ["*A 11", "C 9", "B 6"]),
    ("A", "attack", (), "little", "3", "→ 8, then C.", ["*C 9", "A 8", "B 6"]),
    ("C", "attack", (), "little", "3", "→ 6, then A.", ["*A 8", "B 6", "C 6"]),
    ("A", "plain", (), "Reserve", "8", "→ 0, then B.", ["*B 6", "C 6", "A 0"]),
    ("B", "attack", (), "middle", "4", "→ 2, then C.", ["*C 6", "B 2", "A 0"]),
    ("C", "attack", ("ward off +1", "feint +2"), "little", "6", "→ 0, then B.", ["*B 2", "A 0", "C 0"]),
    ("B", "attack", ("feint +2",), "heavy", "7", "→ −5, only what is reserved is left.", ["A 0", "C 0", "B −5"]),
)

pytestmark = pytest.mark.same_page


def tick(page: Page, section: str, extras: tuple[str, ...]) -> None:
    """Tick these extras of a section, such as a feint."""
    for extra in extras:
        open_drawer(page, section)
        page.locator(f"#section-{section}").get_by_label(extra).tap()


class TestWorkedSequence:
    """Counters 20, 14 and 9, set up by quick lines, the dice rolled at the table."""

    def test_tap_by_tap(self, page: Page) -> None:
        """Every number as printed, before and after each tap."""
        worked_fight(page)
        stands(page, ["*A 20", "B 14", "C 9"])
        for actor, section, extras, label, cost, led, after in WORKED_TAPS:
            expect(page.locator("#stage h2")).to_have_text(f"Now: {actor}")
            tick(page, section, extras)
            button = choice(page, section, label)
            expect(button.locator("b")).to_have_text(cost)
            expect(button).to_have_attribute(
                "aria-description", re.compile(f"{re.escape(f'{label} ({cost}): {led}')}$")
            )
            act(button)
            expect(page.locator("#undo")).to_have_accessible_name(re.compile(f"^Undo: {actor} "))
            stands(page, after)
        self.reserves_are_left_over(page)

    def reserves_are_left_over(self, page: Page) -> None:
        """A and B still have what they reserved, and would lose it: the table says when the sequence ends."""
        expect(page.locator("#stage h2")).to_have_text("All counters are at 0 or less")
        end = choice(page, "end", "End the sequence")
        expect(end.locator(".outcome-text")).to_have_text("A, B: what is reserved is lost")
        act(end)
        expect(page.locator("#stage h2")).to_have_text("Sequence 1 is over")

    @pytest.mark.soak
    def test_next_sequence_takes_off_the_debt(self, page: Page) -> None:
        """B ended at −5: 19 rolled makes 14."""
        worked_fight(page)
        for _, section, extras, label, _, _, _ in WORKED_TAPS:
            tick(page, section, extras)
            act(choice(page, section, label))
        page.locator("#menu").tap()
        page.locator("#close-round").tap()
        begin(page, 3, 19, 10)
        stands(page, ["*B 14", "C 10", "A 3"])
        row(page, "B").locator(".number").tap()
        expect(page.locator("#dialog")).to_contain_text("B: why 14?")
        expect(page.locator("#dialog .sum li").filter(has_text="debt")).to_contain_text("−5")


class TestSampleFight:
    """The sample at the first tap."""

    def test_a_whole_sequence_and_the_next(self, page: Page) -> None:
        """What each button says is what happens; whoever was overdrawn has it taken off in the next sequence."""
        begin_sample(page, "zebra")
        expect(page.locator("#now")).to_contain_text("opens the sequence")
        begin(page)
        for _ in range(100):
            if not page.locator("#acting .row").count():
                break
            self.act(page)
        expect(page.locator("#open")).to_have_text("Begin sequence 2")
        counters = [row.split() for row in track(page)]
        debts = {" ".join(words[:-1]): words[-1][1:] for words in counters if words[-1].startswith("−")}
        begin(page)
        lines = log(page, 30)
        for name, debt in debts.items():
            assert any(line.startswith(f"{name}: d20 ") and f"− debt {debt} =" in line for line in lines), lines
        assert sum("− debt" in line for line in lines) == len(debts)

    def act(self, page: Page) -> None:
        """Take the first choice that is allowed, and compare what it says with what comes of it."""
        actor = page.locator("#acting .name").first.inner_text()
        button = page.locator("#panel .choice:not(.refused)").first
        said = (button.get_attribute("aria-description") or "").partition(": → ")[2].removesuffix(".")
        act(button)
        number, _, following = said.partition(", ")
        expect(row(page, actor).locator(".number")).to_have_text(number)
        acting = [name.removeprefix("*").rpartition(" ")[0] for name in track(page) if name.startswith("*")]
        assert following == (
            f"then {acting[0]}" if acting and acting != [actor] else f"{actor} again" if acting else "the sequence ends"
        )


class TestReload:
    """The fight survives, with its history."""

    def test_the_same_fight_comes_back(self, page: Page) -> None:
        """Track, panel, log and the name of what undo would do; nothing is recorded by opening."""
        worked_fight(page)
        choice(page, "attack", "middle").tap()
        act(choice(page, "attack", "heavy"))
        before = [page.locator(selector).inner_text() for selector in SHOWN]
        records = kept(page)
        reload_saved(page)
        assert [page.locator(selector).inner_text() for selector in SHOWN] == before
        reload_saved(page)
        assert [page.locator(selector).inner_text() for selector in SHOWN] == before
        page.locator("#undo").tap()
        expect(page.locator("#redo")).to_contain_text("A shoots with a heavy weapon")
        assert kept(page)[:-1] == records

    @pytest.mark.soak
    def test_undo_and_redo_across_reloads_and_the_end_of_a_sequence(self, page: Page) -> None:
        """Undone before the reload, redone after it; the dice come back as they fell."""
        new_fight(page, f"A, {SHEET}, table", f"B, {SHEET}, table")
        begin(page, 3, 2)
        choice(page, "attack", "middle").tap()
        act(choice(page, "attack", "little"))
        expect(page.locator("#open")).to_have_text("Begin sequence 2")
        begin(page, 12, 17)
        stands(page, ["*B 16", "A 11"])
        page.locator("#undo").tap()
        page.locator("#undo").tap()
        stands(page, ["*B 2", "A −1"])
        reload_saved(page)
        stands(page, ["*B 2", "A −1"])
        page.locator("#redo").tap()
        expect(page.locator("#open")).to_have_text("Begin sequence 2")
        page.locator("#redo").tap()
        expect(page.locator("#title")).to_contain_text("sequence 2")
        stands(page, ["*B 16", "A 11"])
        expect(page.locator("#redo")).to_be_disabled()
        for _ in range(4):
            page.locator("#undo").tap()
        expect(page.locator("#open")).to_have_text("Begin sequence 1")

    @pytest.mark.soak
    def test_back_to_a_moment_from_its_line_in_the_log(self, page: Page) -> None:
        """And forward again, across a reload."""
        worked_fight(page)
        choice(page, "attack", "middle").tap()
        act(choice(page, "attack", "heavy"))
        open_log(page).locator(".entry").filter(has_text="A is up").last.tap()
        page.get_by_role("button", name="Go back to here").tap()
        expect(page.locator("#toast")).to_contain_text("Went back 2 steps")
        stands(page, ["*A 20", "B 14", "C 9"])
        reload_saved(page)
        page.locator("#redo").tap()
        page.locator("#redo").tap()
        stands(page, ["*B 14", "A 11", "C 9"])


class TestTableDice:
    """The sheet that asks what the players rolled."""

    def test_wrong_faces_then_right_ones(self, page: Page) -> None:
        """The message stands at its box, what was typed stays, nothing has begun."""
        new_fight(page, f"A, {SHEET}, table", f"B, {SHEET}, table", f"C, {SHEET}")
        page.locator("#open").tap()
        boxes = page.locator("#dialog input.die")
        expect(boxes).to_have_count(2)
        expect(boxes.first).to_be_focused()
        boxes.nth(0).fill("23")
        boxes.nth(1).fill("14")
        page.get_by_role("button", name="Take these").tap()
        expect(page.locator("#dialog .owed li").nth(0)).to_contain_text("The d20 shows 1 to 20, not 23.")
        expect(boxes.nth(0)).to_be_focused()
        expect(boxes.nth(0)).to_have_value("23")
        expect(boxes.nth(1)).to_have_value("14")
        boxes.nth(0).fill("20")
        page.keyboard.press("Enter")
        expect(page.locator("#dialog")).to_be_hidden()
        assert {"*A 20", "B 14"} < set(track(page))

    def test_by_taps_and_by_keys(self, page: Page) -> None:
        """One tap is one roll, and the next is asked; Enter goes on to the next box, and takes what is whole."""
        new_fight(page, f"A, {SHEET}, table", f"B, {SHEET}, table", f"C, {SHEET}, table")
        page.locator("#open").tap()
        face = page.locator("#dialog .faces button")
        face.get_by_text("20", exact=True).tap()
        expect(page.locator("#dialog .owed .on")).to_contain_text("B")
        expect(page.get_by_role("button", name="Roll the rest (2)")).to_be_visible()
        face.get_by_text("14", exact=True).tap()
        page.locator("#dialog .owed li").first.tap()
        face.get_by_text("19", exact=True).tap()
        page.locator("#dialog input.die").nth(1).fill("13")
        page.keyboard.press("Enter")
        expect(page.locator("#dialog input.die").nth(2)).to_be_focused()
        page.keyboard.type("9")
        page.keyboard.press("Enter")
        expect(page.locator("#dialog")).to_be_hidden()
        stands(page, ["*A 19", "B 13", "C 9"])

    @pytest.mark.soak
    def test_cancelled(self, page: Page) -> None:
        """Nothing is changed and nothing is recorded."""
        new_fight(page, f"A, {SHEET}, table")
        records = kept(page)
        page.locator("#open").tap()
        page.get_by_role("button", name="Cancel").tap()
        expect(page.locator("#dialog")).to_be_hidden()
        expect(page.locator("#open")).to_have_text("Begin sequence 1")
        assert kept(page) == records


class TestTaps:
    """What a tap does, and does only once."""

    def test_a_double_tap_acts_once(self, page: Page) -> None:
        """The second one would hit whatever the first one has put in its place."""
        worked_fight(page)
        before = len(kept(page))
        button = choice(page, "attack", "little").bounding_box()
        assert button
        Finger(page).tap_twice(button["x"] + 20, button["y"] + 20)
        expect(row(page, "A").locator(".number")).to_have_text("17")
        assert len(kept(page)) == before + 1

    def test_a_finger_acts_as_it_lifts(self, page: Page) -> None:
        """However long it has stayed to read what would happen; the browser makes no click of its own then."""
        worked_fight(page)
        page.evaluate(
            """() => {
                window.heard = [];
                const hear = ({ type, target, defaultPrevented }) =>
                    heard.push(`${type} ${target.closest("button")?.dataset.do} ${defaultPrevented}`);
                for (const type of ["touchend", "click"]) document.addEventListener(type, hear);
            }"""
        )
        finger = Finger(page)
        for number in "17", "14":
            finger.down(*middle(choice(page, "attack", "little")))
            expect(page.locator("#would")).to_be_visible()
            finger.up()
            expect(row(page, "A").locator(".number")).to_have_text(number)
            wait_until(page, f"performance.now() > {page.evaluate('performance.now()')} + 400")  # no double tap
        assert page.evaluate("heard") == ["click Act true", "touchend Act true"] * 2

    @pytest.mark.soak
    def test_two_taps_by_intent_act_twice(self, page: Page) -> None:
        """A table that is quick, not double."""
        worked_fight(page)
        choice(page, "attack", "little").tap()
        expect(row(page, "A").locator(".number")).to_have_text("17")
        act(choice(page, "attack", "little"))
        expect(row(page, "A").locator(".number")).to_have_text("14")

    def test_a_refused_choice_says_why(self, page: Page) -> None:
        """On the button, and aloud when it is tapped."""
        worked_fight(page)
        refused = choice(page, "plain", "Disengage")
        expect(refused).to_have_attribute("aria-description", "Manoeuvre, Disengage: A is engaged by nobody. (Z4)")
        refused.tap(force=True)  # it is marked as disabled, and answers all the same
        expect(page.locator("#dialog .refusal")).to_have_text("A is engaged by nobody. (Z4)")
        stands(page, ["*A 20", "B 14", "C 9"])


class TestPhone:
    """The choices stand above the track, and scroll with it."""

    def test_the_choices_of_whoever_has_come_to_act_are_in_sight(self, page: Page) -> None:
        resize(page, {"width": 390, "height": 844})
        begin_sample(page, "rond6")
        begin(page)
        name, first_choice = page.locator("#acting .name"), page.locator("#panel .choice").first
        for _ in range(2):
            expect(name).to_be_in_viewport()
            expect(first_choice).to_be_in_viewport()
            first = name.inner_text()
            act(choice(page, "turn", "Do nothing"))
            expect(name).not_to_have_text(first)
        expect(name).to_be_in_viewport()
        expect(first_choice).to_be_in_viewport()


class TestNames:
    """Names are text, never markup."""

    @pytest.mark.soak
    def test_hostile_names(self, page: Page) -> None:
        """In every place where a name comes up; no element of theirs, no script, no request."""
        name = "<img src=x onerror=window.acted=1>"
        new_fight(page, f"{name} x1, side {name}, group {name}, note {name}, table, {SHEET}", f"B, table, {SHEET}")
        page.locator("#menu").tap()
        page.get_by_label("Name of the fight").fill(name)
        page.get_by_role("button", name="Rename").tap()
        assert page.title() == f"{name} · Turntrack"
        page.locator("#open").tap()
        expect(page.locator("#dialog .owed b").first).to_contain_text(name)
        page.locator("#dialog input.die").nth(0).fill("20")
        page.locator("#dialog input.die").nth(1).fill("9")
        page.keyboard.press("Enter")
        expect(page.locator("#stage h2")).to_contain_text(name)
        choice(page, "attack", "little").tap()
        expect(page.locator("#undo")).to_have_accessible_name(re.compile(re.escape(name)))
        expect(page.locator("#live")).to_contain_text(name)
        for control in ("#acting .number", "#acting .body"):
            page.locator(control).first.click()
            page.keyboard.press("Escape")
        expect(open_log(page)).to_contain_text(name)
        reload_saved(page)
        expect(page.locator("#acting .name").first).to_have_text(name)
        page.locator("#menu").tap()
        page.locator("#dialog").get_by_role("button", name="All fights").tap()
        expect(page.locator("#home .fight").first).to_contain_text(name)
        page.get_by_role("button", name=f"More for {name}").tap()
        expect(page.locator("#dialog h2")).to_contain_text(name)
        assert page.locator("img").count() == 0
        assert page.evaluate("window.acted") is None


class TestKeeping:
    """One record a step, one strict transaction a record, and no promise before it is kept."""

    WATCH_STORAGE = """
        window.seen = [];
        window.hold = false;
        const begin = IDBDatabase.prototype.transaction;
        IDBDatabase.prototype.transaction = function (stores, mode, options) {
            const transaction = begin.call(this, stores, mode, options);
            if (mode !== "readwrite" || ![stores].flat().includes("records")) return transaction;
            window.seen.push(`begin ${options?.durability}`);
            transaction.addEventListener("complete", () => window.seen.push("complete"));
            const linger = () => window.hold
                && (transaction.objectStore("records").count().onsuccess = () => (window.turns++, linger()));
            window.turns = 0;
            linger();
            return transaction;
        };
        addEventListener("DOMContentLoaded", () => {
            const mark = document.getElementById("saving");
            const note = () => window.seen.at(-1) !== mark.dataset.state && window.seen.push(mark.dataset.state);
            new MutationObserver(note).observe(mark, {attributeFilter: ["data-state"]});
        });
    """

    def test_one_record_a_step(self, page: Page) -> None:
        """Steps, undo and redo each leave one; what is refused leaves none."""
        worked_fight(page)
        records = kept(page)
        assert [record["is"] for record in records] == ["do"] * 3
        choice(page, "attack", "middle").tap()
        assert len(kept(page)) == 4
        choice(page, "plain", "Disengage").tap(force=True)
        page.get_by_role("button", name="Close").tap()
        page.locator("#undo").tap()
        page.locator("#redo").tap()
        assert [record["is"] for record in kept(page)[3:]] == ["do", "undo", "redo"]
        assert kept(page)[:3] == records

    def test_saved_is_said_after_the_transaction_completed(self, open_page: OpenPage) -> None:
        """Held open, the transaction holds back the word as well."""
        page = open_page(prepare=lambda page: page.add_init_script(self.WATCH_STORAGE))
        worked_fight(page)
        expect_saved(page)
        page.evaluate("window.seen.length = 0; window.hold = true")
        choice(page, "attack", "middle").tap()
        wait_until(page, "window.turns > 10")
        assert page.evaluate("window.seen") == ["saving", "begin strict"]
        expect(page.locator("#saving")).to_have_text("Saving…")
        page.evaluate("window.hold = false")
        expect_saved(page)
        assert page.evaluate("window.seen") == ["saving", "begin strict", "complete", "saved"]
