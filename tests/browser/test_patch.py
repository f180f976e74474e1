"""What is brought onto the page changes and moves no more than it must: the rest would be laid out anew."""

from itertools import combinations, permutations

from playwright.sync_api import Page, expect

from tests.browser.play import choice, worked_fight

REORDER = """async (orders) => {
    const { patchList } = await import("./static/js/patch.js");
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


def fewest_moves(before: tuple[str, ...], after: tuple[str, ...]) -> int:
    """By trying which may stay: as many as possible that are in the same order before and after."""
    staying = max(
        count
        for count in range(len(after) + 1)
        if any(
            all(one in before for one in kept) and sorted(kept, key=before.index) == list(kept)
            for kept in combinations(after, count)
        )
    )
    return len(after) - staying


def test_a_list_is_reordered_with_the_fewest_moves(page: Page) -> None:
    """Every order of four, and some in which rows come and go."""
    before = tuple("abcd")
    orders = [(before, after) for after in permutations(before)]
    orders += [(before, tuple(after)) for after in ("dxb", "", "xabcdy", "xy", "cda")] + [((), before)]
    found = page.evaluate(REORDER, orders)
    assert len(found) == len(orders)
    for (old, new), (shown, moved) in zip(orders, found, strict=True):
        assert tuple(shown) == new
        assert moved == fewest_moves(old, new), (old, new)


def test_another_actor_takes_the_place_of_the_last(page: Page) -> None:
    """The buttons stay the same elements, with other words on them."""
    worked_fight(page)
    heading = page.locator("#panel .actor h2")
    first = heading.inner_text()
    page.evaluate("""() => {
        const kept = new MutationObserver(() => {});
        kept.observe(document.getElementById("sections"), { childList: true });
        window.replaced = () => kept.takeRecords().flatMap(({ removedNodes }) => [...removedNodes].map(({ id }) => id));
    }""")
    choice(page, "plain", "Reserve").tap()
    expect(heading).not_to_have_text(first)
    assert page.evaluate("window.replaced()") == []
