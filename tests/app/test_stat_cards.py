"""Tests of stat cards on the page: written, beside the turn, rolled from, and never sent to players."""

from __future__ import annotations

import pytest

from app.ui.players import pack, players_view
from app.ui.stat_card import BlockKind, first_words, read_blocks
from tests.app.elements import Element, read
from tests.app.store import Device, Tab
from tests.app.table import Table
from tests.app.test_party import command, fight_of, send
from turntrack.core import commands as c

CARD = "# Ogre\nHuge and\nslow.\n\n- **Club.** 1d20+5 to hit, 2d8 + 3 damage\n- <b>afraid</b> of *fire*"


@pytest.fixture
def tab() -> Tab:
    tab = Tab(Device())
    tab.do("new", "zebra")
    tab.do("add-lines", lines="Ogre, nerve 9, health 30\nMara, nerve 5")
    tab.do("open-stat-card", "c1")
    tab.controller.handle("write-stat-card", "c1", {"card": CARD})
    return tab


def panel(tab: Tab) -> Element:
    return read(tab.shown("panel"))


def test_the_card_stands_beside_the_turn_of_its_combatant(tab: Tab) -> None:
    assert not panel(tab).all(data_do="open-stat-card")
    command(tab, c.OpenRound())
    acting = fight_of(tab).encounter.acting()
    if acting != ("c1",):
        command(tab, c.RuleTurn("c1"))
    (beside,) = panel(tab).with_class("card-beside")
    assert [chip.text for chip in beside.all("button")] == ["Card", "1d20+5", "2d8 + 3"]
    assert [line.text for line in beside.all("li")] == ["Club 1d20+5 2d8 + 3"]
    assert beside.find("p").text == "Ogre Huge and slow. <b>afraid</b> of fire"
    command(tab, c.RuleTurn("c2"))
    assert not panel(tab).all(data_do="open-stat-card")


def test_a_heading_with_nothing_below_it_is_left_out_beside_the_turn(tab: Tab) -> None:
    """What stood below it may be buttons."""
    card = "Huge.\n## Actions\n- **Club.** 2d8 damage\n## Reactions\nParry.\n## Notes"
    tab.controller.handle("write-stat-card", "c1", {"card": card})
    command(tab, c.OpenRound())
    if fight_of(tab).encounter.acting() != ("c1",):
        command(tab, c.RuleTurn("c1"))
    (beside,) = panel(tab).with_class("card-beside")
    assert beside.find("p").text == "Huge. Reactions Parry."


def test_its_dice_are_buttons_and_its_text_is_no_markup(tab: Tab) -> None:
    tab.do("open-stat-card", "c1")
    sheet = read(tab.shown("dialog"))
    assert [dice.text for dice in sheet.all(data_do="RollFromCard")] == ["1d20+5", "2d8 + 3"]
    assert "<b>afraid</b> of fire" in sheet.text
    before = fight_of(tab).encounter
    dice = sheet.all(data_do="RollFromCard")[1]
    tab.do("RollFromCard", dice.attributes["data-arg"])
    assert fight_of(tab).encounter == before
    assert "Ogre, Club: " in tab.shown("history")


