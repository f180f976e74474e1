"""The library: handlers of slow intents about stored fights, members, rule sets and templates."""
