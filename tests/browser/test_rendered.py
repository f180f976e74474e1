"""The page is what Python rendered, after every update of random sessions: elements, attributes, texts and values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from random import Random

from playwright.sync_api import Page

from app.intents.fight import Do
from app.intents.html_codec import every_kind
from app.page.screen_update import Update
from app.ui.markup import Html, join, tag
from tests.amounts import WHOLE, amount
from tests.app.random_taps import COMMANDS, tap_anything
from tests.app.table import Table
from turntrack.core.dice import seeded_dice
from turntrack.systems import SYSTEMS
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.presets.catalogue import PRESETS

TAPS = 60 if WHOLE else 15
EVERYTHING = {kind.do for kind in every_kind() if kind is not Do} | COMMANDS
PLAYED = COMMANDS | {"sample", "open", "enter-dice", "pick-roll", "dismiss"}
"""The intents of every second tap, so that sessions get on."""

HANDS = ("unfold", "focus", "type", "pick", "", "", "", "")
"""What a hand does to the page before an update; mostly nothing."""

ATTRIBUTES = (
    *("class", "title", "role", "tabindex", "disabled", "spellcheck", "rows", "aria-invalid", "aria-describedby"),
    *("data-do", "data-after", "data-lands", "data-next"),
)

COMPARE = """async ([updates, hands]) => {
    const { page, patching } = await import("./static/js/boot/bundle_entry.js");

    // What the page changes on purpose.
    const KEPT = [
        ["details", "open"], // unfolded by hand
        [":is(#acting, #track) button", "tabindex"], // the rows are one Tab stop, which moves
        ["[data-list]", "data-several"], // tells the style sheet whether a list has several items
        [".row", "style"], // a row glides to its place
        [".coming [class='']", "class"], // a preview had marked who is next
    ];
    // Fields that had the focus when this was rendered for them: inputs keep their value, others stay whole.
    const kept = new Map();

    const HANDS = {
        unfold: ["details", (details) => (details.open = !details.open)],
        focus: ["button, input, select, textarea", (control) => control.focus()],
        type: ["input[type=text], textarea", (field) => (field.focus(), (field.value = "typed"))],
        pick: ["select", (field) => (field.focus(), (field.selectedIndex = 0))],
    };

    const regions = {}, lists = {};
    let differences = [], focused = null;

    function rendered(id) {
        if (id in lists) return patching.parse(Object.values(lists[id]).join(""));
        const fragment = patching.parse(regions[id]);
        for (const list of fragment.querySelectorAll("[data-list]")) list.append(rendered(list.id));
        return fragment;
    }

    function compareChildren(live, fresh, path) {
        const [there, wanted] = [[...live.childNodes], [...fresh.childNodes]];
        if (there.length !== wanted.length) differences.push(`${path}: ${there.length} children, not ${wanted.length}`);
        else for (const [place, child] of there.entries()) compare(child, wanted[place], `${path} > ${child.nodeName}`);
    }

    function compare(live, fresh, path) {
        if (live.nodeName !== fresh.nodeName || live.nodeValue !== fresh.nodeValue)
            return differences.push(`${path}: ${live.nodeValue}, not ${fresh.nodeName} ${fresh.nodeValue}`);
        if (!(live instanceof Element)) return;
        const isField = live.matches("input, textarea, select");
        if (live === focused && isField) kept.set(live, [live.cloneNode(true), fresh]);
        const isKept = kept.get(live)?.some((each) => each.isEqualNode(fresh)) ?? false;
        if (isKept && live.nodeName !== "INPUT") return;
        for (const name of new Set([...live.getAttributeNames(), ...fresh.getAttributeNames()])) {
            if (isKept && name === "value") continue;
            if (KEPT.some(([where, which]) => name === which && live.matches(where))) continue;
            const [is, was] = [live.getAttribute(name), fresh.getAttribute(name)];
            if (is !== was) differences.push(`${path}#${live.id}: ${name} is ${is}, not ${was}`);
        }
        if (isField && !isKept && (live.value !== fresh.value || live.checked !== fresh.checked))
            differences.push(`${path}#${live.id}: ${live.value} ${live.checked}, not ${fresh.value} ${fresh.checked}`);
        compareChildren(live, fresh, path);
    }

    function act([hand, part]) {
        if (!(hand in HANDS)) return;
        const [selector, change] = HANDS[hand];
        const inReach = (element) => element.checkVisibility() && !element.closest("[inert]");
        const there = [...document.querySelectorAll(selector)].filter(inReach);
        const element = there[Math.floor(part * there.length)];
        if (element) change(element);
    }

    return updates.map((update, step) => {
        differences = [];
        act(hands[step]);
        focused = document.activeElement;
        page.show(JSON.stringify(update));
        document.dispatchEvent(new Event("focusout")); // the focus may preview a choice
        Object.assign(regions, update.regions);
        for (const [id, { order, changed }] of Object.entries(update.lists)) {
            const known = { ...lists[id], ...changed };
            lists[id] = Object.fromEntries(order.map((item) => [item, known[item]]));
        }
        for (const id of [...Object.keys(regions), "acting", "track"]) {
            if (id in regions || id in lists) compareChildren(document.getElementById(id), rendered(id), id);
        }
        return differences;
    });
}"""


def differences(page: Page, seed: str, updates: Sequence[Update]) -> list[str]:
    """Show the updates on the page, which hands change in between, and list where it is not what was rendered."""
    random = Random(seed)
    hands = [(random.choice(HANDS), random.random()) for _ in updates]
    by_step = page.evaluate(COMPARE, [[asdict(update) for update in updates], hands])
    return [f"{seed}, update {step}: {words}" for step, all_words in enumerate(by_step) for words in all_words]


def play(game: str, seed: str) -> Table:
    """Play and look around at random, from the first screen on."""
    table, random = Table(), Random(seed)
    table.controller._dice = seeded_dice(random.randrange(1_000))
    table.tap("sample", game)
    for _ in range(TAPS):
        tap_anything(table, random, PLAYED if random.random() < 0.5 else EVERYTHING)
    return table


def drawn(random: Random) -> Html:
    """Draw elements with random attributes, every second without an id."""
    names = ("button", "p", "input", "select", "textarea", "input", "details")
    return join(*(_element(random, name, f"drawn-{place}") for place, name in enumerate(names)))


def _element(random: Random, name: str, called: str) -> Html:
    attributes: dict[str, str | int | bool | None] = {"id": called} if random.random() < 0.5 else {}
    for key in random.sample(ATTRIBUTES, random.randrange(6)):
        attributes[key] = random.choice("012")
    match name:
        case "input" if random.random() < 0.5:
            return tag("input", type="checkbox", checked=random.random() < 0.5, **attributes)
        case "input":
            return tag("input", type="text", value=random.choice("012"), **attributes)
        case "select":
            chosen = random.randrange(3)  # as on the page, a choice has an id, and only its options change
            options = (tag("option", place, value=place, selected=place == chosen) for place in range(3))
            return tag("select", *options, id=called)
        case "details":
            return tag("details", tag("summary", "More"), tag("p", random.choice("012")), **attributes)
        case _:
            return tag(name, random.choice("012"), **attributes)


def test_whatever_attributes_come_and_go(page: Page) -> None:
    """On elements with ids and without, several of them at once."""
    random = Random(5)
    sheets = [drawn(random) for _ in range(amount(4_000))]
    updates = [Update("home", {"dialog": html}, {}, "drawn", "", "", "Turntrack") for html in sheets]
    assert differences(page, "drawn", updates) == []


def test_whatever_is_tapped(page: Page) -> None:
    """All systems, and the presets in turn, while hands unfold details, move the focus and fill in fields."""
    stale = []
    for nth in range(amount(40)):
        for system in SYSTEMS:
            game = PRESETS[nth % len(PRESETS)].key if system is TABLE_RULES else system.key
            seed = f"{game} {nth}"
            stale += differences(page, seed, play(game, seed).screen.updates)
    assert stale == []