def test_what_a_card_rolls_is_given_to_a_target_with_one_tap() -> None:
    """Large beside the card, on each foe's row, and on a button of its own for the target that is picked."""
    table = Table()
    table.tap("new", "d20_twice")
    table.add("Aria, side Heroes, health 24, note AC 16", "Ogre, side Foes, health 59")
    ogre, aria = table.id_of("Ogre"), table.id_of("Aria")
    table.give(
        c.WriteStatCard(ogre, ("Club. Melee Attack Roll: +6, reach 5 ft. Hit: 13 (2d8 + 4) Bludgeoning damage.",))
    )
    table.dice.faces[:] = [1, 20]
    table.tap("open")
    assert table.track[0].startswith("*Ogre")
    table.dice.faces[:] = [12]
    table.do(c.RollFromCard(ogre, "1d20+6", "Club"))
    (beside,) = table.region("panel").with_class("card-beside")
    assert beside.text.startswith("Card Club +6 2d8 + 4 18"), "the result moves no button"
    assert beside.find("strong").text == "18"
    assert not beside.with_class("give-roll")
    assert "12 + 6 = 18, against AC 16" in beside.text
    table.dice.faces[:] = [5, 7]
    table.do(c.RollFromCard(ogre, "2d8+4", "Club"))
    assert table.log[0] == "Ogre, Club: 5 + 7 + 4 = 16."
    (beside,) = table.region("panel").with_class("card-beside")
    (give,) = beside.with_class("give-roll")
    assert give.text == "Attack Aria: 16"
    (strip,) = table.rows.find("li", id=f"row-{aria}").with_class("attack")
    assert "16" in [each.text for each in strip.all("button")]
    table.tap("hit", f"{aria}:16")
    assert table.session.encounter.combatants[aria].health == 8


@pytest.mark.parametrize("at_table", [False, True], ids=["by the page", "at the table"])
def test_a_roll_keeps_what_is_chosen_and_typed_on_the_panel(at_table: bool) -> None:
    """So does whatever else leaves the turn as it is; an attack uses it up."""
    table = Table()
    table.tap("new", "d20_twice")
    table.add("Aria, side Heroes, health 24", "Wolf, side Foes, health 11", "Ogre, side Foes, health 59")
    aria, wolf, ogre = (table.id_of(name) for name in ("Aria", "Wolf", "Ogre"))
    table.dice.faces[:] = [20, 1, 2]
    table.tap("open")
    table.enter("turn.target", wolf)
    table.enter("turn.note", "with the axe")
    table.give(c.ChangeCombatant(aria, at_table=at_table))
    table.dice.faces[:] = [12]
    table.give(c.RollFromCard(aria, "1d20+6", "Axe"))
    if at_table:
        table.send("enter-dice", **{table.dialog.all("input")[0].attributes["name"]: "12"})
    table.give(c.GiveCondition((ogre,), "prone"))
    table.give(c.Wound(3, (c.Hit(ogre),)))
    assert "checked" in table.region("panel").find("input", id=f"turn.target:{wolf}").attributes
    table.choose("turn", "Attack")
    assert table.log[0].startswith("Aria attacks Wolf “with the axe”."), table.log
    assert dict(table.controller._state.typed.entered) == {}


def test_what_a_turn_begins_with_is_a_button() -> None:
    """An ability that recharges rolls its die, and a regeneration gives its health back."""
    table = Table()
    table.tap("new", "d20_twice")
    table.add("Aria, side Heroes, health 24", "Wyrm, side Foes, health 59")
    wyrm = table.id_of("Wyrm")
    breath = "Acid Breath (Recharge 5–6). Failure: 54 (12d8) Acid damage."
    table.give(c.WriteStatCard(wyrm, (breath, "Regeneration. It regains 15 Hit Points at the start of its turns.")))
    table.dice.faces[:] = [1, 20]
    table.tap("open")
    (beside,) = table.region("panel").with_class("card-beside")
    assert [line.text for line in beside.all("li")] == ["Acid Breath Recharge 5–6 12d8", "Regeneration +15"]
    recharge, _, heal = beside.find("ul").all("button")
    for face, words in (4, "4, not recharged"), (5, "5, recharged"):
        table.dice.faces[:] = [face]
        table.tap(recharge.attributes["data-do"], recharge.attributes.get("data-arg", ""))
        assert table.log[0] == f"Wyrm, Acid Breath: {words}."
        (beside,) = table.region("panel").with_class("card-beside")
        assert beside.find("small").text == f"Acid Breath {words}"
        assert not beside.with_class("give-roll")
    table.give(c.Wound(20, (c.Hit(wyrm),)))
    table.tap(heal.attributes["data-do"], heal.attributes.get("data-arg", ""))
    assert table.session.encounter.combatants[wyrm].health == 54


