"""Patching, the only way by which markup from Python reaches the page: it changes and moves as little as possible."""

from itertools import combinations, permutations
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import STILL, choice, worked_fight
from tests.browser.waiting import expect_saved, wait_until

pytestmark = pytest.mark.same_page

REORDER = """async (orders) => {
    const { patchList } = (await import("./static/js/boot/bundle_entry.js")).patching;
    const found = [];
    for (const [before, after] of orders) {
        const list = document.createElement("ul");
        const html = (id) => `<li id="${id}">${id}</li>`;
        const changes = (order) => ({ order, changed: Object.fromEntries(order.map((id) => [id, html(id)])) });
        patchList(list, changes(before));
        const moves = new MutationObserver(() => {});
        moves.observe(list, { childList: true });
        patchList(list, changes(after));
        const moved = moves.takeRecords().reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
        found.push([[...list.children].map(({ id }) => id), moved]);
    }
    return found;
}"""


def patch(page: Page, html: str) -> None:
    """Bring the HTML into a container of its own."""
    page.evaluate(
        """async (html) => {
            const { patch } = (await import("./static/js/boot/bundle_entry.js")).patching;
            const place = document.querySelector("#trial") ?? document.body.appendChild(
                Object.assign(document.createElement("div"), {id: "trial"}));
            patch(place, html);
        }""",
        html,
    )


def fewest_moves(before: tuple[str, ...], after: tuple[str, ...]) -> int:
    """By trying which may stay: as many as possible that are in the same order before and after."""
    staying = max(
        count
        for count in range(len(after) + 1)
        if any(
            all(item in before for item in kept) and sorted(kept, key=before.index) == list(kept)
            for kept in combinations(after, count)
        )
    )
    return len(after) - staying


def test_what_the_table_has_unfolded_stays_so(page: Page) -> None:
    """Whatever changes in it."""
    parts = "".join(f"<details><summary>{key}</summary><p>{key} is open</p></details>" for key in "ab")
    patch(page, parts)
    page.locator("#trial summary").first.tap()
    patch(page, parts.replace("a is open", "a is open still"))
    expect(page.get_by_text("a is open still")).to_be_visible()
    expect(page.get_by_text("b is open")).to_be_hidden()


def test_a_list_is_reordered_with_the_fewest_moves(page: Page) -> None:
    """Every order of four, and some in which rows come and go."""
    before = tuple("abcd")
    orders = [(before, after) for after in permutations(before)]
    orders += [(before, tuple(after)) for after in ("dxb", "", "xabcdy", "xy", "cda")] + [((), before)]
    results = page.evaluate(REORDER, orders)
    assert len(results) == len(orders)
    for (old, new), (shown, moved) in zip(orders, results, strict=True):
        assert tuple(shown) == new
        assert moved == fewest_moves(old, new), (old, new)


PUT_IN = """async (all) => {
    const { patch } = (await import("./static/js/boot/bundle_entry.js")).patching;
    return all.map(([before, after]) => {
        const place = document.body.appendChild(document.createElement("div"));
        patch(place, before);
        const moves = new MutationObserver(() => {});
        moves.observe(place, { childList: true, subtree: true });
        patch(place, after);
        const added = moves.takeRecords().reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
        const shown = place.innerHTML;
        place.remove();
        return [shown, added];
    });
}"""

NAMED = '<p id="a">a</p><p id="b">b</p><p id="c">c</p>'


@pytest.mark.parametrize(
    ("before", "after", "added"),
    [
        (NAMED, f'<p id="x">x</p>{NAMED}', 1),
        (f'<p id="x">x</p><p id="y">y</p>{NAMED}', NAMED, 0),
        (NAMED, f"<h3>x</h3>{NAMED}", 1),
        (f"<h3>x</h3>{NAMED}<small>z</small>", f"{NAMED}<small>z</small>", 0),
        (f"<b>1</b>{NAMED}", f"<b>2</b>{NAMED}", 0),
        (f"<div>{NAMED}</div><ul></ul>", '<div><p id="a">a</p><p id="c">c</p></div><ul><p id="b">b</p></ul>', 1),
        (f"<div></div><ul>{NAMED}</ul>", '<div><p id="b">b</p></div><ul><p id="a">a</p><p id="c">c</p></ul>', 1),
        (NAMED, "", 0),
        ("one<b>two</b>", "<b>two</b>three", 1),
    ],
)
def test_what_comes_or_goes_leaves_the_others_where_they_are(page: Page, before: str, after: str, added: int) -> None:
    """Also what has no name; and what is wanted under another parent is moved there."""
    assert page.evaluate(PUT_IN, [(before, after)]) == [[after, added]]


