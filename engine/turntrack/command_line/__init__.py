"""The command line: ``python -m turntrack play FILE`` and ``python -m turntrack odds FILE``. No part of the page."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from turntrack.command_line.transcripts import chances_to_go_first, play
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import Malformed, Refused
from turntrack.systems import SYSTEMS


def main(arguments: list[str] | None = None) -> int:
    """Print the log or the chances of a transcript. Return the exit code: 1 if it cannot be played as it stands."""
    parser = ArgumentParser(prog="turntrack", description="Plays a fight from a transcript.")
    commands = {"play": "print the log", "odds": "print the chances to go first"}
    parser.add_argument("command", choices=commands, help="; ".join(f"{key}: {text}" for key, text in commands.items()))
    parser.add_argument("file", type=Path, help="a transcript")
    keys = [system.key for system in SYSTEMS]
    parser.add_argument("--system", choices=keys, help="the turn system; if not given, the name of the file's folder")
    parser.add_argument("--seed", type=int, help="roll the dice that the transcript leaves open, the same every time")
    given = parser.parse_args(arguments)
    key = given.system or given.file.absolute().parent.name
    others = None if given.seed is None else seeded_dice(given.seed)
    try:
        text = given.file.read_text(encoding="utf-8")
        for line in play(text, key, others=others) if given.command == "play" else chances_to_go_first(text, key):
            print(line)
    except (OSError, UnicodeError, Malformed, Refused) as error:
        print(f"{given.file}: {error}")
        return 1
    return 0
