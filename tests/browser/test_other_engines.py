"""A round of each system, and the faults of saving, in WebKit and Firefox; other files test them in Chromium."""

import json
from collections.abc import Callable, Iterator

import pytest

from app.storage.export_file_codec import Bundle, encode_bundle
from tests.app.fights import kept, played
from tests.browser.camera import CAMERA, SHOWN
from tests.browser.driven import (
    LAST_STEP,
    READY,
    SAVED,
    TRACK,
    host,
    play_a_round,
    run_firefox,
    run_webkit,
    tap,
    track,
)
from tests.browser.faults import (
    ADD_PYTHON,
    DAMAGE,
    DATABASE_FROM_THE_FUTURE,
    DELETE_DATABASE,
    NOTE_CONNECTIONS,
    changing,
    failing_writes,
    record_from_the_future,
)
from tests.hands.drivers import Driver, wait_for
from tests.hands.player import EVENING, STEP
from tests.hands.store import JOURNAL, SNAPSHOT_IS_THERE, journals_in
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS

pytestmark = pytest.mark.soak

SAMPLES = {"table_rules": "three_actions"}
"""The sample that is tapped, where it is a preset’s."""

NUMBER = "Number(document.getElementById('saving').dataset.number || 0)"
NOTICE = "document.getElementById('notice').textContent"
BRING_IN = "#dialog [data-do=import-beside]"
FILL = """(() => {
    let size = 8_000_000;
    for (let part = 0; size > 0; part++) {
        try { localStorage.setItem(`a neighbour ${part}`, "x".repeat(size)) } catch { size = size >> 1 }
    }
    return true;
})()"""
FORGET_SECOND_CHANCE = "localStorage.clear()"


@pytest.fixture(
    scope="module",
    params=[run_webkit, run_firefox],
    ids=["webkit", "firefox"],
)
def device(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Driver, str]]:
    """Yield a tablet with this engine that has visited the page, and the address of the page."""
    with request.param(request, tmp_path_factory.mktemp("device") / "profile") as driver, host() as server:
        driver.open(server.url)
        wait_for(driver, READY)
        wait_for(driver, SNAPSHOT_IS_THERE)
        yield driver, server.url


@pytest.fixture
def page(device: tuple[Driver, str], request: pytest.FixtureRequest) -> Driver:
    """Yield the page on that tablet, without fights."""
    driver, url = device
    driver.ask(DELETE_DATABASE)
    driver.ask(FORGET_SECOND_CHANCE)
    load(driver, f"{url}?{abs(hash(request.node.name))}")
    return driver


def load(page: Driver, url: str) -> None:
    """Open an address that differs from the one before, until it is ready."""
    page.ask("(() => { delete document.documentElement.dataset.ready; return true })()")
    page.open(url)
    wait_for(page, f"location.href === {json.dumps(url)} && {READY}")


def reload(page: Driver) -> None:
    """Load the page again."""
    url = page.ask("location.href")
    load(page, f"{url}1")


def begin(page: Driver, system: str = "zebra") -> None:
    """Begin the sample fight with a hidden combatant, a wounded one and a reinforcement, and its first round."""
    tap(page, f"#sample-{SAMPLES.get(system, system)}")
    for each in EVENING:
        element = f"document.querySelector({json.dumps(each)})"
        wait_for(page, f"{element} !== null && !{element}.disabled")
        page.ask(f"{element}.click()")
    wait_for(page, f"document.getElementById('later-open') !== null && {SAVED}")
    tap(page, "#open")
    wait_for(page, "document.querySelector('#acting .row, #panel .choice') !== null")
    wait_for(page, SAVED)


def act(page: Driver) -> None:
    """Take a step without the pointer, and wait until it is saved."""
    before = page.ask(NUMBER)
    page.ask(STEP)
    wait_for(page, f"{NUMBER} > {before} && {SAVED}")


def records(page: Driver) -> list[str]:
    """Return the records of the only encounter, after replaying them."""
    (journal,) = journals_in(page.ask(f"({JOURNAL})()")).values()
    replay([decode_record(record) for record in journal], SYSTEMS)
    return journal


def everything(page: Driver) -> list[str]:
    """Return the texts of the track and the panel."""
    said: list[str] = page.ask("['track', 'panel'].map((id) => document.getElementById(id).textContent)")
    return said


class TestRounds:
    """A whole round by pointing at it, undo, redo and a reload, in the systems that the evening does not play."""

    @pytest.mark.parametrize("system", [system.key for system in SYSTEMS if system.key != "zebra"])
    def test_a_round(self, page: Driver, system: str, note: Callable[[str], None]) -> None:
        tap(page, f"#sample-{SAMPLES.get(system, system)}")
        taps = play_a_round(page)
        note(f"{system}: {taps} taps a round")
        shown = everything(page)
        last = page.ask(LAST_STEP)
        tap(page, "#undo")
        wait_for(page, f"{LAST_STEP} !== {json.dumps(last)}")
        assert everything(page) != shown
        tap(page, "#redo")
        wait_for(page, f"{LAST_STEP} === {json.dumps(last)}")
        assert everything(page) == shown
        wait_for(page, SAVED)
        reload(page)
        assert everything(page) == shown
        records(page)


