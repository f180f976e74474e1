"""What *About* says: the version, the news since another version, and the report about this device."""

from __future__ import annotations

from collections.abc import Sequence

from app.values.releases import RELEASES, Release
from turntrack import __version__


def version_words() -> str:
    """Return the version with its date."""
    dates = [release.date for release in RELEASES if release.version == __version__]
    return f"Version {__version__}, {dates[0]}" if dates else f"Version {__version__}, not released yet"


def since(version: str, releases: Sequence[Release] = RELEASES) -> tuple[Release, ...]:
    """Return the releases after a version, the newest first; none if the version is empty or unknown as one."""
    known = _parts(version)
    return tuple(release for release in releases if known and _parts(release.version) > known)


def report(device: Sequence[str], fault: str) -> tuple[str, ...]:
    """Return the lines of a report: nothing that was typed is in it."""
    return (f"Turntrack {__version__}", *device, f"Last error: {fault or 'none since the page was loaded'}")


def _parts(version: str) -> tuple[int, ...]:
    """Return a version as numbers; empty if it is none."""
    parts = version.split(".")
    return tuple(int(part) for part in parts) if all(part.isdecimal() for part in parts) else ()
