"""The writing of a count with its noun."""


def write_count(number: int, noun: str) -> str:
    """Write a number and its noun.

    >>> write_count(1, "step"), write_count(0, "step"), write_count(2, "more turn")
    ('1 step', '0 steps', '2 more turns')
    """
    return f"{number} {noun}{'s' * (number != 1)}"
