"""The state of the page, and the changes that its screen is told."""
