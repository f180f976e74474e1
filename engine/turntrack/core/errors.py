"""The exceptions: refusals of the rules, and malformed input."""

from __future__ import annotations


class Refused(Exception):
    """A refusal by the rules or by the state of the encounter. Nothing has changed.

    ``code`` is a stable word for programs and tests, ``message`` a sentence for the game master, ``rule`` the id of the
    rule that refuses (empty without a printed rule). ``lifted_by`` is the key of an option whose other value would
    allow the command; empty if no such option is known. ``leaves`` says in words what stays as it is if a ruling allows
    the command all the same; empty if everything happens as usual.
    """

    def __init__(self, code: str, message: str, rule: str = "", lifted_by: str = "", leaves: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.lifted_by = lifted_by
        self.leaves = leaves

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message


class Malformed(ValueError):
    """Input that cannot be read. The message says where, and what was expected."""


class BadDiceCode(Malformed):
    """A dice code that cannot be read."""


class BadValue(Malformed):
    """A value of another kind than its field, or out of range."""


class BadSave(Malformed):
    """A saved file or a journal record that is truncated, of another version, or foreign.

    ``record`` is the number of the first bad record, so that the records before it can be kept; 0 for none.
    """

    def __init__(self, message: str, record: int = 0) -> None:
        super().__init__(message)
        self.record = record

    def inside(self, place: str) -> BadSave:
        """Return the same error with its place before the message."""
        return type(self)(f"{place}: {self}", self.record)


class NewerSave(BadSave):
    """Data that a newer version saved, and that must stay unchanged."""


def expect(is_so: bool, else_say: str) -> None:
    """Raise BadSave with the message ``else_say`` unless ``is_so``."""
    if not is_so:
        raise BadSave(else_say)


def quote(raw: object) -> str:
    """Return a saved value, quoted and shortened, for an error message."""
    text = str(raw) if isinstance(raw, str | int | float | None) else f"a {type(raw).__name__}"
    return f"“{text[:40]}”"


def place_fault(error: Exception) -> str:
    """Return the class and line of an unexpected error, without its message, which may contain names."""
    frame, place = error.__traceback__, ""
    while frame:
        file = frame.tb_frame.f_code.co_filename.rpartition("/")[2]
        place = f" in {file}, line {frame.tb_lineno}"
        frame = frame.tb_next
    return f"{type(error).__name__}{place}"
