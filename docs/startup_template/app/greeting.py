"""Greetings."""


def greet(name: str) -> str:
    """Return a greeting.

    >>> greet(" Ada ")
    'Hello, Ada!'
    """
    return f"Hello, {name.strip() or 'you'}!"
