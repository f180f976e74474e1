"""Installs what the tests need of a machine, where that may be done."""

import os
import shutil
import subprocess

from tools.layout import ROOT

_INSTALL_SECONDS = 400


def from_distribution(*packages: str) -> bool:
    """Install packages of the distribution, where there is apt and we may, and say whether it went well."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    apt = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "--quiet=2"]
    return succeeds([*apt, "update"]) and succeeds([*apt, "install", "--yes", "--no-install-recommends", *packages])


def succeeds(command: list[str]) -> bool:
    """Run a command without its words, and say whether it went well."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=_INSTALL_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
