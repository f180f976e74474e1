"""Helpers of tests and benchmarks to reach the page: browsers, drivers, a player, and reads of the stored data."""