def test_python_that_comes_up_later_does_not_run(page: Driver) -> None:
    """Nor does foreign markup get onto the page, though neither engine need have Trusted Types."""
    page.ask(f"({ADD_PYTHON})() ?? true")
    site = "import('./static/js/boot/bundle_entry.js')"
    stopped = f"{site}.then(({{patching}}) => patching.patch(document.createElement('p'), '<py-script>1')"
    assert page.ask(f"{stopped}).catch((stop) => stop.name)") == "TypeError"
    begin(page)
    assert page.ask("document.body.dataset.ran ?? 'nothing'") == "nothing"
    assert page.ask("document.getElementById('hooked').disabled") is False


class TestSaving:
    """Faults that are brought about under the page."""

    @pytest.mark.parametrize("error", ["abort", "QuotaExceededError"])
    def test_a_failed_write_is_told_and_tried_again(self, page: Driver, error: str) -> None:
        begin(page)
        before = len(records(page))
        page.ask(failing_writes(error))
        page.ask(STEP)
        wait_for(page, "document.getElementById('saving').dataset.state === 'failed'")
        wait_for(page, f"{NOTICE}.includes({json.dumps('device is full' if error != 'abort' else 'does not respond')})")
        page.ask(STEP)  # the fight goes on
        assert len(records(page)) == before
        page.ask("window.mendWrites()")
        tap(page, "#notice button[data-do=save-again]")
        wait_for(page, SAVED)
        assert len(records(page)) == before + 2
        shown = track(page)
        reload(page)
        assert track(page) == shown

    def test_the_connection_is_closed_under_the_page(self, page: Driver) -> None:
        page.ask(NOTE_CONNECTIONS)
        begin(page)
        before = len(records(page))
        for _ in range(2):
            page.ask("window.connections.forEach((db) => db.close())")
            act(page)
        assert len(records(page)) == before + 2

    def test_the_database_is_deleted_underneath(self, page: Driver) -> None:
        begin(page)
        before = records(page)
        page.ask(DELETE_DATABASE)
        act(page)
        assert records(page)[:-1] == before
        wait_for(page, f"{NOTICE}.includes('all of it has been saved again')")

    def test_a_database_lost_between_two_visits_comes_back_from_the_second_chance(self, page: Driver) -> None:
        begin(page)
        before = records(page)
        page.ask(DELETE_DATABASE)
        reload(page)
        wait_for(page, f"{NOTICE}.includes('restored from the backup copy')")
        assert records(page) == before

    def test_a_start_that_came_to_no_end_begins_with_the_list_the_next_time(self, page: Driver) -> None:
        begin(page)
        (key,) = journals_in(page.ask(f"({JOURNAL})()"))
        page.ask(f"localStorage.setItem(`turntrack.opening ${{location.pathname}}`, {json.dumps(key)}) ?? true")
        reload(page)
        assert page.ask("document.documentElement.dataset.view") == "home"
        wait_for(page, f"{NOTICE}.includes('Last time, Turntrack stopped while opening it')")
        tap(page, "#home [data-do=open-saved]")
        wait_for(page, "document.querySelector('#track .row') !== null")
        reload(page)
        assert page.ask("document.documentElement.dataset.view") == "fight"

    def test_reload_in_the_middle_of_a_write(self, page: Driver) -> None:
        begin(page)
        for _ in range(2):
            before = len(records(page))
            page.ask(STEP)
            reload(page)
            assert len(records(page)) == before + 1

    @pytest.mark.parametrize("kind", DAMAGE)
    def test_the_second_chance_mends_it_and_without_one_the_valid_beginning_is_kept(
        self, page: Driver, kind: str
    ) -> None:
        begin(page)
        act(page)
        act(page)
        whole = records(page)
        page.ask(changing(DAMAGE[kind]))
        reload(page)
        assert records(page) == whole
        assert page.ask(NOTICE) != ""
        page.ask(changing(DAMAGE[kind]))
        page.ask(FORGET_SECOND_CHANCE)
        reload(page)
        assert records(page) == whole[:4]
        assert "set aside" in page.ask(NOTICE)
        act(page)

    @pytest.mark.parametrize("newer", ["record", "database"])
    def test_what_a_newer_version_has_written_stays_as_it_is(self, page: Driver, newer: str) -> None:
        begin(page)
        page.ask(FORGET_SECOND_CHANCE)
        last = json.loads(page.ask(f"({JOURNAL})()"))["records"][-1]
        page.ask(record_from_the_future(last) if newer == "record" else DATABASE_FROM_THE_FUTURE)
        before = journals_in(page.ask(f"({JOURNAL})()"))
        reload(page)
        wait_for(page, f"{NOTICE}.includes('from a newer Turntrack')")
        page.ask(STEP)
        wait_for(page, "document.getElementById('toast').textContent.includes('newer Turntrack')")
        reload(page)
        assert journals_in(page.ask(f"({JOURNAL})()")) == before

    def test_an_interrupted_import_changes_nothing_or_all(self, page: Driver) -> None:
        brought = kept(played(SYSTEMS[0]))
        self.look_at(page, encode_bundle(Bundle((brought,))))
        page.ask(failing_writes("abort"))
        tap(page, BRING_IN)
        wait_for(page, "document.getElementById('dialog').textContent.includes('Nothing has changed')")
        assert journals_in(page.ask(f"({JOURNAL})()")) == {}
        page.ask("window.mendWrites()")
        page.ask(f"document.querySelector({json.dumps(BRING_IN)}).click()")
        reload(page)
        saved_journals = list(journals_in(page.ask(f"({JOURNAL})()")).values())
        assert saved_journals in ([], [list(brought.records)])
        assert page.ask("document.querySelectorAll('#home .fights li').length") == len(saved_journals)

    def look_at(self, page: Driver, text: str) -> None:
        """Give a file as text."""
        tap(page, "#import")
        wait_for(page, "document.querySelector('#text') !== null")
        page.ask(f"document.querySelector('#text').value = {json.dumps(text)}")
        tap(page, "#dialog form button[type=submit]")
        wait_for(page, f"document.querySelector({json.dumps(BRING_IN)}) !== null")

    def test_a_full_second_chance_does_not_matter(self, page: Driver) -> None:
        assert page.ask(FILL)
        begin(page)
        act(page)
        shown = track(page)
        reload(page)
        assert track(page) == shown
        assert page.ask(NOTICE) == ""

    def test_a_full_second_chance_drops_other_fights_first(self, page: Driver) -> None:
        """Each engine has its own name for a store without room."""
        begin(page)
        (other,) = journals_in(page.ask(f"({JOURNAL})()"))
        tap(page, "#menu")
        tap(page, "#dialog [data-do=home]")
        wait_for(page, "document.querySelector('#home .fight') !== null")  # it comes above what is tapped next
        begin(page)
        assert page.ask(FILL)
        act(page)
        ((key, whole),) = (each for each in journals_in(page.ask(f"({JOURNAL})()")).items() if each[0] != other)
        count = "Object.keys(localStorage).filter((name) => name.includes(' {}:')).length"
        assert page.ask(count.format(key)) == len(whole)
        assert page.ask(count.format(other)) == 0


