"""The full counts: kills, fuzz, and thousands of turns in one page, system by system. Prints what it has seen.

`make soak`, or with smaller counts: `make soak ARGS="kills=20 turns=100 fuzz=1000"`.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page

from engine.events import StatusSet
from engine.model import Status
from engine.saves.history import records_of, replay
from engine.saves.records import Did, decode_record, encode_record
from engine.session import Session
from engine.systems import SYSTEMS
from tests.hands.engines import FIREFOX, WEBKIT
from tests.hands.killing import Tally, kill_again_and_again
from tests.hands.launch import launch_chromium, launch_firefox, launch_webkit
from tests.hands.player import play, stop_playing
from tests.hands.store import journals
from tools import build
from tools.chromium import chromium, installed
from tools.layout import DIST, ROOT
from tools.serve import Server, serving

DEFAULTS = {"kills": 200, "turns": 2000, "fuzz": 10_000, "seed": 1}
WATCH_SECONDS = 5
TELL_EVERY = 20


def main() -> None:
    """Everything, one after another; exits with 1 when something was lost."""
    counts = dict(DEFAULTS)
    for word in sys.argv[1:]:
        name, _, value = word.partition("=")
        if name not in counts or not value.isdecimal():
            raise SystemExit(f"{word!r}: expected one of {', '.join(f'{key}=NUMBER' for key in DEFAULTS)}")
        counts[name] = int(value)
    build.main()
    good = True
    if counts["fuzz"]:
        good &= fuzz(counts["fuzz"])
    with serving(DIST, prefix="/turntrack/") as site:
        if counts["turns"]:
            with chromium() as browser:
                for system in SYSTEMS:
                    good &= play_long(browser, site, system.key, counts["turns"], counts["seed"])
    if counts["kills"]:
        good &= kill(counts["kills"], counts["seed"])
    raise SystemExit(0 if good else 1)


def kill(kills: int, seed: int) -> bool:
    """So many kills in each of the engines that are here."""
    path = installed()
    assert path
    launches = {"Chromium": launch_chromium(path)}
    for engine, launching in ((WEBKIT, launch_webkit), (FIREFOX, launch_firefox)):
        if engine.paths():
            launches[engine.name] = launching()
        else:
            print(engine.reason)
    good = True
    for name, launching_it in launches.items():
        with launching_it as launch:
            tally = kill_again_and_again(name, launch, kills, seed, tell_sometimes)
        print(tally, flush=True)
        good &= tally.lost == 0
    return good


def tell_sometimes(tally: Tally) -> None:
    """It takes long: say now and then how it goes."""
    if tally.kills % TELL_EVERY == 0:
        print(f"  {tally}", flush=True)


def fuzz(examples: int) -> bool:
    """The mutated files, lists and journals of the tests, in their full number each."""
    command = [sys.executable, "-m", "pytest", "-q", "-k", "mutated", "tests/app/test_bundle.py"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "TURNTRACK_FUZZ": str(examples)}, check=False)
    print(
        f"fuzz: {examples} mutated files, as many lists, as many journals: {'good' if not done.returncode else 'BAD'}"
    )
    return done.returncode == 0


def play_long(browser: Browser, site: Server, system: str, turns: int, seed: int) -> bool:
    """So many turns in one page, each step saved before the next; memory and time early and late; then the history."""
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto(site.url)
    page.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    page.locator(f"#sample-{system}").click()
    processes = browser.new_browser_cdp_session()
    play(page, seed)
    paces: list[float] = []
    sizes_seen = [memory(processes)]
    done, goal, since = steps(page), turns, time.monotonic()
    while done < goal:
        page.wait_for_timeout(WATCH_SECONDS * 1000)
        now = steps(page)
        if now == done:
            print(f"{system}: stands still after {done} steps; {problems[-1:]}", flush=True)
            return False
        paces.append((time.monotonic() - since) * 1000 / (now - done))
        sizes_seen.append(memory(processes))
        done = now
        if done >= goal:  # a turn may take several steps, and some steps are taken back
            (records,) = journals(page).values()
            goal = max(goal, -(-turns * done // max(1, turns_in(records))))
        since = time.monotonic()
    stop_playing(page)
    (records,) = journals(page).values()
    session = replay([decode_record(record) for record in records], SYSTEMS)
    shown = page.locator("#track").inner_text()
    held = exported(page)
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    same = page.locator("#track").inner_text() == shown
    same &= (held.past, held.future, records_of(held)) == (session.past, session.future, records_of(session))
    whole = [encode_record(decode_record(record)) for record in records] == records
    context.close()
    quarter = max(1, len(paces) // 4)
    print(
        f"{system}: {turns_in(records)} turns in {len(records)} records, round {session.encounter.round}; "
        f"{statistics.median(paces[:quarter]):.0f} ms a step early, "
        f"{statistics.median(paces[-quarter:]):.0f} late; "
        f"{sizes_seen[0]:.0f} MB at first, {sizes_seen[-1]:.0f} at last; "
        f"the same in the store, on the page and after a reload: {'yes' if same else 'NO'}; errors: {len(problems)}",
        flush=True,
    )
    return same and whole and not problems


def turns_in(records: list[str]) -> int:
    """How often somebody came to act, also where it was taken back later."""
    steps = (record for record in map(decode_record, records) if isinstance(record, Did))
    events = (event for step in steps for event in step.events)
    return sum(isinstance(event, StatusSet) and event.status is Status.ACTING for event in events)


def exported(page: Page) -> Session:
    """The history that the page holds, by way of a file."""
    page.locator("#menu").click()
    page.get_by_role("button", name="Export…").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save or share the file").click()
    (encounter,) = json.loads(download.value.path().read_text())["encounters"]
    page.get_by_role("button", name="Close").click()
    return replay([decode_record(json.dumps(record)) for record in encounter["records"]], SYSTEMS)


def steps(page: Page) -> int:
    """The number of the last saved record."""
    return int(page.evaluate("document.getElementById('saving').dataset.number || 0"))


def memory(browser: CDPSession) -> float:
    """What the page's process holds, Python and all, in MB."""
    processes = browser.send("SystemInfo.getProcessInfo")["processInfo"]
    pids = [each["id"] for each in processes if each["type"] == "renderer"]
    sizes = [re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()) for pid in pids]
    return max(int(size[1]) for size in sizes if size) / 1000


if __name__ == "__main__":
    main()