def test_what_a_condition_does_stands_beside_the_turn_of_its_bearer() -> None:
    """With its dice as a button, whose result is for the bearer alone."""
    table = Table()
    table.tap("new", "d20_twice")
    table.add("Aria, side Heroes, health 24", "Ogre, side Foes, health 59")
    aria = table.id_of("Aria")
    table.dice.faces[:] = [20, 1]
    table.tap("open")
    assert not table.region("panel").with_class("card-beside")
    table.give(c.GiveCondition((aria,), "burning", "1d6 fire at the start of each turn"))
    table.give(c.GiveCondition((aria,), "prone"))
    (beside,) = table.region("panel").with_class("card-beside")
    assert [line.text for line in beside.all("li")] == ["burning 1d6 fire at the start of each turn"]
    (strip,) = table.rows.find("li", id=f"row-{table.id_of('Ogre')}").with_class("attack")
    before = [each.text for each in strip.all("button")]
    table.dice.faces[:] = [6]
    roll = beside.find("button")
    table.tap(roll.attributes["data-do"], roll.attributes["data-arg"])
    (give,) = table.region("panel").with_class("give-roll")
    assert give.text == "Aria: 6"
    (strip,) = table.rows.find("li", id=f"row-{table.id_of('Ogre')}").with_class("attack")
    assert [each.text for each in strip.all("button")] == before, "nobody else is burnt"
    table.tap(give.attributes["data-do"], give.attributes.get("data-arg", ""))
    assert table.session.encounter.combatants[aria].health == 18


def test_a_bonus_of_a_condition_rolls_nothing() -> None:
    table = Table()
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Rat, side Foes")
    table.dice.faces[:] = [52, 1]
    table.tap("open")
    table.give(c.GiveCondition((table.id_of("Ana"),), "aiming", "+2 to hit Rat, 1d6 more"))
    (beside,) = table.region("panel").with_class("card-beside")
    assert [button.text for button in beside.all("button")] == ["1d6"]


def test_dice_of_the_table_are_asked_for(tab: Tab) -> None:
    command(tab, c.ChangeCombatant("c1", at_table=True))
    command(tab, c.RollFromCard("c1", "2d8+3", "Club"))
    assert "What did the table roll?" in tab.shown("dialog")


def test_a_card_is_changed_in_its_form_and_removed_when_it_is_empty(tab: Tab) -> None:
    tab.do("edit-stat-card", "c1")
    assert "afraid" in read(tab.shown("dialog")).find("textarea").text
    tab.controller.handle("write-stat-card", "c1", {"card": "x" * 4001})
    assert "at most 4000 characters" in tab.shown("dialog") + tab.toast
    send(tab, "dismiss")
    tab.controller.handle("write-stat-card", "c1", {"card": ""})
    assert not fight_of(tab).encounter.stat_cards
    tab.do("open-stat-card", "c1")
    assert read(tab.shown("dialog")).all("textarea"), "without a card its form opens"


def test_players_never_get_a_card(tab: Tab) -> None:
    command(tab, c.OpenRound())
    encounter = fight_of(tab).encounter
    assert "fire" not in pack(players_view(encounter, fight_of(tab).system))


def test_a_card_goes_into_the_party_and_to_the_enemies(tab: Tab) -> None:
    tab.do("save-member", "c1")
    tab.do("save-enemy", "c1")
    tab.do("home")
    tab.do("new", "zebra")
    tab.do("bring-party", "standing")
    (card,) = fight_of(tab).encounter.stat_cards.values()
    assert card[0] == "# Ogre"
    enemy = next(key for key, row in tab.device.party.items() if row.get("enemy"))
    tab.do("bring-member", f"{enemy}:standing")
    assert len(fight_of(tab).encounter.stat_cards) == 2


@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        ("## A ##\n\n1. one\n* two\ntext", ["heading", "item", "item", "text"]),
        ("#no heading", ["text"]),
        ("", []),
        ("-5 to all", ["text"]),
    ],
)
def test_blocks(lines: str, kinds: list[str]) -> None:
    assert [block.kind.value for block in read_blocks(tuple(lines.splitlines()))] == kinds


