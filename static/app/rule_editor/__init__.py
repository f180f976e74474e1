"""Making rules of the table's own: the one part of the page that knows what such a rule set is made of."""
