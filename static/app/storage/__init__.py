"""What was played is kept, and had again: journals, the list, the party, files. Knows neither markup nor browser."""