class TestTwoTabs:
    """One writes, the other follows, and they change places."""

    def test_following_and_taking_over(self, page: Driver) -> None:
        begin(page)
        before = len(records(page))
        second = page.another_tab()
        load(second, page.ask("location.href"))
        assert "this one only follows" in second.ask(NOTICE)
        act(page)
        wait_for(second, f"{TRACK}.join() === {json.dumps(','.join(track(page)))}")
        second.ask("document.querySelector('#notice [data-do=take-over]').click()")
        wait_for(second, f"{NOTICE} === '' && {SAVED}")
        wait_for(page, f"{NOTICE}.includes('this one only follows')")
        act(second)
        wait_for(page, f"{TRACK}.join() === {json.dumps(','.join(track(second)))}")
        assert len(records(second)) == before + 2
        second.close()
        wait_for(page, f"{NOTICE} === '' && {SAVED}")
        act(page)
        assert len(records(page)) == before + 3


def test_a_fight_goes_over_by_codes(page: Driver) -> None:
    """Shown and read in the same engine, by a camera that is the test's."""
    begin(page)
    tap(page, "#menu")
    tap(page, "#dialog [data-do=export-open]")
    tap(page, "#dialog [data-do=show-export-codes]")
    wait_for(page, "document.querySelector('.qr-transfer .where')?.textContent")
    codes = page.ask(f"({SHOWN})()")
    assert len(codes) > 1
    tap(page, ".qr-transfer button")
    wait_for(page, "!document.querySelector('.qr-transfer')")
    asked = json.dumps({"pictures": codes, "aSecond": 6, "tilt": 0, "dim": 90})
    page.ask(f"({CAMERA})({asked})")
    tap(page, "#dialog .close")
    tap(page, "#menu")
    tap(page, "#dialog [data-do=import]")
    tap(page, "#dialog [data-do=scan-codes]")
    wait_for(page, "document.querySelector('#dialog')?.textContent.includes('Already here, unchanged (1)')")
