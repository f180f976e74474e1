"""The page without a browser: what it shows and what it asks of the engine."""
