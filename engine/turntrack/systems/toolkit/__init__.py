"""The toolkit of the turn systems: shared by all of them, and independent of each.

``guards`` refuses actions out of turn, gives choices their refusals, and names the options that lift these.
``panel_inputs`` builds fields. ``rolls`` rolls for groups and ties, and deals cards. ``turn_order`` sorts the track and
makes the turns to come. ``dice_expression`` parses dice, ``distributions`` counts their results, ``odds_of_first``
gives the chances to be first.
"""
