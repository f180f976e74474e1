"""From the state of the page to the HTML of its regions."""
