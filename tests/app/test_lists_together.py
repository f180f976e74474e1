"""Tests of lists whose lines depend on each other: members of groups, what is said of those above, titles, times."""

import pytest

from tests.app.test_evening_lines import read, summary


def told(text: str, game: str) -> list[str]:
    """Return what each line tells: a combatant, a question, or what it is as a heading."""
    shown = []
    for line in read(text, game):
        if heading := line.heading:
            of_above = f"of {heading.said_of}" if heading.said_of else ""
            left_out = "left out" if heading.is_left_out else ""
            shown.append(heading.side or of_above or left_out or heading.group or "heading")
        else:
            shown.append(summary(line.command) if line.command else f"? {line.wrong}")
    return shown


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "d20_once",
            "ghasts, all on 11\n#1 36\n#2 29/36\n#3 36\n#4 12/36 prone",
            [
                "heading",
                "ghast 1, rolled_total 11, hp 36",
                "ghast 2, rolled_total 11, hp 29/36",
                "ghast 3, rolled_total 11, hp 36",
                "ghast 4, rolled_total 11, hp 12/36, prone",
            ],
        ),
        (
            "d20_once",
            "rust cultists, 9 max each, all on 13\n#1 9\n#2 9\n#3 4 frightened\n#4 dead already - skip",
            [
                "heading",
                "rust cultist 1, rolled_total 13, hp 9",
                "rust cultist 2, rolled_total 13, hp 9",
                "rust cultist 3, rolled_total 13, hp 4/9, frightened",
                "left out",
            ],
        ),
        (
            "rond6",
            "4 swoop gangers, per 2D+2, 20 bp each\n#1 ok\n#2 11/20\n#3 stunned\n#4 out",
            [
                "heading",
                "swoop ganger 1, perception 2D+2, hp 20",
                "swoop ganger 2, perception 2D+2, hp 11/20",
                "swoop ganger 3, perception 2D+2, hp 20, stunned",
                "swoop ganger 4, perception 2D+2, hp 0/20",
            ],
        ),
        (
            "three_actions",
            "Kobold scouts - all on 19\nA 16/16\nB 7/16 frightened 1\nC dead\nD 16/16",
            [
                "heading",
                "Kobold scout A, rolled_total 19, hp 16",
                "Kobold scout B, rolled_total 19, hp 7/16, frightened 1",
                "left out",
                "Kobold scout D, rolled_total 19, hp 16",
            ],
        ),
        (
            "traveller",
            "pirates (hits 14, all on 6):\n- #1: 14\n- #2: 3\n- #3: skip",
            ["heading", "pirate 1, initiative 6, hp 14", "pirate 2, initiative 6, hp 3/14", "left out"],
        ),
        (
            "interlock",
            "Boosters\n1. 25\n2. 12/25 wounded\n3. down",
            ["heading", "Booster 1, hp 25", "Booster 2, hp 12/25, wounded", "Booster 3, note down"],
        ),
        ("d20_once", "Goblins\n1 7\n2 3 gone", ["heading", "Goblin 1, hp 7", "left out"]),
        (
            "d20_once",
            "6 gnolls, max 18, all on 14\n#1 18\n#2 4\nBo, hp 12",
            [
                "gnoll ×4, rolled_total 14, hp 18",
                "gnoll 1, rolled_total 14, hp 18",
                "gnoll 2, rolled_total 14, hp 4/18",
                "Bo, hp 12",
            ],
        ),
        (
            "d20_once",
            "monsters\n1) goblin hp 7\n2) orc hp 15",
            ["Foes", "goblin, side Foes, hp 7", "orc, side Foes, hp 15"],
        ),
        (
            "d20_once",
            "2 ogres hp 59\n#1 59\n#2 12\n#3 40",
            [
                "ogre ×2, hp 59",
                "? “#1 59”: is that the whole name?",
                "? “#2 12”: is that the whole name?",
                "? “#3 40”: is that the whole name?",
            ],
        ),
        (
            "rond6",
            "probe drones: 1) 12bp 2) 12bp 3) 5 of 12, sparking. all per 3D",
            [
                "probe drone 1, perception 3D, hp 12",
                "probe drone 2, perception 3D, hp 12",
                "probe drone 3, perception 3D, hp 5/12, note sparking",
            ],
        ),
        ("d20_once", "bandits (3): #1 11, #2 11, #3 5", ["bandit 1, hp 11", "bandit 2, hp 11", "bandit 3, hp 5"]),
        (
            "interlock",
            "- guard 1 REF 6, lightly wounded\n- guard 2 REF 6",
            ["guard 1, ref 6, lightly wounded", "guard 2, ref 6"],
        ),
        (
            "cards",
            "• ghoulkin 1 - shaken\n• ghoulkin 2 ok\n• ghoulkin 3 hiding in the cistern",
            ["ghoulkin 1, shaken", "ghoulkin 2", "ghoulkin 3, hidden, note in the cistern"],
        ),
        (
            "three_actions",
            "zombies (3), 20hp, +0\n- #2 is at 8, frightened 1\n- #3 grabbed Edda",
            [
                "zombie 1, perception 0, hp 20",
                "zombie 2, perception 0, hp 8/20, frightened 1",
                "zombie 3, perception 0, hp 20, note grabbed Edda",
            ],
        ),
        (
            "three_actions",
            "zombies (3), 20hp\n#2 is at 8, frightened 1",
            ["zombie ×2, hp 20", "zombie 2, hp 8/20, frightened 1"],
        ),
        (
            "interlock",
            "knockoffs\n#1 REF 6 25/40\n#2 REF 7 40/40",
            ["heading", "knockoff 1, ref 6, hp 25/40", "knockoff 2, ref 7, hp 40/40"],
        ),
        (
            "d20_once",
            "orc 1 hidden\norc 2 prone\norc 2 is poisoned",
            ["orc 1, hidden", "orc 2, prone, poisoned", "of orc 2"],
        ),
    ],
)
def test_members_of_a_group_are_listed_below_or_behind_it(game: str, text: str, expected: list[str]) -> None:
    assert told(text, game) == expected


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "three_actions",
            "Bonelark A 22/40\nBonelark B 31/40 slowed 1\nall on 18",
            ["Bonelark A, rolled_total 18, hp 22/40", "Bonelark B, rolled_total 18, hp 31/40, slowed 1", "of all"],
        ),
        (
            "three_actions",
            "Heroes:\nIsa 21\nTom 14\nFoes:\nogre A 50/50\nogre B 31/50\nboth on 9",
            [
                "Heroes",
                "Isa, side Heroes, rolled_total 21",
                "Tom, side Heroes, rolled_total 14",
                "Foes",
                "ogre A, side Foes, rolled_total 9, hp 50/50",
                "ogre B, side Foes, rolled_total 9, hp 31/50",
                "of both",
            ],
        ),
        (
            "traveller",
            "Lefty, hits 19 (11 left)\nMoose, hits 24\nDEX 7 all of em",
            ["Lefty, dex 7, hp 11/19", "Moose, dex 7, hp 24", "of all"],
        ),
        (
            "d20_once",
            "Mara, init 21\nghoul hp 22\nghast hp 36\nall on 12",
            [
                "Mara, side Heroes, rolled_total 21",
                "ghoul, side Foes, rolled_total 12, hp 22",
                "ghast, side Foes, rolled_total 12, hp 36",
                "of ghoul, ghast",
            ],
        ),
        (
            "interlock",
            (
                "Guard A  REF 5 BODY 5 SP 12 - light wound\nGuard B  same, serious wound"
                "\nGuard C ditto, on a smoke break, shows up turn 3"
            ),
            [
                "Guard A, ref 5, body 5, light wound, note SP 12",
                "Guard B, ref 5, body 5, serious wound, note SP 12",
                "Guard C, ref 5, body 5, round 3, note SP 12; on a smoke break",
            ],
        ),
        (
            "interlock",
            "ganger 1 REF 6 BODY 5\nganger 2 as above but REF 7",
            ["ganger 1, ref 6, body 5", "ganger 2, body 5, ref 7"],
        ),
        (
            "traveller",
            "first wave 3 corsairs DEX8 END7 init 7\n2nd wave in 2 rds: 3 more\nsame stats",
            [
                "corsair ×3, dex 8, end 7, initiative 7",
                "corsair ×3, dex 8, end 7, initiative 7, round 0, note in 2 rounds",
                "of corsairs",
                "of corsairs",
            ],
        ),
        (
            "interlock",
            "Sniper REF 8 BODY 6\nspotter, hp 20\nsame stats",
            ["Sniper, ref 8, body 6", "spotter, ref 8, body 6, hp 20", "of spotter"],
        ),
        (
            "interlock",
            "Mako (PC) 17 bleeding\nhis drone same init, 15 hp\n2 Scavs 1d10+5",
            [
                "Mako, side Heroes, rolled_total 17, bleeding",
                "his drone, side Heroes, rolled_total 17, hp 15",
                "Scav ×2, side Foes, modifier 5",
            ],
        ),
        ("cards", "Abel QD\nhis mule same card", ["Abel, card 42", "his mule, card 42"]),
        (
            "d20_once",
            "Mara 17\nher wolf same number\nBo 12",
            ["Mara, rolled_total 17", "her wolf, rolled_total 17", "Bo, rolled_total 12"],
        ),
        (
            "interlock",
            "Our crew: Tomoe REF 7, Big Lars REF 5, Fuse REF 8\n-- scratch Fuse, he's in hospital",
            ["Tomoe, side Heroes, ref 7", "Big Lars, side Heroes, ref 5", "of Fuse"],
        ),
        ("d20_once", "Mara, 17\nBo, 12\nwithout Bo - broken leg", ["Mara, rolled_total 17", "left out", "of Bo"]),
        ("d20_once", "Mara, 17\nBo, 12\nwithout Kim", ["Mara, rolled_total 17", "Bo, rolled_total 12", "without Kim"]),
        (
            "d20_once",
            "2 wolves hp 11\nworg hp 26\n(worg only attacks if wolves die)",
            ["wolf ×2, hp 11", "worg, hp 26", "left out"],
        ),
        (
            "d20_once",
            "Mara, 17\n(prone)\n3 orcs hp 15",
            ["Mara, side Heroes, rolled_total 17, prone", "of Mara", "orc ×3, side Foes, hp 15"],
        ),
        ("d20_once", "Mara 15\nBo 12\n-> Mara is 18", ["Mara, rolled_total 18", "Bo, rolled_total 12", "of Mara"]),
        (
            "interlock",
            "this turn: Mirza 22, Doll 19, Skiff 13 -> Skiff is 15, forgot his boost",
            ["Mirza, rolled_total 22", "Doll, rolled_total 19", "Skiff, rolled_total 15, note forgot his boost"],
        ),
        ("d20_once", "same stats", ["? “same stats”: is that the whole name?"]),
        ("d20_once", "Mara, 17\nsame stats", ["Mara, rolled_total 17", "? “same stats”: is that the whole name?"]),
    ],
)
def test_a_line_speaks_of_those_above(game: str, text: str, expected: list[str]) -> None:
    assert told(text, game) == expected


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "cards",
            "Train job\nThe Widow Crane - WC, 2 wounds\nGatling crew (3 extras)",
            [
                "? “Train job”: a title, or a combatant?",
                "The Widow Crane, side Heroes, note WC; 2 wounds",
                "Gatling crew ×3, side Foes, note extras",
            ],
        ),
        (
            "traveller",
            "Startown heavies\n  Lefty, hits 19\n\tMoose, hits 24",
            ["left out", "Lefty, hp 19", "Moose, hp 24"],
        ),
        (
            "rond6",
            "PCs rolled\nOrrin 14\nSable 11",
            [
                "Heroes",
                "Orrin, side Heroes, kind character, rolled_total 14",
                "Sable, side Heroes, kind character, rolled_total 11",
            ],
        ),
        (
            "traveller",
            "boarding party (foes)\nMaro  79B8A6  init 10\nMedic Shai  585CB8 init 7",
            [
                "Foes",
                "Maro, side Foes, dex 9, end 11, initiative 10, note UPP 79B8A6",
                "Medic Shai, side Foes, dex 8, end 5, initiative 7, note UPP 585CB8",
            ],
        ),
        (
            "interlock",
            "corp security (bad)\n- Haas REF 8\n- Pike REF 6",
            ["Foes", "Haas, side Foes, ref 8", "Pike, side Foes, ref 6"],
        ),
        (
            "interlock",
            "club security (hostile)\nHaas REF 8\nPike REF 6",
            ["? “club security (hostile)”: a title, or a combatant?", "Haas, ref 8", "Pike, ref 6"],
        ),
        (
            "cards",
            "Posse (allies)\nMarshal Cobb KS\n4 deputies 7H",
            ["Allies", "Marshal Cobb, side Allies, card 48", "deputy ×4, side Allies, card 23"],
        ),
        ("three_actions", "Moderate 6 - crypt stair\nhaunt, stealth +14", ["left out", "haunt, perception 14"]),
        ("d20_once", "Mako (pc)\nOrc hp 15\nGoblin hp 7", ["Mako, side Heroes", "Orc, hp 15", "Goblin, hp 7"]),
        ("d20_once", "Mara\nBorin, 17\nTheo, 12", ["Mara", "Borin, rolled_total 17", "Theo, rolled_total 12"]),
        (
            "d20_once",
            "Sewers\n4 giant rats hp 7\nwererat hp 33",
            ["? “Sewers”: a title, or a combatant?", "giant rat ×4, hp 7", "wererat, hp 33"],
        ),
        ("cards", "dealt:\nRook K♠\nDelphine 7♦", ["heading", "Rook, card 48", "Delphine, card 22"]),
        ("cards", "Dealt so far\nRook K♠\nDelphine 7♦", ["heading", "Rook, card 48", "Delphine, card 22"]),
        (
            "three_actions",
            "the bridge (neutral)\n- ferryman hp 20\n- 2 mules hp 12",
            ["Neutral", "ferryman, side Neutral, hp 20", "mule ×2, side Neutral, hp 12"],
        ),
        ("traveller", "Neutral:\nbystander DEX 5", ["Neutral", "bystander, side Neutral, dex 5"]),
    ],
)
def test_a_title_needs_no_colon(game: str, text: str, expected: list[str]) -> None:
    assert told(text, game) == expected


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "three_actions",
            "Wave 1: six tunnel skitters, 8 HP, 15\nwave 2 (2 rounds later): skitter queen 110hp init 22",
            [
                "tunnel skitter ×6, rolled_total 15, hp 8",
                "skitter queen, rolled_total 22, hp 110, round 0, note in 2 rounds",
            ],
        ),
        (
            "d20_once",
            (
                "Wave 1\n4 goblins hp 7\nWave 2 (round 4)\nogre hp 59\nWave 3:"
                "\ndragon hp 120\nnow:\n2 rats hp 1\nnext turn:\ncat hp 2"
            ),
            [
                "Wave 1",
                "goblin ×4, hp 7",
                "Wave 2",
                "ogre, hp 59, round 4",
                "Wave 3",
                "dragon, hp 120, round 0",
                "heading",
                "rat ×2, hp 1",
                "heading",
                "cat, hp 2, round 0, note next round",
            ],
        ),
        (
            "cards",
            "round 3: 4 riflemen + Lt. Hask (WC) ride in from the north",
            ["rifleman ×4, round 3, note ride in from the north", "Lt. Hask, round 3, note WC; ride in from the north"],
        ),
        (
            "interlock",
            "trauma team arrives rd 4 - 2 medics REF 7, 4 shooters REF 8, SP 18 all, on our side",
            [
                "medic ×2, side Allies, ref 7, round 4, note SP 18",
                "shooter ×4, side Allies, ref 8, round 4, note SP 18",
            ],
        ),
        (
            "traveller",
            "now: Factor Im, unconscious, 0/17\nT+2 rounds: security bot ×2, hits 20",
            ["Factor Im, hp 0/17, unconscious", "security bot ×2, hp 20, round 0, note in 2 rounds"],
        ),
        (
            "interlock",
            "next turn 4 corp troopers rope down: REF 7 CS 3, 20 hp ea.",
            ["corp trooper ×4, ref 7, combat_sense 3, hp 20, round 0, note next round; rope down"],
        ),
        (
            "rond6",
            "in two rounds 6 stormtroopers burst in: 2D, 15 bp",
            ["stormtrooper ×6, perception 2D, hp 15, round 0, note in 2 rounds; burst in"],
        ),
        (
            "d20_once",
            "R2-D2, 12\nStart, hp 4\nLater Gator, hp 15",
            ["R2-D2, side Heroes, rolled_total 12", "Start, side Foes, hp 4", "Later Gator, side Foes, hp 15"],
        ),
        ("d20_once", "later: ogre hp 59", ["ogre, hp 59, round 0"]),
        ("d20_once", "Round 1\nMara, 17\nBo, 12", ["heading", "Mara, rolled_total 17", "Bo, rolled_total 12"]),
        ("d20_once", "now 3 goblins hp 7", ["goblin ×3, hp 7"]),
    ],
)
def test_a_wave_or_a_time_stands_before_those_who_come(game: str, text: str, expected: list[str]) -> None:
    assert told(text, game) == expected


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "three_actions",
            "perception: Isaura 24 / Temmet 19 (stealth) / Wolfram 16",
            ["Isaura, rolled_total 24", "Temmet, rolled_total 19, note stealth", "Wolfram, rolled_total 16"],
        ),
        (
            "rond6",
            "Perception: Ana 14, Bo 9, Cy 17",
            ["Ana, rolled_total 14", "Bo, rolled_total 9", "Cy, rolled_total 17"],
        ),
        ("traveller", "neutral: dock worker DEX 6, hits 12", ["dock worker, side Neutral, dex 6, hp 12"]),
        (
            "interlock",
            "Nora's team (friendly): Nora REF 7, Big Al REF 5, Tink REF 8",
            ["Nora, side Allies, ref 7", "Big Al, side Allies, ref 5", "Tink, side Allies, ref 8"],
        ),
        (
            "interlock",
            "Okonjo=18, Switch=21, Granny=13, Lux=nope she's unconscious",
            ["Okonjo, rolled_total 18", "Switch, rolled_total 21", "Granny, rolled_total 13", "Lux, unconscious"],
        ),
    ],
)
def test_a_label_stands_before_a_list_in_one_line(game: str, text: str, expected: list[str]) -> None:
    assert told(text, game) == expected


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "three_actions",
            "Bonelark A 22/40\nBonelark B 40/40\nOgre chief hp 59, init 12",
            ["Bonelark A, hp 22/40", "Bonelark B, hp 40/40", "Ogre chief, rolled_total 12, hp 59"],
        ),
        (
            "traveller",
            "Lefty, hits 19\nMoose, hits 24\nthe kid, hits 14, round 4",
            ["Lefty, hp 19", "Moose, hp 24", "the kid, hp 14, round 4"],
        ),
        (
            "three_actions",
            "Isa, 24\nghost A 30/40\nghost B 40/40",
            ["Isa, side Heroes, rolled_total 24", "ghost A, side Foes, hp 30/40", "ghost B, side Foes, hp 40/40"],
        ),
        (
            "d20_once",
            "Isa, 24\nTom, 19\nher wolf, hp 11, 24\nlampwing swarm, 12, hp 36",
            [
                "Isa, side Heroes, rolled_total 24",
                "Tom, side Heroes, rolled_total 19",
                "her wolf, side Heroes, rolled_total 24, hp 11",
                "lampwing swarm, side Foes, rolled_total 12, hp 36",
            ],
        ),
    ],
)
def test_sides_are_guessed_where_somebody_is_a_hero(game: str, text: str, expected: list[str]) -> None:
    assert told(text, game) == expected


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        (
            "d20_once",
            "3 orcs (15hp, +2), 1 ogre (59hp, -1). orcs are prone",
            ["3 orcs, hp 15, +2, prone", "1 ogre (59hp, -1)"],
        ),
        (
            "rond6",
            "4 thugs 2D body 18, boss Karn 3D body 25. thugs stunned",
            ["4 thugs, 2D, hp 18, stunned", "boss Karn 3D body 25"],
        ),
        (
            "interlock",
            "AV gunner on 15, pilot doesn't count. next turn 4 troopers rope down: REF 7",
            ["AV gunner on 15, pilot doesn't count", "next turn 4 troopers rope down: REF 7"],
        ),
        (
            "traveller",
            "Factor Im, unconscious, 0/17. her aide Wen, init 3",
            ["Factor Im, unconscious, 0/17", "her aide Wen, init 3"],
        ),
        ("d20_once", "Mara 17, Bo 12. all hidden", ["Mara, rolled total 17, hidden", "Bo, rolled total 12, hidden"]),
        ("rond6", "Perception: Ana 3D+1, Bo 2D", ["Ana, 3D+1", "Bo, 2D"]),
        (
            "d20_once",
            "bystanders (neutral): baker hp 4, smith hp 11",
            ["baker hp 4, side Neutral", "smith hp 11, side Neutral"],
        ),
    ],
)
def test_a_sentence_belongs_to_those_whom_it_names(game: str, line: str, expected: list[str]) -> None:
    (single,) = read(line, game)
    assert single.slips[0].ways[0].line.split("\n") == expected


def test_a_way_to_mend_a_member_leaves_the_others() -> None:
    _, second, _ = read("stormtroopers: A) 15bp B) 9 of 15 C) 15bp. all 2D+1", "rond6")
    assert second.slips[0].ways[0].line == (
        "stormtrooper A, 2D+1, hp 15\nstormtrooper B, agility 2D+1, hp 9/15\nstormtrooper C, 2D+1, hp 15"
    )


def test_a_title_is_the_first_way_to_read_it() -> None:
    title, *_ = read("club security (hostile)\nHaas REF 8\nPike REF 6", "interlock")
    first = title.slips[0].ways[0].line
    assert told(f"{first}\nHaas REF 8\nPike REF 6", "interlock") == [
        "Foes",
        "Haas, side Foes, ref 8",
        "Pike, side Foes, ref 6",
    ]


def test_what_all_have_already_is_asked_about() -> None:
    *_, last = read("Mara, init 17\nBo, init 12\nall on 18", "d20_once")
    assert last.wrong == "“all on 18”: all above have this already. Change it there, and delete this line."
