"""Tests of the page's Python without a browser."""
