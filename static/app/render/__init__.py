"""View models become HTML: one module a region of the screen."""
