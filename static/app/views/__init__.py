"""View models: frozen values for the screen, computed from the encounter and its system, without markup."""
