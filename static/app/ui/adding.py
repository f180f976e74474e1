"""The sheet that adds combatants: quick lines, a form, and stored combatants that can join."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from app.intents.fight import AddForm, AddLines, FightDialog, MendLine, SayWords, TellKnown, TypeIn
from app.intents.library import BringMember, BringParty, PackButton, PartyButton, PartyState
from app.ui.combatant import new_combatant_fields
from app.ui.line_words import LineWords, render_line_words
from app.ui.markup import Html, button, entry_for, join, tag
from app.ui.party import state_words
from app.ui.sheet import Sheet, problem
from app.values.lists import Offer, Span
from app.values.stored import PartyMember, missing_members
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id
from turntrack.core.names import join_names
from turntrack.core.score import write_count
from turntrack.lines.quick_line import quick_words
from turntrack.lines.repairs import Slip, Way
from turntrack.rules.health import counts_up, counts_wounds

FEW_ENEMIES = 8
"""So many stored enemies need no search."""

MOST_SHOWN = 12
"""At most this many of each kind are shown."""


@dataclass(frozen=True, slots=True)
class MemberView:
    """A member who is not in the fight."""

    key: str
    name: str
    state: str = ""
    """How the last fight has left the member, in a few words; empty if there is nothing to recover."""


@dataclass(frozen=True, slots=True)
class JoinableCombatants:
    """The members who are not in the fight, and the stored enemies: keys and names."""

    party: tuple[MemberView, ...] = ()
    missing: int = 0
    """Number of party members who are not in the fight, shown or not."""
    enemies: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str, str], ...] = ()
    """Enemies stored for other rules, of which only shared fields are taken: keys, names and rules."""
    is_searched: bool = False
    """Whether there are so many enemies that they can be searched."""

    @property
    def can_rest(self) -> bool:
        """Return whether a rest would change a member."""
        return any(member.state for member in self.party)


def joinable_combatants(
    members: tuple[PartyMember, ...], encounter: Encounter, titles: Mapping[str, str], sought: str = ""
) -> JoinableCombatants:
    """Sort the stored combatants by whether and how they can join the fight.

    ``sought`` is what the name, the note or the card of an enemy must contain.
    """
    missing = missing_members(members, encounter)
    up, wounds = counts_up(encounter), counts_wounds(encounter)
    party = tuple(
        MemberView(member.key, member.command_to_join().name, state_words(member, up=up, wounds=wounds))
        for member in missing
    )
    is_searched = sum(member.enemy for member in members) > FEW_ENEMIES
    stored = [member for member in members if member.enemy and (not is_searched or _contains(member.command, sought))]
    enemies = [(member.key, member.command.name) for member in stored if member.system == encounter.system]
    others = [
        (member.key, member.command.name, titles.get(member.system, member.system))
        for member in stored
        if member.system != encounter.system
    ]
    room = MOST_SHOWN - len(enemies[:MOST_SHOWN])
    return JoinableCombatants(
        party[:MOST_SHOWN], len(party), tuple(enemies[:MOST_SHOWN]), tuple(others[:room]), is_searched
    )


def _contains(command: AddCombatant, sought: str) -> bool:
    text = "\n".join((command.name, command.group, command.note, *command.card)).casefold()
    return all(word in text for word in sought.casefold().split())


EXAMPLES = 2
"""Number of fields in the example of a quick line."""


@dataclass(frozen=True, slots=True)
class LineView:
    """A quick line as far as it is understood."""

    span: Span
    who: str
    side: int
    """The index of its side among the sides; for a new side, the next index."""
    says: tuple[str, ...] = ()
    wrong: str = ""
    """Why nothing of the line can be read."""
    slips: tuple[Slip, ...] = ()
    """The parts that cannot be read."""
    count: int | str = 0
    """How many there are, or the dice that say so."""
    is_heading: bool = False
    """Whether the line is a heading of the lines below."""
    as_combatant: str = ""
    """The line as the name of a combatant, if it is left out by a guess; else empty."""
    as_heroes: str = ""
    """The line below a heading for the heroes, if nobody has said that it is a foe; else empty."""
    as_hero: str = ""
    """The line with the side of the heroes, if a list has made it a foe; else empty."""
    as_foe: str = ""
    """The line with the side of the foes, if a list has made it a hero, which it may not be; else empty."""
    offers: tuple[Offer, ...] = ()
    """The creatures of packs that the line may mean."""
    known: Id = ""
    """The combatant of this name who is here already and whose number the line may tell; empty for nobody."""
    total: int = 0
    """That number."""
    words: LineWords | None = None
    """Its words, of which can be said what they are; None where several are read from one line, or one from several."""


def render_add_lines(
    fields: tuple[Field, ...],
    lines: str,
    read: tuple[LineView, ...],
    error: str,
    kept: JoinableCombatants,
    sought: str = "",
    packs: tuple[tuple[str, int], ...] = (),
    said: tuple[str, ...] = (),
    wounds: bool = False,
) -> Sheet:
    """Render the box for quick lines, and below it how each line is understood.

    ``packs`` are the packs of creatures that are searched, with the number of their creatures. ``said`` are the words
    of a game on a line, in place of the names of its fields. ``wounds`` tells that no points of health are counted.
    """
    example = ", ".join(["Guard x3", *(said or map(_example, _likely(fields)))])
    words = ((*((word, f", {word}") for word in said), *quick_words(()))) if said else quick_words(fields)
    words = tuple(word for word in words if not wounds or word[0] != "health")
    area = tag(
        "textarea",
        lines,
        name="lines",
        id="lines",
        rows=4,
        placeholder=example,
        spellcheck="false",
        data_first=True,
        data_type=entry_for(TypeIn("lines")),
        aria_label="One line each",
    )
    rolled, wrong = any(isinstance(line.count, str) for line in read), [line for line in read if _is_open(line)]
    many = 0 if rolled else sum(line.count for line in read if isinstance(line.count, int))
    what = "with a question" if all(map(_asks, wrong)) else "not understood yet"
    is_told = any(line.words and line.words.words for line in read)
    open_words = f"{write_count(len(wrong), 'line')} {what}." if wrong else ""
    health = "" if wounds else "health 10, "
    example_words = f"For example: {example}, side Harbour, group Guards, {health}real dice"
    return Sheet(
        "Add",
        (
            area,
            render_lines_read(read, "understood"),
            tag("p", example_words, class_="hint") if not read else None,
            _render_packs(packs) if not read else None,
            tag("div", *map(_render_word, words), class_="words", id="words") if not is_told else None,
            _render_stored(kept, sought) if kept.party or kept.enemies or kept.others or kept.is_searched else None,
        ),
        under="Tap what’s wrong" if any(line.words for line in read) else "A line for each",
        beside=join(
            button("Party…", PartyButton.OPEN_PARTY, class_="chip"),
            button("Form", FightDialog.FORM, class_="chip", id="form"),
        ),
        foot=(
            problem(error) or tag("p", open_words),
            tag("button", f"Add {many}" if many and not wrong else "Add", type="submit", class_="primary"),
        ),
        sends=AddLines(),
        kind="add",
    )


def _render_packs(packs: tuple[tuple[str, int], ...]) -> Html:
    """Render which creatures a name finds, and the button that opens the table's own packs."""
    named = join_names([f"{name} ({many})" for name, many in packs])
    words = tag("span", f"Creatures to name: {named} ", class_="hint") if packs else None
    return tag("p", words, button("Packs…", PackButton.OPEN_PACKS, class_="chip", id="packs"), id="packs-here")


