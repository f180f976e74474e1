"""Plays transcripts: fights as a game master would tell them, with commands in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from turntrack.core import commands as c
from turntrack.core.cards import read_card
from turntrack.core.commands import Command, MakeEncounter, OpenRound
from turntrack.core.dice import Dice, Roll, ScriptedDice
from turntrack.core.errors import BadValue, Malformed, Refused
from turntrack.core.fields import Value
from turntrack.core.model import Attempt, Encounter, FightCounter, Id, RefillTime, Schedule, Share, Until
from turntrack.history.corrections import correctable_rolls
from turntrack.history.group_repeat import repeat_for_group
from turntrack.history.session import Session
from turntrack.lines.quick_line import read_quick_line
from turntrack.log.narrate import narrate
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

_UNDO_AND_REDO = ("undo", "redo")


def lines_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield number, kind and words of each line that says something.

    >>> list(lines_of("# A fight\\n+ Mara, nerve 9  # a pirate\\n\\n> open [4]"))
    [(2, '+', 'Mara, nerve 9'), (4, '>', 'open [4]')]
    """
    for number, line in enumerate(text.splitlines(), 1):
        if words := line.split("#")[0].strip():
            yield number, words[0], words[1:].strip()


def read_line(kind: str, words: str, session: Session, system: TurnSystem) -> tuple[Command, ScriptedDice]:
    """Return the command of a line that begins with + or >, and the dice that it names. Raises Refused and BadValue."""
    said, _, faces = words.partition("[")
    dice = ScriptedDice([_read_face(face) for face in faces.rstrip("]").split()])
    if kind == "+":
        return read_quick_line(said, system.at(session.encounter).fields), dice
    return read_command(said.strip(), session, system), dice


def play(text: str, key: str, *, others: Dice | None = None) -> Iterator[str]:
    """Play a transcript of the system with this key, and yield the sentences of the log.

    A refusal that the transcript expects is said in its place. ``others`` are the dice of lines that name none. Raises
    Refused for a system that is not known, and BadValue with the number of a line that cannot be read, is refused
    without ``!`` behind it, or has one and is not refused.
    """
    yield from _play(_begin(key), key, [*lines_of(text)], others)


def chances_to_go_first(text: str, key: str) -> Iterator[str]:
    """Set up the fight of a transcript, and yield each combatant's chance to go first, the likeliest first."""
    session, system = _begin(key), system_of(key, SYSTEMS)
    lines = [line for line in lines_of(text) if line[1] in "+>!"]
    for place, (_, kind, words) in enumerate(lines):
        if kind == ">" and _is_opening(words, session, system):
            break
        expected = [line for line in lines[place + 1 : place + 2] if line[1] == "!"]
        for _ in _play(session, key, [lines[place], *expected]):
            pass
    chances = [chance for chance in system.chances(session.encounter) if chance.goes_first]
    for chance in sorted(chances, key=lambda chance: chance.chance, reverse=True):
        name = session.encounter.name_of(chance.about) if chance.about else chance.label
        yield f"{name} {float(chance.chance):.1%}"


def _is_opening(words: str, session: Session, system: TurnSystem) -> bool:
    """Return whether the words open a round. Raises BadValue."""
    return words not in _UNDO_AND_REDO and read_command(words.partition("[")[0].strip(), session, system) == OpenRound()


def _begin(key: str) -> Session:
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Fight", key), ScriptedDice([]))
    return session


def _play(
    session: Session, key: str, lines: Sequence[tuple[int, str, str]], others: Dice | None = None
) -> Iterator[str]:
    system = system_of(key, session.systems)
    played = [line for line in lines if line[1] in "+>!"]
    for (number, kind, words), (_, next_kind, expected) in zip(played, [*played[1:], (0, "", "")], strict=True):
        if kind == "!":
            continue
        before = session.encounter
        is_refused = next_kind == "!"
        try:
            if words in _UNDO_AND_REDO:
                getattr(session, words)()
                yield "Undone." if words == "undo" else "Redone."
                continue
            command, dice = read_line(kind, words, session, system)
            is_open = others is not None and "[" not in words
            step = session.dispatch(command, others if others is not None and is_open else dice)
            if dice.faces:
                raise BadValue(f"dice left over: {dice.faces}.")
        except Refused as refusal:
            if not is_refused or expected.split()[:1] != [refusal.code]:
                instead = f", not “! {expected}”" if is_refused else ""
                raise BadValue(f"Line {number}: it is refused ({refusal.code}{instead}). {refusal}") from refusal
            yield f"Refused: {refusal}"
        except Malformed as error:
            raise BadValue(f"Line {number}: {error}") from error
        else:
            if is_refused:
                raise BadValue(f"Line {number}: “! {expected}” expects a refusal, and the rules allow it.")
            yield from map(str, narrate(before, step, system))