def lists_of_rows(chance: Random) -> str:
    """Make blocks without a name, as in the rule editor: each has a heading, or rows with ids, or both."""
    rows = [f'<li id="{row}"><b>{row}</b></li>' for row in chance.sample("pqrstuv", chance.randrange(8))]
    blocks = []
    while rows or chance.random() < 0.7:
        several = rows[: (taken := chance.randrange(4))]
        rows = rows[taken:]
        heading = f"<h3>{chance.choice('xyz')}</h3>" if chance.random() < 0.7 else ""
        blocks.append(f"<div>{heading}{f'<ul>{"".join(several)}</ul>' if several else '<p>none</p>'}</div>")
    return "".join(blocks)


PUT_ONE_AFTER_ANOTHER = """async (all) => {
    const { patch } = (await import("./static/js/boot/bundle_entry.js")).patching;
    const place = document.body.appendChild(document.createElement("div"));
    const shown = all.map((html) => (patch(place, html), place.innerHTML));
    place.remove();
    return shown;
}"""


def test_rows_that_move_between_blocks_are_there_once(page: Page) -> None:
    """Blocks come and go around them."""
    chance = Random(11)
    wanted = [lists_of_rows(chance) for _ in range(1_000)]
    for html, shown in zip(wanted, page.evaluate(PUT_ONE_AFTER_ANOTHER, wanted), strict=True):
        assert shown == html


def test_another_actor_takes_the_place_of_the_last(page: Page) -> None:
    """The buttons stay the same elements, with other words on them."""
    worked_fight(page)
    heading = page.locator("#stage h2")
    first = heading.inner_text()
    page.evaluate("""() => {
        const kept = new MutationObserver(() => {});
        kept.observe(document.querySelector("#panel .choices"), { childList: true });
        window.replaced = () => kept.takeRecords().flatMap(({ removedNodes }) => [...removedNodes].map(({ id }) => id));
    }""")
    choice(page, "plain", "Reserve").tap()
    expect(heading).not_to_have_text(first)
    assert page.evaluate("window.replaced()") == []


def test_one_tap_is_shown_once(page: Page) -> None:
    """That it is being saved, and then saved, is not worth another time: nothing else has changed."""
    worked_fight(page)
    number = int(page.locator("#last").get_attribute("data-step") or "")
    expect(page.locator("#saving")).to_have_attribute("data-number", str(number))
    expect_saved(page)
    page.evaluate("""() => {
        window.shown = 0;
        const seen = new MutationObserver((records) => { window.shown += records.length; });
        seen.observe(document.documentElement, { attributes: true, attributeFilter: ["data-view"] });
    }""")
    choice(page, "attack", "little").tap()
    expect(page.locator("#saving")).to_have_attribute("data-number", str(number + 1))
    expect_saved(page)
    wait_until(page, STILL)
    assert page.evaluate("window.shown") == 1


def test_changes_what_differs_and_keeps_the_rest(page: Page) -> None:
    """Rows are known by id: one that moves stays the same element."""
    patch(page, '<ul><li id="a">Mara</li><li id="b">Ilko</li></ul>')
    page.evaluate("window.mara = document.getElementById('a')")
    patch(page, '<ul><li id="b">Ilko</li><li id="a">Mara, 25</li></ul>')
    assert page.locator("#trial li").all_inner_texts() == ["Ilko", "Mara, 25"]
    assert page.evaluate("window.mara === document.getElementById('a')")


def test_keeps_what_is_being_typed(page: Page) -> None:
    """A redraw in the middle of a word does not take the word away."""
    patch(page, '<p>1</p><input id="name" value=""/>')
    page.locator("#name").fill("Guard")
    patch(page, '<p>2</p><input id="name" value=""/>')
    assert page.locator("#name").input_value() == "Guard"
    assert page.evaluate("document.activeElement.id") == "name"


