"""Runs the command line."""

import sys

from turntrack.command_line import main

if __name__ == "__main__":
    sys.exit(main())
