"""Scripts a person runs by hand: build, serve, measure; each is reachable by a make target."""
