"""Kills the browser in mid-play, again and again, and looks whether everything is there that was called saved.

Nobody drives the browser: the page plays by itself and tells its host what it has found and what was called saved. So
any browser can be tried that can be started and killed.
"""

import contextlib
import json
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import override

from tests.hands.launch import Launch
from tests.hands.player import EVENING, START_PLAYING
from tests.hands.store import JOURNAL, journals_in
from tools import build
from tools.layout import DIST
from tools.serve import Handler, serving
from turntrack.saves.records import decode_record
from turntrack.saves.replay import replay
from turntrack.systems import SYSTEMS

LONGEST_PLAY_SECONDS = 3
START_SECONDS = 120
PREFIX = "/turntrack/"

SELF_PLAYER = f"""
const play = {START_PLAYING};
const look = {JOURNAL};
const tell = (what, body) => fetch(what, {{ method: "POST", body }});
const root = document.documentElement;
const until = async (condition) => {{
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}};
const failed = () => document.querySelector(".boot[data-failed]");
await until(() => root.dataset.ready === "true" || failed());
if (failed()) await tell("failed", failed().textContent);
const notice = document.getElementById("notice").textContent;
await tell("found", JSON.stringify({{ view: root.dataset.view, notice, stored: await look() }}));
const [asked, system] = location.search.slice(1).split("&");
const seed = Number(asked);
const samples = [...document.querySelectorAll(system ? `#sample-${{system}}` : "[data-do=sample]")];
const left = document.querySelector("[data-do=open-saved]");
const isNew = root.dataset.view === "home" && !left; // a start that was killed begins with the list
if (root.dataset.view === "home") (left ?? samples[seed % samples.length]).click();
for (const each of isNew && system ? {json.dumps(EVENING)} : []) {{
    const found = () => document.querySelector(each);
    await until(() => found() && !found().disabled && document.getElementById("saving").dataset.state === "saved");
    found().click();
}}
play(seed, Boolean(system));
setTimeout(() => {{
    const said = ["saving", "notice", "toast", "dialog", "panel"].map((id) => document.getElementById(id).innerText);
    if (!document.getElementById("saving").dataset.number) void tell("failed", said.join(" | ").slice(0, 1000));
}}, 60_000);
for (let told = ""; ; ) {{
    const number = () => document.getElementById("saving").dataset.number ?? "";
    await until(() => number() !== told);
    told = number();
    await tell("saved", told);
}}
"""


@dataclass
class Tally:
    """What was seen over all kills."""

    engine: str
    kills: int = 0
    acknowledged: int = 0
    """Steps called saved, over all kills."""
    beyond: int = 0
    """Steps found that the host had not been told of as saved when the browser was killed."""
    lost: int = 0
    """Steps called saved, and not found."""
    mended: int = 0
    """Starts that said something: that the second chance had to help, or that a part was set aside."""
    longest: int = 0
    """Steps of the history at last."""
    deeds: set[str] = field(default_factory=set)
    """What commands that history was made of."""

    def __str__(self) -> str:
        return (
            f"{self.engine}: {self.kills} kills: {self.acknowledged} steps were called saved, {self.lost} of them "
            f"lost; {self.beyond} more had reached the store, unanswered or untold; {self.mended} starts had to mend "
            f"something; {self.longest} steps at last"
        )


@dataclass
class Told:
    """What the page has told since the last start."""

    reports: list[tuple[str, int]] = field(default_factory=list)
    """What the store held, and which step had been called saved before: the page plays on at once."""
    saved: int = 0
    """The last step called saved since then."""
    failed: str = ""
    """What the page said instead of starting, or of playing on."""


class Listening(Handler):
    """Serves the page that plays by itself, and hears what it tells."""

    told: Told

    def do_POST(self) -> None:  # noqa: N802
        """Note it."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == f"{PREFIX}found":
            self.told.reports.append((body, self.told.saved))
            self.told.saved = 0
        elif self.path == f"{PREFIX}failed":
            self.told.failed = body
        else:
            self.told.saved = max(self.told.saved, int(body))
        self._answer(HTTPStatus.NO_CONTENT, {}, b"")

    @override
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing."""


@contextlib.contextmanager
def playing_site() -> Iterator[tuple[str, Told]]:
    """The address of the built site with a page that plays by itself, and what that tells."""
    told = Told()
    with tempfile.TemporaryDirectory(prefix="turntrack-site-") as folder:
        site = Path(folder) / "site"
        shutil.copytree(DIST, site)
        (site / "static" / "player.js").write_text(SELF_PLAYER)
        page = site / "index.html"
        script = '<script type="module" src="static/player.js"></script>'
        page.write_text(page.read_text().replace("</head>", f"{script}</head>", 1))
        build.write_lists(site)
        with serving(site, PREFIX, type("Listening", (Listening,), {"told": told})) as server:
            yield server.url, told


def kill_again_and_again(launch: Launch, tally: Tally, kills: int, seed: int, evening: str = "") -> None:
    """Play on one folder, killed and started again so many times. Each history found is replayed whole.

    ``evening`` names the system of a fight that is played with wounds, conditions, hidden ones and wings.

    Raises AssertionError when the page does not start, or does not open the fight that was left.
    """
    chance = random.Random(seed)
    with (
        tempfile.TemporaryDirectory(prefix="turntrack-kill-", ignore_cleanup_errors=True) as folder,
        playing_site() as (url, told),
    ):
        for _ in range(kills):
            with _running(launch, Path(folder), f"{url}?{chance.randrange(1, 2**31)}&{evening}"):
                known = _check(told, tally)
                _wait(lambda: bool(told.saved or told.failed), "nothing is saved")
                assert not told.failed, f"nothing is saved: {told.failed}"
                time.sleep(chance.uniform(0, LONGEST_PLAY_SECONDS))
            tally.kills += 1
            tally.acknowledged += told.saved - known
        with _running(launch, Path(folder), f"{url}?1&{evening}"):
            _check(told, tally)


@contextlib.contextmanager
def _running(launch: Launch, folder: Path, url: str) -> Iterator[None]:
    """A browser, which is killed at the end with everything that it has started."""
    with launch(folder, url) as process:
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def _check(told: Told, tally: Tally) -> int:
    """Wait for the page, and count what it has found; returns the number of records."""
    _wait(lambda: bool(told.reports or told.failed), "the page does not start")
    assert not told.failed, told.failed
    body, known = told.reports.pop()
    if not known:
        return 0
    report = json.loads(body)
    (records,) = journals_in(report["stored"]).values()
    history = replay([decode_record(record) for record in records], SYSTEMS)
    tally.deeds = {type(step.command).__name__ for step in (*history.past, *history.future)}
    assert report["view"] == "fight", "the fight was not opened again"
    tally.lost += max(0, known - len(records))
    tally.beyond += max(0, len(records) - known)
    tally.mended += report["notice"].strip() != ""
    tally.longest = len(records)
    return len(records)


def _wait(condition: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + START_SECONDS
    while not condition():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)
