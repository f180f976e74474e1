"""The toolkit of the turn systems: shared by all of them, and independent of each.

``guards`` refuses actions out of turn, ``panel_inputs`` builds fields and choices, ``group_rolls`` rolls for groups,
``tie_rolls`` for ties, ``turn_order`` sorts the track, ``rule_options`` reads the table's options. ``dice_expression``
parses dice, ``roll_distribution`` and ``expression_distribution`` count their results, ``odds_of_first`` gives the
chances to be first.
"""