def _likely(fields: tuple[Field, ...]) -> list[Field]:
    """List the first fields of the example; fields that are not 0 or empty by default are preferred."""
    numbers = [field for field in fields if field.kind in (Kind.NUMBER, Kind.DICE)]
    told = [field for field in numbers if field.default or field.is_modifier] or numbers
    return [field for field in told if field.label.isalpha()][:EXAMPLES] or told[:EXAMPLES]


def _example(field: Field) -> str:
    name = field.label.lower() if field.label.isalpha() else field.key.replace("_", " ")
    if field.is_modifier:
        return f"{name} +2"
    return f"{name} {field.default or ('3D' if field.kind is Kind.DICE else 5)}"


def _render_stored(kept: JoinableCombatants, sought: str) -> Html:
    """Render the stored combatants; a tap adds one."""
    every = button(f"Add all {kept.missing}", BringParty(), class_="chip i-party") if kept.missing > 1 else None
    rested = (
        button("All rested" if every else "Rested", BringParty(PartyState.RESTED), class_="chip i-party")
        if kept.can_rest
        else None
    )
    party = (
        button(
            join(member.name, " ", tag("small", member.state)) if member.state else member.name,
            BringMember(member.key),
            class_="chip i-plus",
            id=f"bring-{member.key}",
        )
        for member in kept.party
    )
    enemies = (button(name, BringMember(key), class_="chip i-plus", id=f"bring-{key}") for key, name in kept.enemies)
    others = (
        button(join(name, " ", tag("small", rules)), BringMember(key), class_="chip i-plus", id=f"bring-{key}")
        for key, name, rules in kept.others
    )
    return tag(
        "div",
        tag("p", tag("span", "Party", class_="label"), *party, every, rested, class_="chips") if kept.party else None,
        tag(
            "input",
            type="text",
            name="enemy-search",
            id="enemy-search",
            value=sought,
            placeholder="Search the kept enemies",
            autocomplete="off",
            aria_label="Search the kept enemies",
            data_type=entry_for(TypeIn("enemy-search")),
        )
        if kept.is_searched
        else None,
        tag("p", tag("span", "Kept", class_="label"), *enemies, *others, class_="chips")
        if kept.enemies or kept.others
        else None,
        id="kept-here",
    )


