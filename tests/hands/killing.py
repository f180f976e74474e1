"""Kills of the browser during play, with a check that every step called saved is there afterwards.

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
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
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
    """The counts over all kills."""

    engine: str
    kills: int = 0
    acknowledged: int = 0
    """The number of steps called saved, over all kills."""
    beyond: int = 0
    """The number of steps in the store that the page had not yet called saved when the browser was killed."""
    lost: int = 0
    """The number of steps called saved that are missing."""
    mended: int = 0
    """The number of starts with a notice: a repair from the second chance, or records set aside."""
    longest: int = 0
    """The number of steps of the last history."""
    deeds: set[str] = field(default_factory=set)
    """The kinds of commands in that history."""

    def __str__(self) -> str:
        return (
            f"{self.engine}: {self.kills} kills: {self.acknowledged} steps were called saved, {self.lost} of them "
            f"lost; {self.beyond} more had reached the store, unanswered or untold; {self.mended} starts had to mend "
            f"something; {self.longest} steps at last"
        )


@dataclass
class Told:
    """The reports of the page since the last start."""

    reports: list[tuple[str, int]] = field(default_factory=list)
    """Each text of the store, with the last step called saved before: the page plays on at once."""
    saved: int = 0
    """The last step called saved since the report."""
    failed: str = ""
    """The error of the page if it did not start or play on."""


class Listening(Handler):
    """A server of the page that plays by itself; it records the page's reports."""

    told: Told

    def do_POST(self) -> None:  # noqa: N802
        """Record the report."""
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
    """Yield the address of the built site with a page that plays by itself, and the reports of the page."""
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
    """Play in one profile folder while the browser is repeatedly killed and started. Replay each history whole.

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
    """Run a browser, and kill it at the end with all its child processes."""
    with launch(folder, url) as process:
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def _check(told: Told, tally: Tally) -> int:
    """Wait for the report of the page, and count it; return the number of records."""
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
