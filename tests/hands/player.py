"""A player for the page, which taps as fast as steps are saved."""

from playwright.sync_api import Page

START_PLAYING = """(seed, beside = false) => {
    // A small generator of our own, so that a run can be had again.
    let state = seed >>> 0 || 1;
    const random = (most) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * most); // its last digits take turns: some choices would never come
    };
    window.taps = 0;
    window.player = setInterval(() => {
        if (document.getElementById("saving").dataset.state !== "saved") return;
        const some = (query) => [...document.querySelectorAll(query)].filter((each) => !each.disabled);
        // Beside the turns: wounds, conditions, who is hidden, who waits in the wings. An open sheet comes first.
        const within = "put-into give deal EndConditions Hide Fall Rise BringIn".split(" ")
            .map((name) => `#dialog[open] [data-do=${name}]`)
            .concat("#dialog[open] [data-submit=send-to-wings] button");
        const sheet = beside ? some(`${within}, #digit-3, #dialog[open] .close`) : [];
        const places = ".hurts button, .row .hp, .row .body, .reminder button, #later-open";
        const other = sheet.length || !beside || random(5) ? sheet : some(places);
        if (other.length) {
            other[random(other.length)].click();
            window.taps++;
            return;
        }
        const open = some("#open");
        const ways = open.length && random(2) ? open : some("#panel .choice:not(.refused), #panel .drawer, #open");
        const back = random(10) === 0 ? some("#undo, #redo") : [];
        const chosen = back.length ? back : ways;
        if (!chosen.length) return;
        chosen[random(chosen.length)].click();
        window.taps++;
    }, 1);
}"""

EVENING = (
    *("#track .row:nth-of-type(3) .body", "#hidden", "#dialog .close"),
    *("#track .row .body", "#dialog [data-do=put-into]", "#till-removed"),
    *("#track .row .hp", "#digit-3", "#deal"),
    *(
        "#track .row:nth-of-type(2) .body",
        "#send-to-wings",
        "#dialog [data-submit=send-to-wings] button",
    ),
)
"""The first taps of an evening: hide a combatant, wound another and give a condition, plan a reinforcement."""

STEP = "document.querySelector('#open, #panel .choice:not(.refused)').click()"
"""A script that takes one step: it begins a round, or takes the first choice of the panel."""


def play(page: Page, seed: int) -> None:
    """Tap, each time as soon as the step before is saved, until told to stop."""
    page.evaluate(START_PLAYING, seed)


def stop_playing(page: Page) -> None:
    """Stop, and wait until all is saved."""
    page.evaluate("clearInterval(window.player)")
    page.locator("#saving[data-state=saved]").wait_for(state="attached")