@pytest.mark.parametrize("in_focus", [True, False])
@pytest.mark.parametrize(
    "html",
    [
        '<p><input id="field" name="field" value="5" title="old"/></p>',
        '<p><textarea id="field" name="field" title="old">5</textarea></p>',
        '<p><select id="field" name="field" title="old"><option selected>5</option><option>7</option></select></p>',
    ],
    ids=["input", "textarea", "select"],
)
def test_what_is_typed_stays_until_another_value_is_rendered(page: Page, html: str, in_focus: bool) -> None:
    """The field still differs from the value that it was rendered with; in focus it stays whatever is rendered."""
    patch(page, f"{html}<p>1</p>")
    focus = "focus" if in_focus else "blur"
    page.evaluate(f"(field => {{ field.{focus}(); field.value = '7'; }})(document.querySelector('#field'))")
    rendered = "document.querySelector('#field').defaultValue ?? document.querySelector('[selected]').value"
    patch(page, f"{html}<p>2</p>")
    assert page.evaluate(f"[document.querySelector('#field').value, {rendered}]") == ["7", "5"]
    assert "morphlex" not in page.locator("#trial").inner_html()
    if in_focus:
        patch(page, f"{html}<p>2</p>".replace("old", "new"))
        assert page.evaluate(f"[document.querySelector('#field').value, {rendered}]") == ["7", "5"]
    page.evaluate("document.activeElement.blur()")
    patch(page, html.replace("5", "6"))
    assert page.locator("#field").input_value() == "6"


def test_a_field_that_is_left_before_the_paint_does_not_get_the_focus_back(page: Page) -> None:
    """The update before kept the focus in it; what took it away was the user."""
    patch(page, '<input id="field" name="field" value="5">')
    page.evaluate(
        """async () => {
            const { page } = await import("./static/js/boot/bundle_entry.js");
            const { dataset } = document.documentElement;
            const empty = { regions: {}, lists: {}, dialog: "", live: "", toast: "", side: "" };
            const update = { ...empty, view: dataset.view, title: document.title };
            const field = document.getElementById("field");
            dispatchEvent(new PointerEvent("pointerdown"));
            field.focus();
            page.show(JSON.stringify(update));
            field.blur();
            await page.afterPaint();
            await page.afterPaint();
        }"""
    )
    assert page.evaluate("document.activeElement.id") != "field"


def test_a_box_that_is_ticked_stays_so_while_others_change(page: Page) -> None:
    box = '<p><input type="checkbox" id="box" name="box"></p>'
    patch(page, f"{box}<p>1</p>")
    page.locator("#box").tap()
    patch(page, f"{box}<p>2</p>")
    expect(page.locator("#box")).to_be_checked()
    assert page.locator("#trial").inner_html() == f"{box}<p>2</p>"


FOREIGN = (
    "<py-script>import js; js.window.ran = True</py-script>",
    '<script type="py">import js; js.window.ran = True</script>',
    '<button py-click="run()">Run</button>',
    '<button mpy-click="run()">Run</button>',
    '<p onclick="window.ran = true">x</p>',
    '<p title="a" onclick="window.ran = true">x</p>',
    '<p style="color: red">x</p>',
    '<p title=">"><img src="x"></p>',
    '<a href="javascript:alert(1)">x</a>',
    "<img src=x onerror=alert(1)>",
    '<img src="data:," onerror="window.acted = 1"><script>window.acted = 1</script>',
    "<P>x</P>",
    "<p>a < b</p>",
    "<!-- x --><p>x</p>",
    "<svg><use href='#x'/></svg>",
    '<p title="x',
)


def test_markup_that_python_does_not_make_is_refused_whole(page: Page) -> None:
    """Even a text that should have been escaped cannot act, and the page stays as it was."""
    refused = page.evaluate(
        """async (foreign) => {
            const { patch } = (await import("./static/js/boot/bundle_entry.js")).patching;
            return foreign.map((html) => {
                const place = document.createElement("div");
                try { patch(place, `<p>before</p>${html}`); } catch (stop) { return `${stop.name} ${place.innerHTML}`; }
                return `taken: ${html}`;
            });
        }""",
        FOREIGN,
    )
    assert refused == ["TypeError "] * len(FOREIGN)


def test_our_own_markup_passes(page: Page) -> None:
    """Bare attributes, what people type, and what is escaped in it."""
    patch(
        page,
        '<li id="c1" data-do="person" aria-current="true">'
        '<input type="text" value="a &gt; &quot;b&quot; on=\'x\'" disabled/>&lt;b&gt; &amp;</li>',
    )
    assert page.locator("#trial li").inner_text() == "<b> &"
    assert page.locator("#trial input").input_value() == "a > \"b\" on='x'"
