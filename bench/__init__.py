"""Measurements, one module each; `make bench` takes them all in one run and prints one table."""
