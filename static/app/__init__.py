"""The page that the game master sees and taps. All rules are in the engine."""