def test_dice_that_cannot_be_are_text() -> None:
    (block,) = read_blocks(("0d6, 2d0 and 1d6",))
    assert [part.dice for part in block.parts if part.dice] == ["1d6"]
    assert block.kind is BlockKind.TEXT


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("1d4 – 1", ["1d4-1"]),
        ("1d20+5-2", ["1d20+3"]),
        ("1d20 − 1", ["1d20-1"]),
        ("d8", ["1d8"]),
        ("d20+3", ["1d20+3"]),
        ("1W6+2", ["1d6+2"]),
        ("100d6", ["100d6"]),
        ("+4 to hit", ["1d20+4"]),
        ("**Bite.** +4 to hit, Hit: 5 (1d6 + 2) and 3 (1d6) fire.", ["1d20+4", "1d6+2", "1d6"]),
        ("*Melee Attack Roll:* +4, reach 5 ft.", ["1d20+4"]),
        ("**2d6**+3", ["2d6+3"]),
        ("2d6, 3d8; 1d4.", ["2d6", "3d8", "1d4"]),
        ("1d6 - half on a save", ["1d6"]),
        ("Bite - 2d6", ["2d6"]),
        ("2d6/turn", ["2d6"]),
        ("Web (Recharge 5-6). DC 13", ["1d6"]),
        ("Rock (Recharge 6).", ["1d6"]),
        ("Haste (Recharge after a Short Rest)", []),
        ("It regains 5 (1d10) Hit Points.", ["1d10"]),
        ("1d8 slashing plus 2d6 fire", ["1d8", "2d6"]),
        ("1d8 plus 2d6 fire", ["1d8", "2d6"]),
        ("1d6 per round", ["1d6"]),
        ("[[1d6+2]]", ["1d6+2"]),
        ("1d6 + 2 (×2)", ["1d6+2"]),
        ("W20, 2W6+3", ["1d20", "2d6+3"]),
    ],
)
def test_dice_are_buttons_that_roll_all_of_what_is_written(text: str, codes: list[str]) -> None:
    (block,) = read_blocks((text,))
    assert [part.dice for part in block.parts if part.dice] == codes
    assert "".join(part.text for part in block.parts) == text.replace("*", "")


@pytest.mark.parametrize(
    "text",
    [
        *("3d6/2", "2d6*2", "(2d6+3)*2", "3d6 x 10 gp", "3d6!", "8d6>=5", "1d6+STR", "2d6 × 2", "1d6÷2", "2*2d6"),
        *("2d20kh1", "4d6 drop lowest", "1d6-STR", "1d6 + Dex", "10+2d6", "10 - 1d6", "3 x (1d6+2)", "max(1d6, 2d4)"),
        *("1d6 + 1d4", "1d20+5-2d4", "STR+1d6", "d66", "101d6", "3D+1", "x2d6", "1d6+2%", "1d8/1d10", "**2d6***2"),
        *(
            "1d12—1",
            "1d8 plus 3",
            "1d6 minus 1",
            "1d8 plus your level",
            "1d6 per level",
            "1d6/level",
            "1d6 for each rank",
        ),
        *("1d20 adv", "1d20 with advantage", "1d20 (disadvantage)", "1d6{2}", "1d6+-2", "1d6 + -2", "1d6--2", "½ 1d6"),
        *("1d6/HD", "1d6 per hit die", "1d6 plus half your level", "1d6²", "1d6r1", "2d6+1d8+3", "2x(1d6)", "1d6–1d8"),
    ],
)
def test_a_part_of_what_is_written_is_no_button(text: str) -> None:
    (block,) = read_blocks((text,))
    assert not any(part.dice for part in block.parts)


def test_a_card_keeps_its_line_ends() -> None:
    (block,) = read_blocks(("AC 13", "HP 7"))
    assert "".join(part.text for part in block.parts) == "AC 13\nHP 7"


def test_the_beginning_of_a_long_card_is_cut() -> None:
    assert first_words(("x" * 400,)).endswith("…")
