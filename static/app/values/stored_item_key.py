"""The keys of what is stored on the device."""

from __future__ import annotations

type Key = str
"""The key of a stored encounter, member or rule set."""
