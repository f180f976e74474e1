"""Storage of journals, the list of fights, the party and files, without markup or browser."""
