"""The presets of table rules: what a preset is, those with numbers, and those in which somebody chooses."""
