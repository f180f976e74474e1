"""The state of the page, and the updates that its screen gets."""
