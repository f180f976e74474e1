"""The presets of table rules: what a preset is, and those in which somebody chooses who is next."""
