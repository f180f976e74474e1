"""What goes wrong, as types: the rules say no, or the input is malformed."""


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
    """Input that cannot be read: it says where, and what was expected there."""


class BadDiceCode(Malformed):
    """A dice code such as ``3D+2`` that cannot be read."""


class BadValue(Malformed):
    """A value of a field that is not of its kind, or is out of its range."""


class BadSave(Malformed):
    """A saved file or journal record that is cut short, of another version, or not ours.

    ``record`` is the number of the record that does not fit, so that those before it can be kept; 0 if it is none.
    """

    def __init__(self, message: str, record: int = 0) -> None:
        super().__init__(message)
        self.record = record


class NewerSave(BadSave):
    """It was saved by a newer version: to be left as it is."""


def expect(is_so: bool, else_say: str) -> None:
    """Raise BadSave with this sentence unless it is so."""
    if not is_so:
        raise BadSave(else_say)


def shown(raw: object) -> str:
    """What a saved file held, quoted and short, for the sentence that refuses it."""
    text = str(raw) if isinstance(raw, str | int | float | None) else f"a {type(raw).__name__}"
    return f"“{text[:40]}”"
