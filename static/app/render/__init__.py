"""From views to HTML: a module for each region or sheet of the screen."""
