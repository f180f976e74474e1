"""The command line: ``python -m turntrack play FILE`` and ``python -m turntrack odds FILE``. No part of the page."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from turntrack.command_line.transcripts import chances_to_go_first, play
from turntrack.core.errors import Malformed, Refused
from turntrack.systems import SYSTEMS


def main(arguments: list[str] | None = None) -> int:
    """Print the log or the chances of a transcript. Return the exit code: 1 if it cannot be played."""
    parser = ArgumentParser(prog="turntrack", description="Plays a fight from a transcript.")
    commands = {"play": (play, "print the log"), "odds": (chances_to_go_first, "print the chances to go first")}
    parser.add_argument(
        "command", choices=commands, help="; ".join(f"{key}: {text}" for key, (_, text) in commands.items())
    )
    parser.add_argument("file", type=Path, help="a transcript")
    keys = [system.key for system in SYSTEMS]
    parser.add_argument("--system", choices=keys, help="the turn system; if not given, the name of the file's folder")
    given = parser.parse_args(arguments)
    run, _ = commands[given.command]
    try:
        for line in run(given.file.read_text(encoding="utf-8"), given.system or given.file.absolute().parent.name):
            print(line)
    except (OSError, Malformed, Refused) as error:
        print(f"{given.file}: {error}")
        return 1
    return 0
