"""Exceptions: refusals of the rules, and malformed input."""


class Refused(Exception):
    """The rules, or the state of the encounter, say no. Nothing has changed.

    ``code`` is a stable word for programs and tests, ``message`` a sentence for the game master,
    ``rule`` the id of the rule that says no (empty where no printed rule is involved). ``lifted_by`` is the key
    of an option of which another reading would allow it (empty where none would, or none was looked for).
    """

    def __init__(self, code: str, message: str, rule: str = "", lifted_by: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.lifted_by = lifted_by

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message


class Malformed(ValueError):
    """Input cannot be read: the message says where, and what was expected there."""


class BadDiceCode(Malformed):
    """A dice code such as ``3D+2`` cannot be read."""


class BadValue(Malformed):
    """A value is not of its field's kind, or is out of its range."""


class BadSave(Malformed):
    """A saved file or a journal record is cut short, of another version, or not ours.

    ``record`` is the number of the record that does not fit, so that those before it can be kept; 0 if it is none.
    """

    def __init__(self, message: str, record: int = 0) -> None:
        super().__init__(message)
        self.record = record


class NewerSave(BadSave):
    """A newer version has saved this: leave it as it is."""


def expect(is_so: bool, else_say: str) -> None:
    """Raise BadSave with this sentence unless ``is_so``."""
    if not is_so:
        raise BadSave(else_say)


def quote(raw: object) -> str:
    """Return what a saved file held, quoted and short, for the sentence that refuses it."""
    text = str(raw) if isinstance(raw, str | int | float | None) else f"a {type(raw).__name__}"
    return f"“{text[:40]}”"