def render_lines_read(read: tuple[LineView, ...], name: str) -> Html:
    """Render how each typed line is understood, as the list with this id."""
    turned = next((line for line in read if line.as_heroes), None)
    chip = (
        tag("li", button("With the heroes", MendLine(*turned.span, turned.as_heroes), class_="chip"), id=f"{name}-side")
        if turned
        else None
    )
    places = Counter[int]()
    lines = list[Html]()
    for line in read:
        places[line.span.first] += 1
        # Several combatants of one line have its number.
        again = f"-{places[line.span.first]}" if places[line.span.first] > 1 else ""
        lines.append(_render_line(line, f"line-{line.span.first}{again}"))
    return tag("ul", *lines, chip, class_="understood", id=name)


def _is_open(line: LineView) -> bool:
    """Return whether a part of the line, or all of it, cannot be read."""
    return bool(line.wrong) or any(not slip.taken for slip in line.slips)


def _asks(line: LineView) -> bool:
    """Return whether nothing is wrong with the line, but a question is open."""
    return not line.wrong and all(slip.wrong.endswith("?") for slip in line.slips if not slip.taken)


def _render_word(word: tuple[str, str]) -> Html:
    return tag("button", word[0], type="button", class_="chip", data_word=word[1])


def _render_line(line: LineView, place: str) -> Html:
    words = line.words
    if line.is_heading:
        mends = MendLine(*line.span, line.as_combatant)
        kept = button("A combatant", mends, class_="chip") if line.as_combatant else None
        return tag("li", tag("strong", line.who), " ", *map(_render_value, line.says), kept, id=place)
    says = line.says or (() if line.slips or line.wrong else ("defaults",))
    who = tag("span", line.who, class_=f"line-part dot side-{line.side}") if not line.wrong else tag("strong", line.who)
    said = join(who, *map(_render_value, says))
    if words and words.words:
        return tag("li", _render_said(said, words), render_line_words(line.span, words), id=place)
    told = button("Say what it is", SayWords(words.name), class_="chip") if words and _is_open(line) else None
    if line.wrong:
        return tag("li", said, " ", tag("span", line.wrong, class_="error"), told, id=place)
    known = _render_known(line) if line.known else None
    slips = (_render_slip(line, slip) for slip in line.slips)
    offers = tag("span", *(_render_offer(line.span, offer) for offer in line.offers), class_="ways")
    sides = (("With the heroes", line.as_hero), ("A foe", line.as_foe))
    turned = (button(label, MendLine(*line.span, text), class_="chip") for label, text in sides if text)
    shown = _render_said(said, words) if words else said
    return tag("li", shown, known, *slips, *turned, offers if line.offers else None, told, id=place)


