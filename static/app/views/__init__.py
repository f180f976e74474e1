"""What the screen shows, as frozen values: the encounter, read by its system, with no markup in it."""
