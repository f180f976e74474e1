"""Runs the command line."""

import sys

from turntrack.command_line import main

sys.exit(main())
