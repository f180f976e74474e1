"""Readers of lists of combatants from elsewhere; ``reader.read_roster`` chooses among them."""
