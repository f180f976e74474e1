"""Scripts a person runs by hand: build, serve, set up, and renew what was made from something else."""
