"""Small frozen values that several packages of the page share."""
