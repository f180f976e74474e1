"""Views become HTML: a module for each region of the screen."""
