"""The toolkit of the turn systems: shared by all of them, and independent of each.

``guards`` refuses actions out of turn, ``panel_inputs`` builds fields, ``choice_refusals`` choices with their refusals,
``options_lifting_refusals`` names the options that lift them, ``card_deck`` deals cards,
``opponents`` knows the sides. ``group_rolls`` rolls for groups, ``tie_rolls`` for ties. ``turn_order`` sorts the track,
``row_drop`` drops a row on it, ``upcoming_turns`` makes the turns to come. ``chosen_options`` reads options.
``dice_expression`` parses dice, ``roll_distribution`` and ``expression_distribution`` count their results,
``odds_of_first`` gives the chances to be first.
"""
