"""The page: what the table sees and taps. It asks the engine what is legal and holds no rule."""