ROUNDS: Mapping[str, c.Command] = MappingProxyType({"open": c.OpenRound(), "close": c.CloseRound()})
_ABOUT_A_COMBATANT: Mapping[str, Callable[[Id], c.Command]] = MappingProxyType(
    {
        "fall": c.Fall,
        "rise": c.Rise,
        "remove": c.RemoveCombatant,
        "duplicate": c.DuplicateCombatant,
        "skip": c.RuleSkip,
        "bring in": c.RuleIn,
        "act now": c.RuleTurn,
    }
)
SHARES = MappingProxyType({"half": Share.HALF, "none": Share.NONE, "double": Share.DOUBLE})
FILLS = MappingProxyType(
    {"": RefillTime.NEVER, "each turn": RefillTime.TURN, "each round": RefillTime.ROUND, "on a rest": RefillTime.REST}
)
COMES = r"(?: in round (?P<round>\d+))?(?: at (?:count|tick) (?P<count>\d+))?"
_UNTIL_TURN = r"(?: until (?P<whose>.+) (?P<turns>\d+) (?P<end>begins|ends))?"
CONDITION = re.compile(
    r"give (?P<ids>.+?): (?P<name>.+?)(?: (?P<held>held |(?P<mind>concentrated on ))?by (?P<by>.+?))?"
    r"(?: (?P<throw>throw)(?: (?P<code>\S+) (?P<needs>\d+)(?P<less>-)?)?)?"
    r"(?: until (?:(?P<round>round)|(?P<rest>a rest)|"
    r"(?:count|tick) (?P<count>\S+)|(?P<whose>.+) (?P<turns>\d+) (?P<end>begins|ends)))?"
)


def read_command(text: str, session: Session, system: TurnSystem) -> c.Command:
    """Return the command that the words stand for. Raises BadValue."""
    encounter = session.encounter
    if text == "the same":
        return repeat_for_group(session) or c.DoTheSame((), ())
    if text in ROUNDS:
        return ROUNDS[text]
    return (
        _read_strike(text, encounter)
        or _read_ruling(text, encounter)
        or _read_correction(text, session, system)
        or _read_counted(text, encounter)
        or _read_fight_counter(text, encounter)
        or _read_condition(text, encounter)
        or _read_reinforcement(text, encounter)
        or read_action(text, encounter)
    )


def read_action(text: str, encounter: Encounter) -> c.Act:
    """Return an action: ``Mara attack size=heavy``; of nobody: ``- nominate side=Crew``. Raises BadValue."""
    names = sorted((combatant.name for combatant in encounter.combatants.values()), key=len, reverse=True)
    name = next((name for name in names if text.startswith(f"{name} ")), "-")
    if not text.startswith(f"{name} "):
        raise BadValue(f"“{text}” does not begin with the name of a combatant.")
    action, *values = re.findall(r'\w[\w-]*(?:="[^"]*"|=\S*)?', text[len(name) :].strip())
    given: dict[str, Value] = {}
    for word in values:
        key, equals, value = word.partition("=")
        given[key] = _read_value(value.strip('"'), encounter) if equals else True
    return c.Act("" if name == "-" else id_of(name, encounter), action, given)


def _read_strike(text: str, encounter: Encounter) -> c.Strike | None:
    """Return an attack with its damage, or a miss with 0: ``strike 5: Rat: Mara attack target=Rat, then Mara end``."""
    match = re.fullmatch(r"strike (\d+): (.+?)(?: and is (.+?))?: (.+?)(?:, then (.+))?", text)
    if not match:
        return None
    hits = tuple(_read_hit(part.strip(), encounter) for part in match[2].split(","))
    end = read_action(match[5], encounter) if match[5] else None
    amount, leaves = int(match[1]), (match[3],) if match[3] else ()
    wound = c.Wound(amount, hits, leaves=leaves) if amount or leaves else None
    return c.Strike(read_action(match[4], encounter), wound, end, misses=wound is None)


def _read_face(text: str) -> int:
    """Return what a die shows, or the place of a card in a deck of 54.

    >>> _read_face("12"), _read_face("A♠") > _read_face("2♣")
    (12, True)
    """
    return int(text) if text.isdecimal() else read_card(text, 54)


def id_of(name: str, encounter: Encounter) -> Id:
    """Return the id of who has this name, in the wings too; the name itself if nobody has it."""
    return next((combatant.id for combatant in encounter.everybody().values() if combatant.name == name), name)


def _ids_of(names: str, encounter: Encounter) -> tuple[Id, ...]:
    return tuple(id_of(name.strip(), encounter) for name in names.split(",") if name.strip())