def _render_said(said: Html, words: LineWords) -> Html:
    """Render how a line is understood, as a button that shows its words."""
    return button(
        said,
        SayWords(words.asked if words.words else words.name),
        class_="line-said",
        id=words.name,
        aria_expanded="true" if words.words else "false",
    )


def _render_known(line: LineView) -> Html:
    """Render that somebody of this name is here, with the button that tells that one’s number."""
    tells = TellKnown(line.known, *line.span, line.total)
    number = button(f"Set initiative {line.total}", tells, class_="chip")
    return tag("span", tag("span", "is here already", class_="asks"), number, class_="ways")


def _render_offer(span: Span, offer: Offer) -> Html:
    """Render what else the name may mean; a tap puts it in place of the typed name."""
    says = join(offer.name, " ", tag("small", offer.says)) if offer.says else offer.name
    return button(says, MendLine(*span, offer.line), class_="chip i-plus" if offer.says else "chip")


def _render_value(words: str) -> Html:
    """Render a value that was understood, with its number in bold."""
    label, _, value = words.rpartition(" ")
    return tag("span", join(f"{label} ", tag("b", value)) if value.isdigit() else words, class_="line-part")


NAME_IS = "The name is "
"""The words of a way that an answered question says in short."""


def _render_slip(line: LineView, slip: Slip) -> Html:
    """Render a part that cannot be read, or of which it is doubtful, and the ways to mend it; a tap takes one."""
    is_asked = slip.is_doubt or slip.wrong.endswith("?")
    is_answered = (slip.taken and not slip.is_doubt) or any(way.is_correction for way in slip.ways)
    look = "line-part" if not slip.ways else "asks" if is_asked else "error"
    wrong = None if is_answered else tag("span", slip.wrong, class_=look)
    ways = (_render_way(line.span, slip, way) for way in slip.ways)
    return tag("span", wrong, *ways, class_=("ways", slip.taken and "taken"))


def _render_way(span: Span, slip: Slip, way: Way) -> Html:
    mends = MendLine(*span, way.line)
    if slip.taken and not way.is_correction:
        # The list has answered the question already: what is left over needs little room.
        return button(way.label.replace(NAME_IS, "name "), mends, class_="chip")
    if not way.is_correction:
        return button(way.label, mends, class_="chip")
    return button(
        join(tag("span", slip.text, class_="slip"), " ", tag("b", way.label)),
        mends,
        class_="ask",
        aria_label=f"{slip.text} {way.label}: put {way.label} in place of {slip.text}",
    )


def render_add_form(
    fields: tuple[Field, ...], given: Mapping[str, Value], error: str, *, up: bool, wounds: bool
) -> Sheet:
    """Render a form of the system's fields. ``up`` and ``wounds`` tell how damage is counted."""
    return Sheet(
        "Add a combatant",
        (*new_combatant_fields(fields, given, up=up, wounds=wounds), problem(error)),
        sends=AddForm(),
        foot=(
            button("Type quick lines instead", FightDialog.ADD, class_="quiet"),
            tag("button", "Add", type="submit", class_="primary"),
        ),
    )
