"""Second visits in WebKitGTK, the nearest to an iPad's browser that runs here: ours offline, beside bare Pyodide."""

from dataclasses import dataclass, field

from bench.visits import bare_site
from tests.hands.drivers import Driver, wait_for, webkit
from tests.hands.engines import WEBKIT
from tests.hands.store import SNAPSHOT_IS_THERE
from tools.layout import DIST
from tools.serve import serving

READY = "document.documentElement.dataset.ready !== undefined"
READY_AT = "performance.getEntriesByName('turntrack:ready')[0].startTime"
BARE_READY_AT = "window.readyAt"


@dataclass(frozen=True)
class WebKitVisits:
    """Milliseconds from navigation to ready, one number a round."""

    ours: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)


def measure_webkit(rounds: int) -> WebKitVisits | None:
    """Time rounds of both, one after the other; None where there is no such browser."""
    if WEBKIT.paths() is None:
        return None
    visits = WebKitVisits()
    with webkit() as driver, bare_site() as bare:
        visit(driver, bare.url, BARE_READY_AT)
        with serving(DIST, "/turntrack/") as server:
            visit(driver, server.url, READY_AT)
            wait_for(driver, "document.querySelector('#sample-zebra')?.click() ?? true")
            wait_for(driver, "document.querySelector('#open')?.click() ?? true")
            wait_for(driver, "document.getElementById('saving').dataset.state === 'saved'")
            wait_for(driver, "document.getElementById('offline').dataset.state === 'ready'")
            wait_for(driver, SNAPSHOT_IS_THERE)
        for number in range(rounds):  # our host is gone
            visits.ours.append(visit(driver, f"{server.url}?{number}", READY_AT))
            assert driver.ask("performance.getEntriesByName('turntrack:snapshot').length") == 1
            visits.bare.append(visit(driver, f"{bare.url}?{number}", BARE_READY_AT))
    return visits


def visit(driver: Driver, url: str, ready_at: str) -> float:
    """Open the address and say after how many milliseconds the page was ready."""
    driver.open(url)
    wait_for(driver, f"location.href === '{url}' && {READY}")
    return float(driver.ask(ready_at))
