"""What every table does, whatever it plays: all turn systems stand on it, and it knows none of them.

``guards`` says who may do something now, ``offers`` what the panel asks and offers, ``throws`` who throws together and
again, ``order`` who stands before whom, ``readings`` what the table has chosen, ``ways`` what dice come to, ``odds``
who is likely to be first.
"""