def _read_value(text: str, encounter: Encounter) -> Value:
    if re.fullmatch(r"[−-]?\d+", text):
        return _read_number(text)
    return {"yes": True, "no": False}.get(text, id_of(text, encounter))


def _read_number(text: str) -> int:
    return int(text.replace("−", "-"))


def _read_ruling(text: str, encounter: Encounter) -> c.Command | None:
    if match := re.fullmatch(r"option (\S+) (\S+)", text):
        return c.ChooseOption(match[1], match[2])
    if match := re.fullmatch(r"move (.+?) (?:before (.+)|last)", text):
        return c.Move(id_of(match[1], encounter), id_of(match[2], encounter) if match[2] else "")
    if match := re.fullmatch(r"set (.+) to ([−-]?\d+)", text):
        return c.RuleScore(id_of(match[1], encounter), _read_number(match[2]))
    if match := re.fullmatch(r"rule (.+?) (\w+)=(.*)", text):
        combatant_id = "" if match[1] == "-" else id_of(match[1], encounter)
        return c.RuleFact(combatant_id, match[2], _read_value(match[3], encounter))
    if match := re.fullmatch(r"change (.+?) (\w+)=(.*)", text):
        return c.ChangeCombatant(id_of(match[1], encounter), sheet={match[2]: _read_value(match[3], encounter)})
    if match := re.fullmatch(r"(real|app) dice (.+)", text):
        return c.RollAtTable(_ids_of(match[2], encounter), at_table=match[1] == "real")
    if match := re.fullmatch(r"side (.+) (\S+)", text):
        return c.ChangeCombatant(id_of(match[1], encounter), side=match[2])
    if match := re.fullmatch(r"note (.+)", text):
        return c.WriteNote(match[1])
    if match := re.fullmatch(r"all the same (.+)", text):
        act = read_action(match[1], encounter)
        return c.RuleAct(act.id, act.action, act.action, act.values)
    for words, command in _ABOUT_A_COMBATANT.items():
        if text.startswith(f"{words} "):
            return command(id_of(text[len(words) + 1 :], encounter))
    return None


def _read_correction(text: str, session: Session, system: TurnSystem) -> c.CorrectThrow | None:
    """Return the correction of the newest roll in this combatant's number; if there is none, of a roll in nobody's."""
    match = re.fullmatch(r"correct (.+?)(?: (initiative|a Character Point))? to (.+)", text)
    if not match:
        return None
    combatant_id, purpose, faces = id_of(match[1], session.encounter), match[2] or "initiative", match[3]
    for rolled in correctable_rolls(session.past, system):
        if combatant_id in rolled.ids and rolled.event.purpose == purpose:
            return rolled.corrected(faces)
    return c.CorrectThrow((combatant_id,), match[1], purpose, Roll("1d6", ((1,),), 1), faces)


def _read_counted(text: str, encounter: Encounter) -> c.Command | None:
    if match := re.fullmatch(rf"(wound|heal) (\S+?)( beyond)?:(.*?)(?: and are (.*?){_UNTIL_TURN})?", text):
        hits = tuple(_read_hit(part.strip(), encounter) for part in match[4].split(",") if part.strip())
        leaves = tuple(name.strip() for name in (match[5] or "").split(",") if name.strip())
        until, whose = Until(match["end"]) if match["end"] else None, _whose(match, encounter)
        turns = int(match["turns"] or 1)
        return c.Wound(int(match[2]), hits, match[1] == "heal", bool(match[3]), leaves, until, whose, turns)
    if match := re.fullmatch(r"rest (.+): (?:(all|half|none)|(\d+)|(\d+d\d+\S*))", text):
        health = c.Recovery(match[2]) if match[2] else c.Recovery.AMOUNT if match[3] else c.Recovery.DICE
        return c.Rest(_ids_of(match[1], encounter), health, int(match[3] or 0), match[4] or "")
    if match := re.fullmatch(r"soak (\d+)(?: of (\d+) beyond)?( and recover)?: (.+)", text):
        return c.Soak(id_of(match[4], encounter), int(match[1]), int(match[2] or 0), recovers=bool(match[3]))
    if match := re.fullmatch(r"count health (\S+?):(.*)", text):
        return c.CountHealth(_ids_of(match[2], encounter), int(match[1]))
    if match := re.fullmatch(r"(pool|share out) (.+)", text):
        return c.PoolHealth(match[2], pooled=match[1] == "pool")
    if match := re.fullmatch(r"temporary (.+) (\d+)", text):
        return c.ChangeCombatant(id_of(match[1], encounter), temporary=int(match[2]))
    if match := re.fullmatch(r"keep (.+?): (.+?) (\d+)(?: of (\d+))? ?(each turn|each round|on a rest)?", text):
        fills = FILLS[match[5] or ""]
        return c.KeepCounter(id_of(match[1], encounter), match[2], int(match[3]), int(match[4] or 0), fills)
    if match := re.fullmatch(r"(.+?): (.+?) ([+−-]\d+)", text):
        return c.StepCounter(id_of(match[1], encounter), match[2], _read_number(match[3]))
    if match := re.fullmatch(r"drop (.+?): (.+)", text):
        return c.DropCounter(id_of(match[1], encounter), match[2])
    return None


