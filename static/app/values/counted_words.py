"""Counts as the screen writes them, with their noun."""


def count_of(number: int, noun: str) -> str:
    """Write a number and its noun.

    >>> count_of(1, "step"), count_of(0, "step"), count_of(2, "more turn")
    ('1 step', '0 steps', '2 more turns')
    """
    return f"{number} {noun}{'s' * (number != 1)}"
