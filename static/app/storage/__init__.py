"""Storage: journals, the list of fights, the party and files. Imports neither markup nor the browser."""
