"""Three browsers started as a person starts them: on a profile folder, at an address, without a driver.

With a driver they could not be killed and restarted. WebKitGTK under a driver keeps no data at all.
"""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hands.engines import FIREFOX, WEBKIT
from tools.chromium import FLAGS

WIDTH, HEIGHT = 1024, 768

type Launch = Callable[[Path, str], "subprocess.Popen[bytes]"]
"""A function that starts a browser on a folder at an address, as the leader of a process group of its own."""

# What Firefox does on its own account, and would ask a person after a crash.
FIREFOX_SETTINGS = {
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.sessionstore.resume_from_crash": False,
    "toolkit.startup.max_resumed_crashes": -1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "",
    "extensions.update.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "toolkit.telemetry.enabled": False,
    # Firefox asks a person before it promises to keep anything; nobody is here to answer.
    "permissions.default.persistent-storage": 2,
}


def firefox_command(folder: Path, *arguments: str) -> list[str]:
    """Write the settings into the profile folder, and return the command of a headless Firefox."""
    paths = FIREFOX.paths()
    assert paths
    folder.mkdir(exist_ok=True)
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in FIREFOX_SETTINGS.items())
    (folder / "user.js").write_text("".join(lines))
    return [paths[0], "--headless", "--no-remote", "--profile", str(folder), *arguments]


@contextmanager
def display() -> Iterator[str]:
    """Yield the number of a virtual screen, for a browser that needs one."""
    paths = WEBKIT.paths()
    assert paths
    read, write = os.pipe()
    size = f"{WIDTH + 200}x{HEIGHT + 300}x24"
    # Without -noreset it begins anew when its last client has gone, and may turn the next one away meanwhile.
    command = [paths[2], "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


def webkit_environment(number: str) -> dict[str, str]:
    """Return the environment of WebKitGTK on such a screen."""
    return {
        **os.environ,
        "DISPLAY": number,
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }


@contextmanager
def launch_chromium(path: str) -> Iterator[Launch]:
    """The Chromium at that path."""
    yield lambda folder, url: _start([path, "--headless", *FLAGS, f"--user-data-dir={folder}", url])


@contextmanager
def launch_firefox() -> Iterator[Launch]:
    """Firefox."""
    yield lambda folder, url: _start(firefox_command(folder, url))


@contextmanager
def launch_webkit() -> Iterator[Launch]:
    """WebKitGTK."""
    paths = WEBKIT.paths()
    assert paths
    browser = paths[1]
    with display() as number:
        yield lambda folder, url: _start(
            [browser, url],
            {
                **webkit_environment(number),
                "HOME": str(folder),
                **{f"XDG_{kind}_HOME": str(folder / kind) for kind in ("DATA", "CACHE", "CONFIG", "STATE")},
            },
        )


def _start(command: list[str], environment: dict[str, str] | None = None) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
