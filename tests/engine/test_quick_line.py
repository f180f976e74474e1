"""Tests of quick lines: a line of text is one combatant, or several alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turntrack.core.commands import AddCombatant, MakeEncounter
from turntrack.core.dice import NoDice, ScriptedDice, seeded_dice
from turntrack.core.errors import BadValue, Refused
from turntrack.core.fields import LONGEST_NAME, LONGEST_TEXT, Field, Kind, Pick, Value
from turntrack.core.fields import read as read_field
from turntrack.core.model import Combatant, Counter, RefillTime, Schedule
from turntrack.history.session import Session
from turntrack.lines.quick_line import quick_words, read_quick_line, write_quick_line
from turntrack.lines.repairs import take_slips
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_set import form_fields

SIZES = (Pick("little", "little"), Pick("heavy", "heavy"))

FIELDS = (
    Field("nimbleness", "Nimbleness", Kind.NUMBER, 5, high=30),
    Field("weapon", "Weapon in use", Kind.TEXT, "weapon", names="level"),
    Field("level", "Level with it", Kind.NUMBER, 3, high=30),
    Field("position", "Begins", Kind.PICK, "contact", picks=(Pick("contact", "at contact"), Pick("far", "far away"))),
    Field("size", "Size of the weapon", Kind.PICK, "little", picks=SIZES),
    Field("quick_witted", "Quick witted", Kind.FLAG, False),
    Field("motto", "Motto", Kind.TEXT, ""),
)
BONUS, SLOW = Field("bonus", "Bonus", Kind.NUMBER, 0, low=-9), Field("slow", "Slow", Kind.FLAG, False)


SCORE = Field("initiative", "Initiative", Kind.NUMBER, 0, low=-99, high=99, is_score=True)


@pytest.mark.parametrize(
    "line", ["1d4 Wolves", "Wolves x1d4", "Wolves (1d4)", "1W4 Wolves", "d4 Wolves", "- 1d4: Wolves"]
)
def test_how_many_there_are_is_rolled(line: str) -> None:
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Lines", "zebra"), NoDice())
    session.dispatch(read_quick_line(f"{line}, hp 2d8+2", ()), ScriptedDice([2, 1, 2, 8, 8]))
    there = [(each.name, each.health) for each in session.encounter.combatants.values()]
    assert there == [("Wolf A", 5), ("Wolf B", 18)]


@pytest.mark.parametrize("dice", ["1d4-1", "20d6", "2d6!"])
def test_a_number_of_combatants_that_is_out_of_range_is_refused(dice: str) -> None:
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Lines", "zebra"), NoDice())
    with pytest.raises(Refused, match="How many"):
        session.dispatch(AddCombatant("Wolf", count_dice=dice), NoDice())


@pytest.mark.parametrize("line", ["Imp x3, hp 2d6", "Imp x3 hp 2d6", "3 Imp, 2D6 hp", "Imp x3, health 2w6"])
def test_a_health_is_rolled_for_each(line: str) -> None:
    zebra = system_of("zebra", SYSTEMS)
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Lines", "zebra"), NoDice())
    session.dispatch(read_quick_line(line, zebra.fields), ScriptedDice([1, 2, 3, 4, 6, 6]))
    there = [(each.name, each.health, each.full_health) for each in session.encounter.combatants.values()]
    assert there == [("Imp A", 3, 3), ("Imp B", 7, 7), ("Imp C", 12, 12)]
    session.undo()
    assert not session.encounter.combatants


@pytest.mark.parametrize(
    ("dice", "complaint"),
    [("2d1", "Health: dice of 2 to"), ("100d1000", "not “100000”"), ("3D", "plain dice")],
)
def test_a_health_of_other_dice_is_refused(dice: str, complaint: str) -> None:
    """A health that is out of range could not be read again."""
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Lines", "zebra"), NoDice())
    with pytest.raises(Refused, match=complaint):
        session.dispatch(AddCombatant("Imp", health_dice=dice), NoDice())


def test_nobody_with_no_health_left_is_up() -> None:
    assert [read_quick_line(f"Imp, hp {hp}", ()).fallen for hp in ("0/18", "11/18", "0", "7")] == [
        True,
        False,
        False,
        False,
    ]


def test_a_field_of_the_system_is_no_health() -> None:
    hp = Field("hp", "HP", Kind.NUMBER, 0)
    assert read_quick_line("Mara, 7 hp", (hp,)) == AddCombatant("Mara", sheet={"hp": 7})


def test_a_number_by_itself_is_the_only_one_that_there_is() -> None:
    assert read_quick_line("Mara, −3, slow", (BONUS, SLOW)) == AddCombatant("Mara", sheet={"bonus": -3, "slow": True})
    assert read_quick_line("Mara, 17", (*FIELDS[:1], SCORE)) == AddCombatant("Mara", sheet={"initiative": 17})
    for line, fields in (("Mara, 3", FIELDS[:1]), ("Mara, +3", (*FIELDS[:1], BONUS)), ("Mara, +3", (SCORE,))):
        with pytest.raises(BadValue, match=r"“.?3”: say what it is"):
            read_quick_line(line, fields)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Mara", AddCombatant("Mara")),
        ("  Old  Mara ,, ", AddCombatant("Old Mara")),
        ("Guard x3", AddCombatant("Guard", 3)),
        ("Guard × 3", AddCombatant("Guard", 3)),
        ("Guard *3, nimbleness 7", AddCombatant("Guard", 3, sheet={"nimbleness": 7})),
        ("Mara, NIMBLENESS 7, sabre 4", AddCombatant("Mara", sheet={"nimbleness": 7, "weapon": "sabre", "level": 4})),
        ("Mara, weapon sabre 4", AddCombatant("Mara", sheet={"weapon": "sabre", "level": 4})),
        ("Mara, 4", AddCombatant("Mara", sheet={"weapon": "weapon", "level": 4})),
        ("Mara, level with it 4", AddCombatant("Mara", sheet={"level": 4})),
        ("Mara, far away", AddCombatant("Mara", sheet={"position": "far"})),
        ("Mara, begins far", AddCombatant("Mara", sheet={"position": "far"})),
        ("Mara, sabre 4, heavy", AddCombatant("Mara", sheet={"weapon": "sabre", "level": 4, "size": "heavy"})),
        ("Mara, size little", AddCombatant("Mara", sheet={"size": "little"})),
        ("Mara, quick witted", AddCombatant("Mara", sheet={"quick_witted": True})),
        ("Mara, motto ever on", AddCombatant("Mara", sheet={"motto": "ever on"})),
        (
            "Guard x2, side Harbour Watch, group Guards, health 10, note by the gate, table",
            AddCombatant("Guard", 2, "Harbour Watch", "Guards", {}, True, 10, "by the gate"),
        ),
        ("Mara, halberd 4", AddCombatant("Mara", sheet={"weapon": "halberd", "level": 4})),
        ("Mara, long sabre 4", AddCombatant("Mara", sheet={"weapon": "long sabre", "level": 4})),
        ("Mara, weaponsmith’s hammer 4", AddCombatant("Mara", sheet={"weapon": "weaponsmith’s hammer", "level": 4})),
        ("Mara, sidearm 4", AddCombatant("Mara", sheet={"weapon": "sidearm", "level": 4})),
        ("Mara, weapon nimblnis 4", AddCombatant("Mara", sheet={"weapon": "nimblnis", "level": 4})),
        ("nimbleness 4 x1, sabre 5", AddCombatant("nimbleness 4", sheet={"weapon": "sabre", "level": 5})),
        ("Agent 4", AddCombatant("Agent 4")),
        ("3 Guard", AddCombatant("Guard", 3)),
        ("3x Guard, nimbleness 7", AddCombatant("Guard", 3, sheet={"nimbleness": 7})),
        ("3 Guard x1", AddCombatant("3 Guard")),
        ("Mara x1,, far", AddCombatant("Mara", sheet={"position": "far"})),
        ("007 Bond", AddCombatant("007 Bond")),
        ("7 7 x1", AddCombatant("7 7")),
        ("Mara, 7 nimbleness, 30 hp", AddCombatant("Mara", sheet={"nimbleness": 7}, health=30)),
        ("Mara, 30HP", AddCombatant("Mara", health=30)),
        ("Mara, hp 30", AddCombatant("Mara", health=30)),
        ("Mara, 30 health", AddCombatant("Mara", health=30)),
        ("Mara, weapon hp 4", AddCombatant("Mara", sheet={"weapon": "hp", "level": 4})),
        ("30 hp x1", AddCombatant("30 hp")),
        ("nimbleness 31", AddCombatant("nimbleness 31")),
    ],
)
def test_a_quick_line_is_read(line: str, command: AddCombatant) -> None:
    assert read_quick_line(line, FIELDS) == command


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "A quick line begins with a name"),
        (", nimbleness 5", "A quick line begins with a name"),
        ("x" * 2001, "at most 2000 characters, not 2001"),
        ("x" * 61, "The name: at most 60 characters"),
        ("Ma\x00ra", "an invisible character"),
        ("Guard x0", "Guard: from 1 to 100 of them, not 0"),
        ("Guard x101", "Guard: from 1 to 100 of them, not 101"),
        ("Mara, nimbleness 31", "Nimbleness: a whole number from 0 to 30, not “31”"),
        ("Mara, nimbleness -1", "Nimbleness: a whole number from 0 to 30, not “-1”"),
        ("Mara, health many", "Health: a whole number"),
        ("Mara, begins nowhere", "Begins: one of at contact, far away; not “nowhere”"),
        ("Mara, lucky", "“lucky” cannot be read."),
        ("Mara, side", "“side” cannot be read"),
        ("Mara, table 7 wood", "“table 7 wood” cannot be read"),
        ("Mara, sabre 31", "Level with it: a whole number from 0 to 30"),
        (
            "Mara, nimblnis 5, perception 4",
            "“nimblnis 5” cannot be read: nimbleness\\? As a weapon: “weapon nimblnis 5”.",
        ),
        ("Mara, heatlh 10", "“heatlh 10” cannot be read: health\\?"),
        ("Mara, Levl with it 3", "“Levl with it 3” cannot be read: level with it\\?"),
        ("Mara, waepon sabre 4", "“waepon sabre 4” cannot be read: weapon\\?"),
        ("Mara, nimblnis5", "“nimblnis5” cannot be read: nimbleness\\?$"),
        ("Mara, quik witted", "“quik witted” cannot be read: quick witted\\?$"),
        ("nimbleness 4, sabre 5", "begins with a name, and “nimbleness 4” is read as something else: “nimbl"),
        ("Health 10, sabre 5", "begins with a name, and “Health 10”"),
        ("10 hp, sabre 5", "begins with a name, and “10 hp”"),
        ("0 Guard x0", "0 Guard: from 1 to 100 of them, not 0"),
        ("101 Guard", "Guard: from 1 to 100 of them, not 101"),
        ("Mara, 30 hp, health 20", "“health 20” repeats"),
        ("Mara, sabre 4, knife 3", "“knife 3” repeats what the line already says"),
        ("Mara, side Crew, side Guard", "“side Guard” repeats"),
    ],
)
def test_what_cannot_be_read_is_named(line: str, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        read_quick_line(line, FIELDS)


def test_what_can_stand_in_a_line_is_told_and_can_be_read() -> None:
    """A word as it is written, with a value where it ends before one."""
    told = quick_words(FIELDS)
    own = ["nimbleness", "weapon", "at contact", "far away", "Size of the weapon: little", "Size of the weapon: heavy"]
    own += ["quick witted", "motto"]
    assert [word for word, _ in told] == [*own, "side", "group", "health", "note", "hidden", "real dice"]
    for word, text in told:
        value = "5" if word in ("nimbleness", "health") else "sabre 4" if word == "weapon" else "Crew"
        read_quick_line(f"Mara{text}{value if text.endswith(' ') else ''}", FIELDS)


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("Rat, nimblnis 5", "Rat, nimbleness 5"),
        ("Rat,  nimblnis   5 , far", "Rat, nimbleness 5, far"),
        ("Rat, grup Watch", "Rat, group Watch"),
    ],
)
def test_a_slip_in_a_known_word_is_mended(line: str, mended: str) -> None:
    _, (slip,) = take_slips(line, FIELDS)
    assert [way.line for way in slip.ways if way.is_correction] == [mended]


def test_what_cannot_be_read_is_told_apart_from_what_can() -> None:
    """Each slip with the reason and, where one looks like it, the word that is meant."""
    rest, slips = take_slips("Rat, far, xylophone,, nimblnis 5, sabre 4", FIELDS)
    assert rest == "Rat, far, note xylophone, sabre 4"
    assert [(slip.text, slip.wrong, [way.label for way in slip.ways]) for slip in slips] == [
        ("xylophone", "“xylophone” cannot be read.", []),
        (
            "nimblnis 5",
            "“nimblnis 5” cannot be read: nimbleness? As a weapon: “weapon nimblnis 5”.",
            ["nimbleness 5", "note nimblnis 5"],
        ),
    ]
    assert take_slips("Rat, far", FIELDS) == ("Rat, far", ())


@pytest.mark.parametrize(
    ("part", "counter"),
    [
        ("counter arrows 12", Counter("arrows", 12, 12)),
        ("Counter spell slots 3/4 on a rest", Counter("spell slots", 3, 4, RefillTime.REST)),
        ("counter shield 2 each turn", Counter("shield", 2, 2, RefillTime.TURN)),
        ("counter dread 0/6 each round", Counter("dread", 0, 6, RefillTime.ROUND)),
    ],
)
def test_a_counter_is_part_of_a_line(part: str, counter: Counter) -> None:
    system = system_of("zebra", SYSTEMS)
    command = read_quick_line(f"Mara, {part}, counter luck 2", system.fields)
    assert command.counters == (counter, Counter("luck", 2, 2))
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Lines", "zebra"), NoDice())
    session.dispatch(command, NoDice())
    (mara,) = session.encounter.combatants.values()
    assert read_quick_line(write_quick_line(mara, system.fields), system.fields).counters == mara.counters


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Mara, counter arrows", "“counter arrows”: such as “counter arrows 12”"),
        ("Mara, counter 12", "“counter 12”: such as"),
        ("Mara, counter arrows 9/", "“counter arrows 9/”: such as"),
        ("Mara, counter luck 2, counter luck 3", "“counter luck 3” repeats"),
    ],
)
def test_a_counter_that_cannot_be_read_is_refused(line: str, said: str) -> None:
    with pytest.raises(BadValue, match=said):
        read_quick_line(line, FIELDS)


def test_an_unknown_word_with_a_number_may_be_a_counter() -> None:
    rest, (slip,) = take_slips("Mara, arrows 12", FIELDS[:1])
    assert (rest, slip.taken) == ("Mara, note arrows 12", "note arrows 12")
    assert [(way.label, way.line) for way in slip.ways] == [("counter arrows 12", "Mara, counter arrows 12")]


def test_a_system_without_a_named_number_has_none_to_fill() -> None:
    with pytest.raises(BadValue, match="“sabre 4” cannot be read"):
        read_quick_line("Mara, sabre 4", FIELDS[:1])


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
@given(st.text(alphabet="Mara x12,−-+*×nimbles \x00\u202e", max_size=60))
def test_any_line_is_a_combatant_or_a_clear_message(system: TurnSystem, line: str) -> None:
    try:
        command = read_quick_line(line, system.fields)
    except BadValue as error:
        message = str(error)
    else:
        message = command.name
    assert message


# The line that adds a combatant again

ODD = (
    *(
        "Agent x2",
        "Agent × 12 x3",
        "3 Agent",
        "30 hp",
        "x3",
        "sabre, long",
        "a `b`",
        "table",
        "real dice",
        "side",
        "health 5",
        "note",
        "nerve",
        "level 3",
    ),
    *("weapon of doom", "weapons", "side 4", "5", "−5 +3", ",", "`", "position shooting", "at contact", "slow", "ﬁre"),
)


def texts(longest: int) -> st.SearchStrategy[str]:
    """Draw clean texts of a sheet; many of them have a meaning in a quick line."""
    free = st.text(st.sampled_from("Mara x×*123,`;'−-+ side"), max_size=longest)
    return st.one_of(st.sampled_from(ODD), free).map(lambda text: " ".join(text.split()))


def sheets(fields: tuple[Field, ...]) -> st.SearchStrategy[dict[str, Value]]:
    values: dict[str, st.SearchStrategy[Value]] = {}
    for field in fields:
        match field.kind:
            case Kind.NUMBER:
                values[field.key] = st.integers(field.low, field.high)
            case Kind.TEXT:
                values[field.key] = texts(LONGEST_NAME)
            case Kind.FLAG:
                values[field.key] = st.booleans()
            case Kind.PICK:
                values[field.key] = st.sampled_from([pick.key for pick in field.picks])
            case Kind.DICE:
                values[field.key] = st.sampled_from(["3D", "20D+2", "1D"] if field.wild else ["2d20+3"])
    return st.fixed_dictionaries({}, optional=values)


def joined(command: AddCombatant, system: TurnSystem) -> Combatant:
    """Return the first combatant of a fight."""
    session = Session(SYSTEMS)
    for each in (MakeEncounter("Lines", system.key), command):
        session.dispatch(each, seeded_dice(1))
    (combatant,) = session.encounter.combatants.values()
    return combatant


def cleaned(combatant: Combatant, fields: tuple[Field, ...]) -> Combatant:
    """Return with the signs that a quick line has other ones for, and no number that is named by nothing."""

    def clean(text: str) -> str:
        return text.replace(",", ";").replace("`", "'")

    sheet = {key: clean(value) if isinstance(value, str) else value for key, value in combatant.sheet.items()}
    for field in fields:
        if field.names:
            sheet[field.key] = sheet[field.key] or field.default
    about = (clean(combatant.name), clean(combatant.side), clean(combatant.group))
    health = (combatant.at_table, combatant.health, combatant.full_health)
    return Combatant(combatant.id, *about, sheet, *health, clean(combatant.note))


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_line_that_was_written_gives_the_same_combatant(system: TurnSystem) -> None:
    @given(
        texts(LONGEST_NAME).filter(bool),
        texts(LONGEST_NAME),
        texts(LONGEST_NAME),
        sheets(system.fields),
        st.booleans(),
        st.integers(-9999, 9999),
        texts(LONGEST_TEXT),
    )
    def check(name: str, side: str, group: str, sheet: dict[str, Value], table: bool, health: int, note: str) -> None:
        first = joined(AddCombatant(name, 1, side, group, sheet, table, health, note), system)
        line = write_quick_line(first, system.fields)
        again = joined(read_quick_line(line, system.fields), system)
        assert again == cleaned(first, system.fields), line
        assert write_quick_line(again, system.fields) == line

    check()


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_an_apostrophe_is_typed_in_either_form(apostrophe: str) -> None:
    """Some keyboards have only the straight one."""
    fields = (Field("weapon_body", "Weapon’s minimum", Kind.NUMBER, 0, high=30),)
    read = read_quick_line(f"Borg, weapon{apostrophe}s minimum 9", fields)
    assert read == AddCombatant("Borg", sheet={"weapon_body": 9})


def test_what_is_so_or_not_is_said_by_its_name_alone() -> None:
    unbound = next(system for system in SYSTEMS if system.key == "unbound")
    assert write_quick_line(joined(AddCombatant("Mara", sheet={"player": True}), unbound), unbound.fields) == (
        "Mara, player"
    )


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (AddCombatant("Agent x2", sheet={"weapon": "sabre, long", "level": 4}), "Agent x2 x1, sabre; long 4"),
        (AddCombatant("Mara", sheet={"weapon": "nerve", "level": 4}), "Mara, weapon nerve 4"),
        (AddCombatant("Mara", sheet={"weapon": "position", "level": 4}), "Mara, weapon position 4"),
        (AddCombatant("Mara", sheet={"weapon": ""}), "Mara"),
        (AddCombatant("Mara", sheet={"weapon": "", "level": 9}), "Mara, weapon 9"),
        (AddCombatant("Mara", health=-3, at_table=True, note="a `b`, c"), "Mara, note a 'b'; c, health -3, real dice"),
    ],
)
def test_what_would_be_taken_for_something_else_is_written_otherwise(command: AddCombatant, line: str) -> None:
    zebra = next(system for system in SYSTEMS if system.key == "zebra")
    assert write_quick_line(joined(command, zebra), zebra.fields) == line


DEX = Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=15, is_modifier=True)


@pytest.mark.parametrize("part", ["dex 14", "14 dex", "Dexterity 14", "dexterity 20", "dex 9"])
def test_a_score_is_taken_as_the_modifier_that_it_gives(part: str) -> None:
    """D&D tables write scores: 14 would count as +14."""
    line, (slip,) = take_slips(f"Fighter, {part}, health 9", (DEX,))
    score = int("".join(filter(str.isdigit, part)))
    read = read_quick_line(line, (DEX,))
    assert (read.sheet, read.health) == ({"dex": (score - 10) // 2}, 9)
    assert slip.taken


@pytest.mark.parametrize(("part", "value"), [("dex +14", 14), ("dex 3", 3), ("dex -1", -1), ("+2 dex", 2)])
def test_a_modifier_is_taken_as_it_is(part: str, value: int) -> None:
    assert read_quick_line(f"Fighter, {part}", (DEX,)).sheet == {"dex": value}


def test_a_form_says_what_the_modifier_of_a_score_is() -> None:
    with pytest.raises(BadValue, match=r"Dexterity: 14 is a score, its modifier is \+2. Type \+2."):
        read_field(DEX, "14")
    assert read_field(DEX, 14) == 14, "what is stored stays"


def test_who_is_hidden_comes_later_or_wears_armour_is_said_in_the_line() -> None:
    command = read_quick_line("Boss, ac 18, hidden, round 2, note acid spit, 20 hp", (DEX,))
    assert (command.hidden, command.comes, command.note) == (True, Schedule(2), "AC 18; acid spit")
    assert read_quick_line("Boss, 18 AC", (DEX,)).note == "AC 18"
    assert read_quick_line("Boss, armour class 18", (DEX,)).note == "AC 18"
    with pytest.raises(BadValue, match="repeats"):
        read_quick_line("Boss, ac 18, ac 17", (DEX,))


def test_where_the_rules_have_a_field_of_that_name_it_is_the_field() -> None:
    hidden = Field("hidden", "Hidden", Kind.FLAG, False)
    fields = (Field("ac", "AC", Kind.NUMBER, 10), Field("round", "Round", Kind.NUMBER, 1), hidden)
    command = read_quick_line("Boss, ac 18, hidden, round 2", fields)
    assert (command.sheet, command.hidden, command.comes) == ({"ac": 18, "hidden": True, "round": 2}, False, None)


@pytest.mark.parametrize("word", ["brawling", "melee", "Brawling/Melee", "BRAWLING"])
def test_the_parts_of_a_label_with_a_slash_are_each_a_name(word: str) -> None:
    assert read_quick_line(f"Ganger, {word} 5", system_of("interlock", SYSTEMS).fields).sheet == {"melee": 5}


@pytest.mark.parametrize(
    ("parts", "level", "note"),
    [
        ("brawling 3, melee 5", 5, "brawling 3"),
        ("Melee +5, Brawling +3", 5, "Brawling +3"),
        ("brawling 4, melee 4", 4, "melee 4"),
    ],
)
def test_of_two_skills_that_are_one_here_the_higher_counts(parts: str, level: int, note: str) -> None:
    command = read_quick_line(f"Ganger, {parts}", system_of("interlock", SYSTEMS).fields)
    assert (command.sheet, command.note) == ({"melee": level}, note)


def test_a_skill_said_twice_is_asked_about() -> None:
    with pytest.raises(BadValue, match="melee 6” repeats"):
        read_quick_line("Ganger, brawling 5, melee 4, melee 6", system_of("interlock", SYSTEMS).fields)


@pytest.mark.parametrize(
    ("part", "size"),
    [("knife 4", "little"), ("Dagger 4", "little"), ("rusty knife 4", "little"), ("halberd 4", "heavy")],
)
def test_what_the_chart_calls_little_or_heavy_is_that(part: str, size: str) -> None:
    fields = system_of("zebra", SYSTEMS).fields
    assert read_quick_line(f"Rat, {part}", fields).sheet["size"] == size
    assert read_quick_line(f"Rat, {part}, middle", fields).sheet["size"] == "middle"


def test_a_size_that_nobody_has_said_is_told() -> None:
    """The weapon may be of any size: the middle one is shown, so that it is seen."""
    assert read_quick_line("Rat, sabre 4", system_of("zebra", SYSTEMS).fields).sheet["size"] == "middle"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_no_word_beside_the_line_is_a_key_or_lacks_its_noun(system: TurnSystem) -> None:
    for field in system.fields:
        if field.kind is Kind.PICK:
            for pick, (label, part) in zip(field.picks, quick_words((field,)), strict=False):
                assert " " in label
                assert "_" not in label
                assert read_quick_line(f"Rat{part}", (field,)).sheet[field.key] == pick.key


def test_a_modifier_is_shown_with_its_sign() -> None:
    modifier = Field("initiative", "Initiative", Kind.NUMBER, 0, low=-9, is_modifier=True)
    assert quick_words((modifier,))[0] == ("initiative +2", ", initiative +")


@pytest.mark.parametrize(
    ("game", "line", "sheet", "health", "note"),
    [
        ("rond6", "Kael Wahrnehmung 3W+1 LP 30", {"perception": "3D+1"}, 30, ""),
        ("rond6", "Kael, GE 2W+1, RS 3, LP 12/30", {"agility": "2D+1"}, 12, "RS 3"),
        ("traveller", "Marine, GES 9, AUS 8, STÄ 7, Panzer 4", {"dex": 9, "end": 8}, 0, "STÄ 7; Panzer 4"),
        ("traveller", "Söldner AUS 8 LP 14", {"end": 8}, 14, ""),
        ("interlock", "Solo, REF 8, BT 7, LP 30, RS 14", {"ref": 8, "body": 7}, 30, "RS 14"),
        ("three_actions", "Goblin LP 7 RK 13 Parade 5", {}, 7, "AC 13; Parade 5"),
        ("interlock", "Guard Robustheit 11 (3), Parade 6", {}, 0, "Robustheit 11 (3); Parade 6"),
        ("interlock", "2 Guards Toughness 11 (3)", {}, 0, "Toughness 11 (3)"),
    ],
)
def test_german_words_of_games_are_read(game: str, line: str, sheet: dict[str, Value], health: int, note: str) -> None:
    system = next((system for system in SYSTEMS if system.key == game), None)
    read = read_quick_line(line, system.fields if system else form_fields(preset_rules(game)))
    assert (read.sheet, read.health, read.note) == (sheet, health, note)