_FIGHT_COUNTER = re.compile(
    r"count (?P<name>.+?) (?P<value>\d+)(?: of (?P<most>\d+))?(?:, each round (?P<gains>.+?))?"
    r"(?P<shown>, seen)?(?P<table>, at the table)?"
)


def _read_fight_counter(text: str, encounter: Encounter) -> c.Command | None:
    """Return what is done to a counter of the fight: ``count Malice 0, each round heroes``, ``count Malice −2``."""
    if match := re.fullmatch(r"count (.+?) (?:([+−-]\d+)|no more)", text):
        return c.StepFightCounter(match[1], _read_number(match[2])) if match[2] else c.DropFightCounter(match[1])
    if match := _FIGHT_COUNTER.fullmatch(text):
        counter = FightCounter(
            match["name"], int(match["value"]), int(match["most"] or 0), match["gains"] or "",
            shown=bool(match["shown"]), at_table=bool(match["table"]),
        )  # fmt: skip
        was = next((present.name for present in encounter.counters if present.name == counter.name), "")
        return c.KeepFightCounter(counter, was)
    return None


def _read_hit(text: str, encounter: Encounter) -> c.Hit:
    if own := re.fullmatch(r"(.+) with (\d+)", text):
        return c.Hit(id_of(own[1], encounter), amount=int(own[2]))
    name, _, share = text.rpartition(" ")
    return c.Hit(id_of(name, encounter), SHARES[share]) if share in SHARES else c.Hit(id_of(text, encounter))


def _read_condition(text: str, encounter: Encounter) -> c.Command | None:
    if match := CONDITION.fullmatch(text):
        return _read_given(match, encounter)
    if match := re.fullmatch(r"(end|let go|still) (.+?): (.+)", text):
        combatant_id = id_of(match[2], encounter)
        numbers = tuple(
            condition.number
            for condition in encounter.conditions
            if condition.name == match[3]
            and (condition.by if match[1] == "let go" else condition.bearer) == combatant_id
        )
        return c.KeepCondition(*numbers[:1]) if match[1] == "still" else c.EndConditions(numbers)
    return None


def _whose(match: re.Match[str], encounter: Encounter) -> Id:
    """Return whose turns count; empty for each bearer's own."""
    return "" if match["whose"] in (None, "own") else id_of(match["whose"], encounter)


def _read_given(match: re.Match[str], encounter: Encounter) -> c.GiveCondition:
    kinds = {"round": Until.ROUND_ENDS, "count": Until.COUNT, "rest": Until.REST}
    until = next((kind for word, kind in kinds.items() if match[word]), Until(match["end"] or "removed"))
    attempt = Attempt(match["code"] or "", int(match["needs"] or 0), bool(match["less"]))
    return c.GiveCondition(
        _ids_of(match["ids"], encounter),
        match["name"],
        by=id_of(match["by"], encounter) if match["by"] else "",
        until=until,
        whose=_whose(match, encounter),
        turns=int(match["turns"] or 1),
        count=int(match["count"] or 0),
        attempt=attempt if match["throw"] else None,
        held=bool(match["held"]),
        concentrates=bool(match["mind"]),
    )


def _read_reinforcement(text: str, encounter: Encounter) -> c.Command | None:
    if match := re.fullmatch(rf"(?P<name>.+?) waits{COMES}", text):
        return c.WaitInWings(id_of(match["name"], encounter), _read_comes(match))
    if match := re.fullmatch(r"(hide|show|bring) (.+)", text):
        ids = _ids_of(match[2], encounter)
        return c.BringIn(ids) if match[1] == "bring" else c.Hide(ids, hidden=match[1] == "hide")
    if match := re.fullmatch(rf"plan{COMES}(?P<every> every round)?: ?(?P<text>.*)", text):
        return c.PlanHappening(match["text"], _read_comes(match), bool(match["every"]))
    if match := re.fullmatch(r"settle (.+)", text):
        numbers = (happening.number for happening in encounter.happenings if happening.text == match[1])
        return c.DropHappening(next(numbers, 0))
    if match := re.fullmatch(r"players call (.+?): ?(.*)", text):
        return c.ChangeCombatant(id_of(match[1], encounter), players_name=match[2])
    return None


def _read_comes(match: re.Match[str]) -> Schedule:
    return Schedule(int(match["round"] or 0), int(match["count"]) if match["count"] else None)
