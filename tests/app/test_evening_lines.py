"""Tests of lines as game masters type them in a hurry, with the words around the values that say nothing."""

from dataclasses import replace

import pytest

from app.importers.reader import read_typed
from app.values.lists import LineRead
from tests.app.test_packs import begun
from turntrack.core.commands import AddCombatant, MakeEncounter
from turntrack.core.dice import NoDice
from turntrack.core.model import Encounter
from turntrack.history.session import Session
from turntrack.lines.repairs import ask_for_several
from turntrack.lines.several import split_combatants
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of


def begin(game: str) -> tuple[Encounter, TurnSystem]:
    """Return a new fight of a coded system or a preset, and its rules."""
    if game not in {system.key for system in SYSTEMS}:
        session, system = begun(game)
        return session.encounter, system
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Reeds", game), NoDice())
    return session.encounter, system_of(game, SYSTEMS).at(session.encounter)


def read(text: str, game: str) -> tuple[LineRead, ...]:
    """Return the lines as they are read in a new fight of a coded system or a preset."""
    return read_typed(text, *begin(game))


def read_single(line: str, game: str) -> AddCombatant:
    (single,) = read(line, game)
    assert single.command, single.wrong
    return single.command


def summary(command: AddCombatant) -> str:
    """Write what a line tells, the name first, and only what it tells."""
    health = f"hp {command.health}" + f"/{command.full_health}" * bool(command.full_health)
    parts = (
        f"{command.name} ×{command.count}" if command.count > 1 else command.name,
        f"side {command.side}" if command.side else "",
        *(f"{key} {value}" for key, value in command.sheet.items() if value != ""),
        health if command.health or command.full_health else "",
        *(condition.name for condition in command.conditions),
        "hidden" if command.hidden else "",
        f"round {command.comes.round}" if command.comes else "",
        f"note {command.note}" if command.note else "",
    )
    return ", ".join(filter(None, parts))


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        # What a count, a modifier or a total is.
        ("d20_once", "2 more gnolls, hp 22", "gnoll ×2, hp 22"),
        ("d20_once", "- 2 further gnolls (hp 22)", "gnoll ×2, hp 22"),
        ("d20_once", "late joiner: Silas, hp 20", "Silas, hp 20"),
        ("d20_once", "Tarn (noch 9 von 20 TP)", "Tarn, hp 9/20"),
        ("d20_once", "Tarn (rogue) 30hp 21 hidden", "Tarn (rogue), rolled_total 21, hp 30, hidden"),
        ("d20_once", "Tarn, hp 30, 14 prone", "Tarn, rolled_total 14, hp 30, prone"),
        ("rond6", "Tarn 3D, body 9/20", "Tarn, perception 3D, hp 9/20"),
        ("rond6", "Tarn, WAH 3W, body 20", "Tarn, perception 3D, hp 20"),
        ("rond6", "in Runde 3 kommt der Oger (LP 45, Wahrn 2W)", "Oger, perception 2D, hp 45, round 3"),
        ("traveller", "Svetla init 6 (END down to 3)", "Svetla, initiative 6, end 3"),
        ("d20_once", "goblins again, 6 of them. 7 hp each ac 15", "goblins again ×6, hp 7, note AC 15"),
        ("d20_once", "Tamsin (ally npc) init 13", "Tamsin, side Allies, rolled_total 13, note npc"),
        ("interlock", "Falke REF 8, Kampfgespür 4, KÖR 6", "Falke, ref 8, combat_sense 4, body 6"),
        ("d20_once", "Marshal Bix, on the heroes side", "Marshal Bix, side Allies"),
        ("d20_once", "2 squads of 3 archers, ac 13", "archer ×6, note AC 13; 2 squads of 3"),
        ("d20_once", "1 elite gnoll +4 hp 22", "elite gnoll, dex 4, hp 22"),
        ("d20_once", "3 bog rats -1, hp 3", "bog rat ×3, dex -1, hp 3"),
        ("d20_once", "Rusk 52hp AC15 +3, already hurt, 31 left", "Rusk, dex 3, hp 31/52, note AC 15; already hurt"),
        ("d20_once", "Archer hp 11, arrows 20 (8 used)", "Archer, hp 11, note arrows 20; 8 used"),
        ("d20_once", "3 guards charmed by Aria 11hp", "guard ×3, hp 11, charmed"),
        ("d20_once", "Ogre frightened 2 50hp", "Ogre, hp 50, frightened 2"),
        ("d20_once", "3 goblins 7hp, 1 wounded", "goblin ×3, hp 7, note 1 wounded"),
        ("d20_once", "Aria (45/45) (18)", "Aria, rolled_total 18, hp 45/45"),
        ("d20_once", "Ogre 59 hp (-1)", "Ogre, dex -1, hp 59"),
        ("d20_once", "Ogre 50hp +2 prone", "Ogre, dex 2, hp 50, prone"),
        ("d20_once", "Mage, prone (until next turn), 40hp", "Mage, hp 40, prone, note until next turn"),
        ("d20_once", "Mage 40hp, invisible until round 3", "Mage, hp 40, hidden, note until round 3"),
        ("d20_once", "Mage 40hp, prone/poisoned", "Mage, hp 40, prone, poisoned"),
        ("traveller", "Marine, DEX dm 1, hits 8", "Marine, hp 8, note DEX dm 1"),
        ("cards", "4 soldiers (parry 5, tough 7(2))", "soldier ×4, note parry 5; tough 7(2)"),
        ("rond6", "Ida, 18 von 25 Körperpunkten", "Ida, hp 18/25"),
        ("three_actions", "Zombie brute +6", "Zombie brute, perception 6"),
        ("d20_once", "goblin boss +2", "goblin boss, dex 2"),
        ("d20_once", "Tam (ally, 4hp, acts on 5)", "Tam, side Allies, rolled_total 5, hp 4"),
        ("traveller", "Rex init 5, END down to 3", "Rex, initiative 5, end 3"),
        ("traveller", "Rex, END 3/7", "Rex, end 3, note END 3/7"),
        ("three_actions", "2 bog hounds +9 hp45", "bog hound ×2, perception 9, hp 45"),
        ("three_actions", "elite bog hound +11 hp60 ac21", "elite bog hound, perception 11, hp 60, note AC 21"),
        ("three_actions", "Tomb guards 4, hp 30 each, perception +9", "Tomb guard ×4, perception 9, hp 30"),
        ("d20_once", "4 Skelette RK 13 TP 13 Ini +2", "Skelette ×4, dex 2, hp 13, note AC 13"),
        ("reflexes", "6 Stadtleute REF 5", "Stadtmann ×6, ref 5"),
        ("interlock", "cops (4) ref 7 sp 14", "cop ×4, ref 7, note sp 14"),
        ("d20_once", "2x veteran ac 17 58hp +1", "veteran ×2, dex 1, hp 58, note AC 17"),
        # Numbers before their words, in a row and alone.
        ("rond6", "foreman Sturl 3D 26 body", "foreman Sturl, perception 3D, hp 26"),
        ("interlock", "Falke 8 REF 6 BODY 4 CS", "Falke, ref 8, body 6, combat_sense 4"),
        ("d20_once", "Rat 6 hp 15 ac", "Rat, hp 6, note AC 15"),
        ("traveller", "free trader crewman hull 30", "free trader crewman, hp 30"),
        ("traveller", "Marine D5 E6 I10", "Marine, dex 5, end 6, note INT 10"),
        ("rond6", "Trooper per 2D blaster 3D", "Trooper, perception 2D, ranged_weapons 3D"),
        ("interlock", "Booster SP 18 head / body SP 20", "Booster, note SP 18; head; body SP 20"),
        # What somebody does at a health is no health.
        ("d20_once", "thug 32hp fights till 10hp", "thug, hp 32, note fights till 10hp"),
        ("d20_once", "thug 32hp, flees below 10 hp", "thug, hp 32, note flees below 10 hp"),
        ("d20_once", "thug 32hp +1, runs when under 10 hp", "thug, dex 1, hp 32, note runs when under 10 hp"),
        ("d20_once", "Räuber 32hp, flieht bei 10 TP", "Räuber, hp 32, note flieht bei 10 TP"),
        # Who is not seen, and who comes later.
        ("d20_once", "2 spies 22hp nobody's seen them", "spy ×2, hp 22, hidden, note nobody's seen them"),
        ("d20_once", "spy 22hp, they haven't spotted it", "spy, hp 22, hidden, note they haven't spotted it"),
        ("d20_once", "spy 22hp, they haven't seen the heroes", "spy, hp 22, note they haven't seen the heroes"),
        ("d20_once", "Ghul 22hp, keiner hat ihn bemerkt", "Ghul, hp 22, hidden, note keiner hat ihn bemerkt"),
        ("d20_once", "ghoul 22hp (turns up later)", "ghoul, hp 22, round 0"),
        ("d20_once", "Ghul 22hp (taucht später auf)", "Ghul, hp 22, round 0"),
        ("d20_once", "ghoul 22hp, joins later from the north", "ghoul, hp 22, round 0, note from the north"),
        # A number that is taken back.
        ("d20_once", "Aria 17, no 19", "Aria, rolled_total 19"),
        ("d20_once", "Aria 17 no wait 19", "Aria, rolled_total 19"),
        ("d20_once", "Aria 17 -> 19", "Aria, rolled_total 19"),
        ("d20_once", "Aria 17, sorry 19, prone", "Aria, rolled_total 19, prone"),
        ("three_actions", "Ilse 21, ach nee 23", "Ilse, rolled_total 23"),
        ("d20_once", "Ogre hp 30, no wait 35", "Ogre, hp 35"),
        ("d20_once", "Ogre init 12 sorry 14, 59hp", "Ogre, rolled_total 14, hp 59"),
        # Full stops between values.
        ("three_actions", "grick 40hp, +9. clumsy 1. halberd", "grick, perception 9, hp 40, clumsy 1, note halberd"),
        ("d20_once", "orc. 15hp. +1. prone. shield", "orc, dex 1, hp 15, prone, note shield"),
        ("d20_once", "Mr. Pocock 40hp. drunk. +2", "Mr. Pocock, dex 2, hp 40, note drunk"),
        ("d20_once", "Ghul 22hp, kommt in der 2. runde", "Ghul, hp 22, note kommt in der 2. runde"),
        ("d20_once", "Mage 22hp note hates fire. fears cats", "Mage, hp 22, note hates fire. fears cats"),
        # Words for how many, and glued values.
        ("cards", "Eight bandidos", "bandido ×8"),
        ("cards", "Extras: 6 gang members, 5 of clubs", "gang member ×6, card 13, note Extras"),
        # A full stop parts what is told, but cuts words and stands in names.
        ("three_actions", "kobold scout, clumsy 1. halberd", "kobold scout, clumsy 1, note halberd"),
        ("d20_once", "ogre 59hp. prone. greatclub", "ogre, hp 59, prone, note greatclub"),
        ("d20_once", "Goblin 7 TP. liegend. rostiger Säbel", "Goblin, hp 7, liegend, note rostiger Säbel"),
        ("interlock", "guard REF 6. SP 12. prone. shotgun", "guard, ref 6, prone, note SP 12; shotgun"),
        ("d20_once", "Sgt. Hale 22hp, leg. res left", "Sgt. Hale, hp 22, note leg. res left"),
        # What somebody does in a round, or at a number, is nothing of the order.
        ("d20_once", "boss 30hp. blows the horn rd 2", "boss, hp 30, note blows the horn rd 2"),
        ("d20_once", "Boss 30 TP, bläst ins Horn Runde 2", "Boss, hp 30, note bläst ins Horn Runde 2"),
        ("d20_once", "boss 50 hp, flees at 20", "boss, hp 50, note flees at 20"),
        ("d20_once", "Boss 50 TP, flieht bei 20", "Boss, hp 50, note flieht bei 20"),
        ("d20_once", "4 wolves 11hp, show up round 2", "wolf ×4, hp 11, round 2"),
        # Behind an attribute, what follows from it.
        ("traveller", "marine DEX 9 (+1) END 7", "marine, dex 9, end 7, note DEX 9 (+1)"),
        ("interlock", "Booster, note burrowed, REF 6", "Booster, ref 6, note burrowed"),
        ("interlock", "Ripperdoc REF7 CS3", "Ripperdoc, ref 7, combat_sense 3"),
        # Twice the same is no slip.
        ("d20_once", "hill giant 105hp, hp 105", "hill giant, hp 105"),
        # A total beside what it is made of.
        ("d20_once", "Tobi nat 20 so 23 total!!", "Tobi, rolled_total 23"),
        ("d20_once", "Ana 14 on the die + 5 = 19", "Ana, rolled_total 19"),
        ("d20_once", "Bo => {1d20+6 = 22}", "Bo, rolled_total 22"),
        ("d20_once", "Bo [1d20+6] 22", "Bo, rolled_total 22"),
        ("d20_once", "Bo rolled 1d20+3: 17", "Bo, rolled_total 17"),
        ("d20_once", "Bo 17 (14 + 3)", "Bo, rolled_total 17"),
        ("d20_once", "Bo 17 (nat 14)", "Bo, rolled_total 17"),
        ("d20_once", "Bo rolled a 19 all in", "Bo, rolled_total 19"),
        ("d20_once", "Bo 19 incl everything", "Bo, rolled_total 19"),
        ("d20_once", "Bo init: 14+3=17, hp 9", "Bo, rolled_total 17, hp 9"),
        ("d20_once", "Bo initiative 14 + 3 + 1 = 18 hp 9", "Bo, rolled_total 18, hp 9"),
        ("d20_once", "Bo total 14 + 3 = 17", "Bo, rolled_total 17"),
        ("d20_once", "Bo AC 10+3=13", "Bo, note AC 10; +3=13"),
        ("d20_once", "Bo, 17 gesamt", "Bo, rolled_total 17"),
        ("d20_once", "Bo, hp 40-10=30", "Bo, hp 30, note 40-10"),
        # What is left of a health.
        ("three_actions", "Kyra +9, 26 out of 28", "Kyra, perception 9, hp 26/28"),
        ("d20_once", "Kyra, hp 28, at 26 of 28", "Kyra, hp 26/28"),
        ("d20_once", "Kyra, at 26 of 28", "Kyra, hp 26/28"),
        ("d20_once", "Mage, he's at 31 of 44", "Mage, hp 31/44"),
        ("d20_once", "Seelah, full hp (41)", "Seelah, hp 41"),
        ("d20_once", "Mage, took 26 of her 66 already", "Mage, hp 40/66"),
        ("d20_once", "Mage lost 5 hp of 40", "Mage, hp 35/40"),
        ("d20_once", "Mage, missing 12 hp (of 40)", "Mage, hp 28/40"),
        # Numbers that are taken back, and others than with a word.
        ("rond6", "no wait not 3 but 5 cultists, body 8, 2D", "cultist ×5, perception 2D, hp 8"),
        ("d20_once", "3, no, 4 orcs, hp 15", "orc ×4, hp 15"),
        ("rond6", "high priest 4D/16", "high priest, perception 4D, hp 16"),
        ("rond6", "2 Wachen 2W und 9", "Wachen ×2, perception 2D, hp 9"),
        ("rond6", "Brodek Wahrnehmung 3W+1 Körper 15", "Brodek, perception 3D+1, hp 15"),
        ("traveller", "Boss  DEX 9 INT 9 END 8, Leadership 1", "Boss, dex 9, end 8, note INT 9; Leadership 1"),
        ("d20_once", "his 3 thugs, hp 11", "thug ×3, hp 11"),
        ("d20_once", "Am Tor: zwei Wachen", "Wachen ×2, note Am Tor"),
        ("d20_once", "Im Hof: 3 Orks, TP 15", "Ork ×3, hp 15, note Im Hof"),
        ("d20_once", "scout (hp 9) sits hidden in a tree", "scout, hp 9, hidden, note sits; in a tree"),
        ("three_actions", "Merisiel rolls STEALTH, +10", "Merisiel, perception 10, note rolls STEALTH"),
        ("d20_once", "trap!! scythe blades, 40hp", "scythe blades, hp 40, note trap"),
        ("traveller", "marines all on 0 (there's 4 of em, friendly)", "marine ×4, side Allies, initiative 0"),
        ("interlock", "2 Wachen REF 7, KONST 6, SP 14 Weste", "Wachen ×2, ref 7, body 6, note SP 14; Weste"),
        ("d20_once", "Bo gets a bonus from bless, hp 20", "Bo, hp 20, note gets a bonus from bless"),
        ("d20_once", "then 3 gnolls @ 11", "gnoll ×3, rolled_total 11"),
        ("d20_once", "Sal 12 hp left out of 30, init 7", "Sal, rolled_total 7, hp 12/30"),
        ("d20_once", "3 goblins 7hp, 2 of them hidden", "goblin ×3, hp 7, note 2 of them hidden"),
        ("d20_once", "5 kobolds 5hp, 2 hiding on the ledge", "kobold ×5, hp 5, note 2 hiding on the ledge"),
        ("cards", "Kowalski wc imp lvl headed, fatigued", "Kowalski, drawn 3, fatigued, note wc"),
        ("cards", "Doc Hollis WC lvl head", "Doc Hollis, drawn 2, note WC"),
        ("rond6", "Marek per 3D stunned 1 round", "Marek, perception 3D, stunned, note 1 round"),
        ("d20_once", "dragon hp ~200 ac ~19", "dragon, hp 200, note AC 19"),
        ("d20_once", "dragon hp ???", "dragon, note hp ???"),
        ("d20_once", "Mage 50hp 14", "Mage, rolled_total 14, hp 50"),
        ("d20_once", "Mage 40hp+10", "Mage, hp 40, note 40hp+10"),
        ("d20_once", "goblin 1, 2 and 3: hp 7", "goblin ×3, hp 7"),
        ("rond6", "guards 3 × body 10 per 2D", "guard ×3, perception 2D, hp 10"),
        ("rond6", "Sergeant Holub, per 3D+1, body 13 (2 taken)", "Sergeant Holub, perception 3D+1, hp 11/13"),
        # Those who are not seen.
        ("d20_once", "Trap, nobody has seen it yet", "Trap, hidden, note nobody has seen it yet"),
        ("d20_once", "gator, players dont know", "gator, hidden, note players dont know"),
        ("d20_once", "spy, the party hasn't noticed", "spy, hidden, note the party hasn't noticed"),
        ("d20_once", "sniper NOT SPOTTED", "sniper, hidden, note NOT SPOTTED"),
        ("d20_once", "spy, don't show yet", "spy, hidden, note don't show yet"),
        ("d20_once", "spy, players haven't seen her", "spy, hidden, note players haven't seen her"),
        ("d20_once", "guard hp 11, didn't notice them", "guard, hp 11, note didn't notice them"),
        ("d20_once", "guard hp 11, can't see", "guard, hp 11, note can't see"),
        ("d20_once", "guard hp 11, doesn't show mercy", "guard, hp 11, note doesn't show mercy"),
        ("d20_once", "guard hp 11, nobody knows why", "guard, hp 11, note nobody knows why"),
        # What only looks like those.
        ("d20_once", "Over Lord: 17", "Over Lord, rolled_total 17"),
        ("d20_once", "Unter Offizier: TP 12", "Unter Offizier, hp 12"),
        ("d20_once", "Ida, lost 2 of 3 sons", "Ida, note lost 2; of 3 sons"),
        ("three_actions", "Goblin, hp 7, slowed 1 round 2", "Goblin, hp 7, round 2, note slowed 1"),
        ("three_actions", "Ghoul, hp 20, quickened for 1 minute", "Ghoul, hp 20, note quickened for 1 minute"),
        ("d20_once", "Ned who doesn't know fear", "Ned who doesn't know fear"),
        # Remarks.
        ("d20_once", "2 spies (hidden!!) ac 12", "spy ×2, hidden, note AC 12"),
        ("d20_once", "2 imps (fly in through the roof in round 3)", "imp ×2, round 3, note fly in through the roof"),
        ("d20_once", "Wyn init 21 (rolled stealth, so hidden)", "Wyn, rolled_total 21, note rolled stealth; so hidden"),
        ("d20_once", "8 ghouls in 2 groups of 4, hp 22", "ghoul ×8, hp 22, note in 2 groups of 4"),
        ("d20_once", "9 ghouls (3 packs of 3), hp 22", "ghoul ×9, hp 22, note 3 packs of 3"),
        ("d20_once", "Old Fenna - on our side, hp 4", "Old Fenna, side Allies, hp 4"),
        ("d20_once", "Squire Tam = friendly, hp 9", "Squire Tam, side Allies, hp 9"),
        ("d20_once", "Ines hasn’t rolled yet", "Ines, note not rolled yet"),
        ("d20_once", "Wyrm, init +7, 3 legendary actions, hp 195", "Wyrm, dex 7, hp 195, note 3 legendary actions"),
        ("d20_once", "Odo init 12, not hostile yet", "Odo, rolled_total 12, note not hostile yet"),
        ("d20_once", "Ines just turned up - 16", "Ines, rolled_total 16, note just turned up"),
        ("d20_once", "Odo surprised too, init 5", "Odo, rolled_total 5, surprised"),
        ("d20_once", "Odo init 9 - surprised!", "Odo, rolled_total 9, surprised"),
        ("d20_once", "Odo init 9, not surprised", "Odo, rolled_total 9, note not surprised"),
        ("d20_once", "2 guards, hp 11, one already wounded", "guard ×2, hp 11, note one already wounded"),
        ("d20_once", "round 3 - 2 imps, hp 9", "imp ×2, hp 9, round 3"),
        ("d20_once", "+2 guards, hp 11", "guard ×2, hp 11"),
        ("d20_once", "Wyn init 20 (scouting +1 already in)", "Wyn, rolled_total 20, note scouting +1 already in"),
        ("d20_once", "Lich, init 17 (don't roll, always 17)", "Lich, rolled_total 17, note don't roll; always 17"),
        ("traveller", "Renn 7A8965, initiative 10", "Renn, dex 10, end 8, initiative 10, note UPP 7A8965"),
        ("cards", "Lem 2c", "Lem, card 1"),
        ("cards", "5 rustlers (P5, T5) jack of diamonds", "rustler ×5, card 38, note P5; T5"),
        ("d20_once", "Ember, hp 82 (currently 60), init +2", "Ember, dex 2, hp 60/82"),
        ("d20_once", "Odo, init 14, down to 6 hp (max 39)", "Odo, rolled_total 14, hp 6/39"),
        ("d20_once", "Kip (stray robot, helps us) - 10", "Kip, side Allies, rolled_total 10, note stray robot"),
        ("d20_once", "2 mill hounds: 8, hp 16", "mill hound ×2, rolled_total 8, hp 16"),
        ("d20_once", "Nub: 18; hp 12/38; ac 20; bleeding", "Nub, rolled_total 18, hp 12/38, bleeding, note AC 20"),
        ("d20_once", "Vask the Pale: AC 19, HP 256, init +12", "Vask the Pale, dex 12, hp 256, note AC 19"),
        ("traveller", "Thugs x3 - UPP 787533 - threw 6", "Thug ×3, dex 8, end 7, initiative 6, note UPP 787533"),
        ("cards", "3 deputies, parry 5, with Dunmore", "deputy ×3, note parry 5; with Dunmore"),
        ("cards", "Ilse, level headed, fine", "Ilse, drawn 2, note fine"),
        # Values of a game by the words for them.
        ("dexterity_order", "Nora DEX 60 HP 11 gun drawn", "Nora, dex 60, gun 50, hp 11"),
        ("dexterity_order", "Abel, dex 45, pistol ready", "Abel, dex 45, gun 50"),
        ("interlock", "Shade REF 8 combat sense +5", "Shade, ref 8, combat_sense 5"),
        ("interlock", "Shade REF 8 (solo, combat sense 4)", "Shade, ref 8, combat_sense 4, note solo"),
        ("interlock", "Shade REF 9 +2 sandevistan", "Shade, ref 9, boost 2"),
        ("interlock", "Shade, ref 6, 9/30 hp, seriously wounded", "Shade, ref 6, hp 9/30, seriously wounded"),
        ("cards", "Reed lvl headed", "Reed, drawn 2"),
        ("cards", "Greta, Kühler Kopf, angeschlagen", "Greta, drawn 2, angeschlagen"),
        ("cards", "4 bandits (extras) 9 clubs", "bandit ×4, card 29, note extras"),
        ("cards", "Jem K spades", "Jem, card 48"),
        # Dice behind a name are those of the order.
        ("rond6", "Major Henne 3W+2 KP 28", "Major Henne, perception 3D+2, hp 28"),
        ("rond6", "2 biker scouts 3D, hp 7", "biker scout ×2, perception 3D, hp 7"),
        ("rond6", "vier Pfleger (harmlos) 2W+1", "Pfleger (harmlos) ×4, perception 2D+1"),
        ("rond6", "Spähdroide ini 4W+1", "Spähdroide, perception 4D+1"),
        ("rond6", "cantina band (4) 1D", "cantina band ×4, perception 1D"),
        (
            "rond6",
            "Lurker: Agility 3D+1, Perception 2D+2. Move 10. Natural armour +3. Claws (damage +1D).",
            "Lurker, agility 3D+1, perception 2D+2, pace 10, note Natural armour +3; Claws (damage +1D)",
        ),
        ("traveller", "Kade 8A9775 combat armour 13", "Kade, dex 10, end 9, note UPP 8A9775; combat armour 13"),
        ("rond6", "5 rats (2D), hp 3", "rat ×5, perception 2D, hp 3"),
        ("rond6", "Ogre (3D+1), 12 KP", "Ogre, perception 3D+1, hp 12"),
        ("rond6", "Zeb 4D stunned", "Zeb, perception 4D, stunned"),
        ("rond6", "2 guards sneak 4D", "guard ×2, note sneak 4D"),
        ("rond6", "Dieb schleichen 4W", "Dieb, note schleichen 4W"),
        ("rond6", "dog biting 4d perc 3d", "dog, perception 3D, note biting 4d"),
        ("rond6", "Mara dex 3D", "Mara, note dex 3D"),
        # Who comes later, or is not seen, before the name.
        ("d20_once", "comes in r4 through the roof: assassin hp 78", "assassin, hp 78, round 4, note through the roof"),
        ("d20_once", "ab Runde 2 von hinten: 3 Wölfe 11 TP", "Wölfe ×3, hp 11, round 2, note von hinten"),
        ("d20_once", "hidden in the reeds 2 more spearmen hp 16", "spearman ×2, hp 16, hidden, note in the reeds"),
        ("d20_once", "im Schilf versteckt noch zwei Ghule 22 TP", "Ghule ×2, hp 22, hidden, note im Schilf"),
        ("d20_once", "behind the bar hidden: smith hp 9", "smith, hp 9, hidden, note behind the bar"),
        ("interlock", "Swat Team (6) in 2 Runden", "Swat Team ×6, round 0, note in 2 Runden"),
        ("d20_once", "riders (3) after 4 rounds, hp 20", "rider ×3, hp 20, round 0, note after 4 rounds"),
        ("d20_once", "2 guards in 3 rounds", "guard ×2, round 0, note in 3 rounds"),
        ("d20_once", "nach 3 Runden kommen 2 Oger, 59 TP", "Oger ×2, hp 59, round 0, note nach 3 Runden"),
        ("d20_once", "next round also 2 snipers hp 9", "sniper ×2, hp 9, round 0, note next round"),
        ("d20_once", "Wenn es läutet: Ritter Kuno, TP 52", "Ritter Kuno, hp 52, round 0, note Wenn es läutet"),
        ("d20_once", "If it goes badly Ortiz hp 40", "Ortiz, hp 40, round 0, note If it goes badly"),
        ("d20_once", "Sgt. Vale comes to help us, hp 30", "Sgt. Vale, side Allies, hp 30, note comes to help us"),
        ("traveller", "Bo runs in and helps the crew", "Bo, side Allies, note runs in and helps the crew"),
        ("traveller", "Bo (dex 7) runs in and helps us", "Bo, side Allies, dex 7, note runs in and helps us"),
        ("traveller", "Bo (dex 7) waits for us", "Bo, dex 7, note waits for us"),
        ("traveller", "Bo (dex 7) waits if Al helps us", "Bo, dex 7, note waits if Al helps us"),
        ("traveller", "The android steward helps the crew - DEX 9", "The android steward, side Allies, dex 9"),
        ("traveller", "Otto, hilft der Gruppe, dex 7", "Otto, side Allies, dex 7"),
        ("traveller", "Moe DEX 6 (fights for the players)", "Moe, side Allies, dex 6"),
        ("d20_once", "Man in the Moon, hp 20", "Man in the Moon, hp 20"),
        ("d20_once", "Two in the Bush, hp 12", "Two in the Bush, hp 12"),
        # What is left of a health.
        ("d20_once", "Vogt 52 TP RK 14, hat schon 12 abgekriegt", "Vogt, hp 40/52, note AC 14"),
        ("d20_once", "troll hp 84, already took 30", "troll, hp 54/84"),
        ("d20_once", "Wyvern 110 hp, lost 30 so far", "Wyvern, hp 80/110"),
        ("d20_once", "Ritter TP 52, bereits 12 Schaden", "Ritter, hp 40/52"),
        ("d20_once", "3 hags hp 15, has taken 4 damage", "hag ×3, hp 15, note has taken 4 damage"),
        ("d20_once", "troll already wounded 12 of 84", "troll, hp 12/84, wounded"),
        ("rond6", "Kran schon beschädigt 12 von 40", "Kran, hp 12/40, note beschädigt"),
        ("rond6", "Kran 40 KP, beschädigt 12 von 40", "Kran, hp 40, note beschädigt 12 von 40"),
        ("d20_once", "Ogre 30 von 59 TP", "Ogre, hp 30/59"),
        ("d20_once", "Ogre LP 30 von 59", "Ogre, hp 30/59"),
        ("three_actions", "weak mimic hp 75-15=60 ac 18", "weak mimic, hp 60, note AC 18; 75-15"),
        ("d20_once", "3 Orks 15 TP, einer schon verwundet", "Ork ×3, hp 15, note einer schon verwundet"),
        # What somebody does, behind the name; counts that are not exact, and what each has.
        ("d20_once", "owl (small) acts right after Ilse, hp 1", "owl (small), hp 1, note acts right after Ilse"),
        ("d20_once", "Falke handelt direkt nach Ilse, TP 4", "Falke, hp 4, note handelt direkt nach Ilse"),
        ("d20_once", "mule stays outside, hp 11", "mule, hp 11, note stays outside"),
        ("d20_once", "driver waits in the car until round 3", "driver, round 3, note waits in the car"),
        ("d20_once", "Kutscher bleibt im Wagen bis Runde 3", "Kutscher, round 3, note bleibt im Wagen"),
        ("d20_once", "Runs With Wolves, hp 20", "Runs With Wolves, hp 20"),
        ("d20_once", "Borin goes on 21", "Borin, rolled_total 21"),
        ("d20_once", "In round 3 comes the ogre, hp 59", "ogre, hp 59, round 3"),
        ("d20_once", "3 bugbears in hiding hp 27", "bugbear ×3, hp 27, hidden"),
        ("interlock", "Marine, x3 ref 7", "Marine ×3, ref 7"),
        ("traveller", "Rex 787764, DEX DM +0", "Rex, dex 8, end 7, note UPP 787764; DEX DM +0"),
        ("d20_once", "2 gnolls hp 22, both hidden in the rafters", "gnoll ×2, hp 22, hidden, note in the rafters"),
        ("cards", "Prof. Adebayo, shaken", "Prof. Adebayo, shaken"),
        ("d20_once", "Villagers ca. 20", "Villager ×20"),
        ("d20_once", "about 12 townsfolk, hp 4", "townsfolk ×12, hp 4"),
        ("d20_once", "vier Räuber mit je 15 TP", "Räuber ×4, hp 15"),
        ("d20_once", "drei Wilderer je 11 TP RK 12", "Wilderer ×3, hp 11, note AC 12"),
        ("d20_once", "sechs Bolde à 5 TP", "Bolde ×6, hp 5"),
        # Who is not there or not seen yet; and Stealth in place of Perception.
        ("interlock", "rigger in the truck, ref 5, not in play yet", "rigger in the truck, ref 5, round 0"),
        ("interlock", "Hacker REF 5 noch nicht dabei", "Hacker, ref 5, round 0"),
        ("rond6", "their scout 2D+2 not seen yet", "their scout, perception 2D+2, hidden"),
        ("d20_once", "assassin hp 78 not spotted yet", "assassin, hp 78, hidden"),
        ("d20_once", "Dieb TP 20 noch nicht entdeckt", "Dieb, hp 20, hidden"),
        ("three_actions", "Imp perc +2 (sneaking, stealth +5)", "Imp, perception 5, hidden, note Perception +2"),
        ("three_actions", "rogue perc +4, hiding, stealth +9", "rogue, perception 9, hidden, note Perception +4"),
        ("three_actions", "Dieb Wahrn +4 schleicht, Heimlichkeit +9", "Dieb, perception 9, hidden, note Perception +4"),
        ("three_actions", "guard perc +4 hp 30 stealth +9", "guard, perception 4, hp 30, note Stealth +9"),
        ("three_actions", "guard (perc +4, stealth +9) hp 30", "guard, perception 4, hp 30, note Stealth +9"),
        ("three_actions", "cat stealth +9 hp 5", "cat, perception 9, hp 5"),
        # Bullets.
        ("d20_once", "  o  ogre, hp 59", "ogre, hp 59"),
        ("d20_once", "o'Brien, hp 20", "o'Brien, hp 20"),
        ("d20_once", "- [x] 2 wolves, hp 11", "wolf ×2, hp 11"),
        ("d20_once", "Treasure hunter, hp 20", "Treasure hunter, hp 20"),
        ("d20_once", "Loot Goblin: 12", "Loot Goblin, rolled_total 12"),
        # Cards, edges and extras.
        ("cards", "rustlers (4) diamonds 9", "rustler ×4, card 30"),
        ("cards", "Vern spades queen", "Vern, card 44"),
        ("cards", "Vern on hold w/ king hearts", "Vern, card 47, on hold"),
        ("cards", "WC Vern quick", "Vern, again 5, note WC"),
        ("cards", "Rustlers – 5 extras, parry 5", "Rustler ×5, note extras; parry 5"),
        ("cards", "Ghouls 4 extras tough 7", "Ghoul ×4, note extras; tough 7"),
        ("cards", "Vern, Quick + Imp. Level Headed → 3 cards", "Vern, again 5, drawn 3, note 3 cards"),
        ("cards", "✪ Vera Cruz, Quick", "✪ Vera Cruz, again 5"),
        ("cards", "witch wild card 3 wounds level headed", "witch, drawn 2, note wild card; 3 wounds"),
        ("cards", "Skelette in 2 Gruppen", "Skelette, note in 2 Gruppen"),
        ("cards", "dozen ghouls as 3 groups", "ghoul ×12, note as 3 groups"),
        ("cards", "sein Maultier robust 7", "sein Maultier, note robust 7"),
        ("cards", "Ace Ventura 9 of clubs", "Ace Ventura, card 29"),
        ("cards", "cannon no card", "cannon, note no card"),
        # Modifiers and totals in Traveller.
        ("traveller", "Enforcer, Hits 16, Init DM +3", "Enforcer, hp 16, note init bonus +3"),
        ("traveller", "Pilot 777655 init mod +2", "Pilot, dex 7, end 7, note UPP 777655; init bonus +2"),
        ("traveller", "Mira rolled 7 dex +2 makes 9, end 8", "Mira, initiative 9, end 8"),
        ("traveller", "merc squad 4 guys, dex 8", "merc squad ×4, dex 8"),
        # Numbers behind several, and effects of attacks.
        ("d20_once", "goblins, 7, hp 9 each", "goblin ×7, hp 9"),
        ("traveller", "pack of jackals, 5, hits 9 each, init DM +2", "pack of jackals ×5, hp 9, note init bonus +2"),
        ("traveller", "Jackals (5), hits 9, init DM +2", "Jackal ×5, hp 9, note init bonus +2"),
        ("d20_once", "wolves, 17, hp 11", "wolves, rolled_total 17, hp 11"),
        ("d20_once", "Boris, 7, hp 9", "Boris, rolled_total 7, hp 9"),
        ("interlock", "Punks vier, REF 6", "Punk ×4, ref 6"),
        ("interlock", "hired guns (four of them): REF 6", "hired gun ×4, ref 6"),
        ("d20_once", "Agent Five, hp 20", "Agent Five, hp 20"),
        ("interlock", "ganger ref 9 w sandy +3", "ganger, ref 9, boost 3"),
        ("three_actions", "wights x2, hp 50, drained 1 on hit", "wight ×2, hp 50, note drained 1 on hit"),
        ("d20_once", "Ogre, concentrating on bless", "Ogre, concentrating"),
        ("spotlight", "Wisp, hp 6, 2 marked", "Wisp, hp 4/6"),
        ("spotlight", "Rook - leader - thresholds 8/15, hp 6", "Rook, hp 6, note leader; thresholds 8/15"),
    ],
)  # fmt: skip
def test_a_line_means_what_its_words_say(game: str, line: str, expected: str) -> None:
    assert summary(read_single(line, game)) == expected


@pytest.mark.parametrize(
    "line", ["Dex Morrow, hp 20", "Emily wounded", "Sgt. Hale", "guard stealth +4", "Mara, not here"]
)
def test_words_that_belong_to_names_stay_in_them(line: str) -> None:
    (single,) = read(line, "interlock")
    command = single.command or single.rest
    assert command
    assert command.count == 1
    assert command.name.split()[0] == line.split()[0].rstrip(",")


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        # How many there are.
        ("d20_once", "Zombie hp 22, group of 5", "Zombie ×5, hp 22"),
        ("interlock", "gang of 7 boosters REF 6", "booster ×7, ref 6"),
        ("d20_once", "skeletons, four, hp 13", "skeleton ×4, hp 13"),
        ("traveller", "Aslan 9B8765 (x2) claws", "Aslan ×2, dex 11, end 8, note UPP 9B8765; claws"),
        ("traveller", "Marine 998776 x3 init 7", "Marine ×3, dex 9, end 8, initiative 7, note UPP 998776"),
        ("d20_once", "goblins(4)hp7 ac15", "goblin ×4, hp 7, note AC 15"),
        # Values by other words.
        ("d20_once", "owlbear 31hp/59", "owlbear, hp 31/59"),
        ("rond6", "Pegleg Dorn, Perception 3D+2, Body 26", "Pegleg Dorn, perception 3D+2, hp 26"),
        ("interlock", "Shade REF 8 BODY 6", "Shade, ref 8, body 6"),
        ("rond6", "Troll 40 KP (schon 10 Schaden), Wahrn 2W", "Troll, perception 2D, hp 30/40"),
        ("rond6", "Wolf, WAH 3W", "Wolf, perception 3D"),
        ("traveller", "Svetlana init 6 (END down to 3)", "Svetlana, initiative 6, end 3"),
        ("traveller", "Jarvis init 8 END 4/8", "Jarvis, initiative 8, end 4, note END 4/8"),
        ("three_actions", "Scythe trap, stealth +12 init, hp 36", "Scythe trap, perception 12, hp 36"),
        ("cards", "2 steam golems T12(4)", "steam golem ×2, note T12(4)"),
        ("cards", "5 cultists T7(2) P5, shaken", "cultist ×5, shaken, note T7(2); P5"),
        ("cards", "Lobo level headed + quick", "Lobo, drawn 2, again 5"),
        ("three_actions", "Bone trap hp 36, 2 actions/round", "Bone trap, hp 36, note 2 actions/round"),
        (
            "traveller",
            "Oda 79A8A8, init 3, already hit: END 4 left of 10",
            "Oda, dex 9, end 4, initiative 3, note UPP 79A8A8; already hit; END 4 of 10",
        ),
        # Who comes later.
        ("rond6", "in Runde 3 kommt der Oger (LP 45 Ini 2W)", "Oger, perception 2D, hp 45, round 3"),
        ("d20_once", "warlord hp 97, 2nd wave", "warlord, hp 97, round 0"),
        ("d20_once", "In round 3 arrive 2 ogres, hp 59", "ogre ×2, hp 59, round 3"),
    ],
)
def test_a_line_is_read_by_the_words_that_are_typed(game: str, line: str, expected: str) -> None:
    assert summary(read_single(line, game)) == expected


def test_what_all_of_several_have_is_put_to_each() -> None:
    (asked,) = read("bouncer + 2 buddies, all REF 6 BODY 9", "interlock")
    assert asked.slips[0].ways[0].line.split("\n") == ["bouncer, REF 6 BODY 9", "2 buddies, REF 6 BODY 9"]


def test_below_a_word_for_the_order_a_high_number_is_a_place_in_it() -> None:
    kobolds = [line.command for line in read("Order:\n26 Vex\n24 kobolds\n19 Lia", "three_actions")][2]
    assert kobolds
    assert (kobolds.count, kobolds.sheet["rolled_total"]) == (1, 24)


def test_semicolons_part_names_with_a_comma_before_their_numbers() -> None:
    told = [line.command and summary(line.command) for line in read("Mira, 14; Tobb, 9; ogre, 11", "d20_once")]
    assert told == ["Mira, rolled_total 14", "Tobb, rolled_total 9", "ogre, rolled_total 11"]


def test_several_on_a_line_of_a_list_are_asked_about_before_their_numbers() -> None:
    first, second = read("Heroes: Aldo 12, Bea 19\nFoes: 3 rats 14, rat king 9 hp 40", "d20_once")
    assert first.wrong.endswith("2 combatants?")
    assert second.wrong.endswith("2 combatants?")


def test_names_alone_may_have_a_remark_in_brackets() -> None:
    (asked,) = read("Jack, Doc Whitmore, Miss Adelaide (Quick)", "cards")
    assert asked.slips[0].ways[0].line.split("\n") == ["Jack", "Doc Whitmore", "Miss Adelaide (Quick)"]


def test_those_who_are_counted_behind_a_title_are_offered() -> None:
    (asked,) = read("Boarders: 4 vargr corsairs DM+1, armour 5", "traveller")
    way = asked.slips[0].ways[0]
    assert (way.label, read_single(way.line, "traveller").count) == ("4 vargr corsairs, note Boarders", 4)


@pytest.mark.parametrize(
    ("game", "text", "heroes", "foes"),
    [
        ("d20_once", "Wyn 17\nOdo 12\n4 bog rats hp 3\nrat king ac 13 hp 22", "Wyn Odo", "bog rat, rat king"),
        ("d20_once", "Wyn 17, Odo 12, 4 bog rats (hp 3, +2), rat king 22hp +1", "Wyn Odo", "bog rat, rat king"),
        ("d20_once", "4 bog rats hp 3\nWyn init 17\nReed Hag +4", "Wyn", "bog rat, Reed Hag"),
        ("d20_once", "Bog rat x4, hp 3\nparty\nWyn\nOdo", "Wyn Odo", "Bog rat"),
        ("d20_once", "Wyn\nOdo\nvs\n4 bog rats", "Wyn Odo", "bog rat"),
        ("d20_once", "Heroes:\nWyn\nOdo\n\n4 bog rats", "Wyn Odo", "bog rat"),
        ("cards", "Wyn\nOdo, quick\n8 raiders, parry 5", "Wyn Odo", "raider"),
        ("interlock", "Wyn REF 8\nOdo REF 6\n4 gangers REF 5 hp 20", "Wyn Odo", "ganger"),
        ("d20_once", "Wyn 17\nOdo 12 fine\n2\u00d7\nReed Hag\nHP 78\nAC 17", "Wyn Odo", "Reed Hag"),
        ("d20_once", "Late as ever: Wyn 17 (hp 9)\nOdo 12\nSgt Pell - friendly guard, hp 9", "Wyn Odo", ""),
        ("d20_once", "Wyn 17\nOdo 12\nPony (mount) 3\nBoss Karg ac 15", "Wyn Odo Pony", "Boss Karg"),
        # Who says it is heard, and of monsters alone nothing is guessed.
        ("d20_once", "Wyn init 17\n4 guards, ally, hp 11\n2 bog rats", "Wyn", "bog rat"),
        ("d20_once", "4 bog rats hp 3\nReed Hag ac 17 hp 78", "", ""),
        ("d20_once", "Wyn\nOdo", "", ""),
        # Those of a group are on one side.
        ("d20_once", "Wyn 17\nOdo 12\n3 Orks TP 15, der dritte hat nur noch 9", "Wyn Odo", "Ork, Ork"),
    ],
)
def test_a_list_tells_who_the_heroes_are(game: str, text: str, heroes: str, foes: str) -> None:
    sides = {"Heroes": list[str](), "Foes": list[str](), "Allies": list[str](), "": list[str]()}
    for line in read(text, game):
        if command := line.command or line.rest:
            sides[command.side].append(command.name)
    assert (" ".join(sides["Heroes"]), ", ".join(sides["Foes"])) == (heroes, foes)


@pytest.mark.parametrize(
    "line",
    [
        "Treasure: 3 gems, 2 scrolls", "Beute: 40 GM, ein Helm", "LOOT: 12 gp", "DC 15 Arcana to read the runes",
        "SG 12 Wahrnehmung, um die Falle zu sehen", "Total XP: 1,850", "450 XP", "- [x] ~~Vogt~~ tot",
        "Onlookers ~30, don’t track", "Bauern ~20 (ignorieren)",
    ],
)  # fmt: skip
def test_what_is_nobody_is_left_out_with_a_word(line: str) -> None:
    left, ogre = read(f"{line}\nOgre hp 59", "d20_once")
    assert left.heading
    assert left.heading.is_sentence
    assert ogre.command


@pytest.mark.parametrize(
    ("game", "line", "lines"),
    [
        ("interlock", "3 cops ref6 sp14 + 1 solo ref 9 hidden", ["3 cops ref6 sp14", "1 solo ref 9 hidden"]),
        ("d20_once", "3 Wachen TP 11 und ein Magier TP 9", ["3 Wachen TP 11", "ein Magier TP 9"]),
        ("rond6", "2 smugglers 3D and a big brute 2D+2", ["2 smugglers 3D", "a big brute 2D+2"]),
        ("d20_once", "Captain Ortiz and 4 marines", ["Captain Ortiz", "4 marines"]),
        ("d20_once", "Hauptmann Rau und 3 Wachen", ["Hauptmann Rau", "3 Wachen"]),
        ("rond6", "Vok 4D, plus 3 stormers 2D", ["Vok 4D", "3 stormers 2D"]),
        (
            "cards",
            "2 thugs 7 of clubs and their boss ace of spades",
            ["2 thugs 7 of clubs", "their boss ace of spades"],
        ),
        ("cards", "thugs (3) clubs 7, plus cpl Higgs 9 diamonds", ["thugs (3) clubs 7", "cpl Higgs 9 diamonds"]),
        (
            "d20_once",
            "PCs: Lia 18, Odo 11 / Monsters: owlbear 59hp +1",
            ["Lia, init 18, side Heroes", "Odo, init 11, side Heroes", "Monsters: owlbear 59hp +1"],
        ),
        ("cards", "dozen ghouls, witch wild card level headed", ["dozen ghouls", "witch wild card level headed"]),
    ],
)
def test_several_who_are_joined_by_words_and_signs_are_asked_about(game: str, line: str, lines: list[str]) -> None:
    (asked,) = read(line, game)
    assert asked.wrong.endswith(f"{len(lines)} combatants?")
    assert asked.slips[0].ways[0].line.split("\n") == lines


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("rond6", "4 troopers 3D, blaster rifle 5D, ninjutsu 4D"),
        ("rond6", "4 troopers 3D, and blaster 5D"),
        ("cards", "5 bandits, level headed, quick"),
        ("interlock", "Solo REF 9, rifle 6, and a grenade"),
        ("d20_once", "3 Marsh Orcs, AC 6, HD 1, hp 4"),
    ],
)
def test_skills_and_belongings_are_no_other_combatants(game: str, line: str) -> None:
    (single,) = read(line, game)
    assert single.command


def test_a_number_behind_several_and_a_comma_is_asked_about() -> None:
    (asked,) = read("riding beasts, 3, hits 25", "traveller")
    assert [way.line for way in asked.slips[0].ways] == ["riding beasts x3, hp 25", "riding beasts, init 3, hp 25"]


def test_a_question_about_a_number_does_not_fail_beside_a_modifier_that_the_rules_do_not_have() -> None:
    (asked,) = read("Jax (5), hits 9, init DM +2", "traveller")
    assert asked.wrong == "“Jax (5)”: initiative 5, or 5 of them?"


@pytest.mark.parametrize("line", ["Zöllner init +0", "Agent, end 7, ini +2", "Mara, init -1"])
def test_a_modifier_of_the_order_that_the_rules_do_not_have_is_kept_by_a_tap(line: str) -> None:
    (asked,) = read(line, "traveller")
    assert asked.wrong.endswith("is it the number itself, or a note?")
    labels = [way.label for slip in asked.slips for way in slip.ways]
    assert [label.split()[0] for label in labels] == ["initiative", "note", "without"]


@pytest.mark.parametrize(
    ("line", "second"),
    [
        ("Gunner Sato 696774 rifle, Mate Bo 7A8965, cutlass", "Mate Bo 7A8965, cutlass"),
        ("2 thugs 777655; boss Karl upp 8A9876", "boss Karl upp 8A9876"),
        ("Zöllner x3 787655, und Leutnant Rau: 8A9876 Pistole", "Leutnant Rau: 8A9876 Pistole"),
    ],
)
def test_several_with_codes_in_a_line_are_asked_about(line: str, second: str) -> None:
    (asked,) = read(line, "traveller")
    (slip,) = asked.slips
    assert slip.ways[0].line.split("\n")[1] == second


@pytest.mark.parametrize("line", ["noch einer davon 12 von 30", "one of them 12 of 30", "Orsk 12 von 30"])
def test_what_is_left_of_a_health_is_offered_where_no_word_tells_it(line: str) -> None:
    (asked,) = read(line, "d20_once")
    assert any(way.label == "hp 12/30" for slip in asked.slips for way in slip.ways)


@pytest.mark.parametrize("line", ["Patrol, 6 men hp 11", "Streife, wings, 4 Leute TP 9"])
def test_how_many_people_somebody_has_is_asked(line: str) -> None:
    (asked,) = read(line, "d20_once")
    (slip,) = asked.slips
    assert slip.ways[0].label.endswith(" of them")


@pytest.mark.parametrize("line", ["Five Fingers", "Two Skeletons, hp 13"])
def test_a_number_in_words_with_capitals_may_be_a_name(line: str) -> None:
    (asked,) = read(line, "d20_once")
    assert asked.wrong.endswith("of them, or a name?")


@pytest.mark.parametrize(
    "line",
    [
        "Otyugh 14, Perception 12, Stealth 8",
        "Wyvern 12, Sting 11, Bite 9",
        "Ship 12, Hull 90, Sails 40",
        "Mage: 3 fireball, 4 shield, 2 fly",
    ],
)
def test_a_creature_with_its_values_is_never_several_without_a_question(line: str) -> None:
    assert len(read(line, "d20_once")) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Goblin 7\nBugbear 47\nOgre 59", {"Goblin": "?", "Bugbear": "?", "Ogre": "?"}),
        ("Aria 17\nBorin 12\nAgent 47", {"Aria": 17, "Borin": 12, "Agent": "?"}),
        ("Heroes:\n\nAria 17\n\nBorin 12\n\nKezia 9", {"Aria": 17, "Borin": 12, "Kezia": 9}),
        ("Initiative order\nAria 17\nBorin 12\nGoblin 2\nGoblin 1", {"Aria": 17, "Borin": 12, "Goblin": "?"}),
        ("Grace 17\nWill 12\nMay 9", {"Grace": 17, "Will": 12, "May": 9}),
        ("Aria finally got 17", {"Aria": 17}),
        ("four guards of the watch, hp 11", {"guard": "?"}),
    ],
)
def test_numbers_that_may_be_others_are_no_totals(text: str, expected: dict[str, object]) -> None:
    told = {}
    for line in read(text, "d20_once"):
        if each := line.command or line.rest:
            told[each.name.split()[0]] = each.sheet.get("rolled_total", "") or "?"
    assert told == expected


def test_heroes_with_empty_lines_between_them_stay_heroes() -> None:
    read_lines = read("Heroes:\n\nAria 17\n\nBorin 12\n\nKezia 9", "d20_once")
    assert [line.command.side for line in read_lines if line.command] == ["Heroes"] * 3


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("Aria 17\nBorin 12\n2 hired guards", ["Heroes", "Heroes", "Allies"]),
        ("Aria 17\nBorin 12\nMy wolf companion 8\n3 orcs", ["Heroes", "Heroes", "Heroes", "Foes"]),
        ("Aria 17\nBorin 12\nlair actions 20", ["Heroes", "Heroes", "Foes"]),
    ],
)
def test_who_is_with_the_heroes_is_no_foe(text: str, sides: list[str]) -> None:
    assert [command.side for line in read(text, "d20_once") if (command := line.command or line.rest)] == sides


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ogre, AC 11 now 9", "Ogre, note AC 11; now 9"),
        ("4 wolves, AC 13, 1 marked", "wolf ×4, note AC 13"),
        ("Goblin threw 2 javelins, hp 7", "Goblin threw 2 javelins, hp 7"),
    ],
)
def test_words_of_other_values_stay_with_them(line: str, expected: str) -> None:
    (single,) = read(line, "d20_once")
    command = single.command or single.rest
    assert command
    assert summary(command) == expected


def test_a_tap_on_a_row_below_labels_keeps_the_others() -> None:
    """The mended row has words of its own; the labels still hold for the rest."""
    text = "Init / HP / AC\nMire troll, init 20, hp 38, ac 16, side Heroes\nAria 12 / 20 / 14\nBorin 9 / 11 / 12"
    told = [summary(command) for line in read(text, "d20_once") if (command := line.command)]
    assert told[1:] == [
        "Aria, side Heroes, rolled_total 12, hp 20, note AC 14",
        "Borin, side Heroes, rolled_total 9, hp 11, note AC 12",
    ]


@pytest.mark.parametrize(
    ("game", "line", "first"),
    [
        ("d20_once", "4 Wachen TP 11 RK 13, Hauptmann Orlo TP 40 RK 16", "Wachen ×4, hp 11, note AC 13"),
        ("d20_once", "6 stirges hp 2; cave bear hp 34 ac 11, asleep", "stirge ×6, hp 2"),
        ("d20_once", "3 wisps, crone Hesk hp 40 ac 14", "wisp ×3"),
        ("cards", "5 raiders (extras, P5, T6), chief Ubba WC P7 T8, quick", "raider ×5, note extras; P5; T6"),
        ("cards", "5 Räuber (Statisten), 1 Hexe WC P6 R7, kühler Kopf", "Räuber ×5, note Statisten"),
        ("cards", "3 crows (extras), witch x2 WC P6", "crow ×3, note extras"),
        (
            "rond6",
            "2 scouts per 2D+1, one wounded, captain Vane per 3D+2",
            "scout ×2, perception 2D+1, note one wounded",
        ),
        (
            "traveller",
            "2 rakes upp 777777 with clubs, Sgt Pell B8A866 shotgun",
            "rake ×2, dex 7, end 7, note UPP 777777; clubs",
        ),
        ("interlock", "2 lookouts ref 6 + 1 sniper ref 9 on the roof", "lookout ×2, ref 6"),
        ("three_actions", "hound (x2) perc +7 hp 20 / handler perc +5 hp 30 / crate", "hound ×2, perception 7, hp 20"),
    ],
)
def test_another_in_the_same_line_is_asked_about(game: str, line: str, first: str) -> None:
    (single,) = read(line, game)
    assert not single.command
    assert single.wrong.endswith(" combatants?")
    assert single.rest
    assert summary(single.rest) == first


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("d20_once", "Ogre hp 59, 2 javelins 1d6+4", "Ogre, hp 59, note 2 javelins 1d6+4"),
        ("d20_once", "Guard hp 11 ac 16, spear +3 1d6+1", "Guard, hp 11, note AC 16; spear +3 1d6+1"),
        ("d20_once", "Bo hp 20, cloak of AC 15", "Bo, hp 20, note AC 15; cloak of"),
        ("d20_once", "Imp hp 10, note guard hp 5 ac 3", "Imp, hp 10, note guard hp 5 ac 3"),
        ("d20_once", "Imp hp 10, traits large (+1)", "Imp, hp 10, note traits large (+1)"),
        ("cards", "Jack WC P6 T6, 2 bennies left", "Jack, note WC; P6; T6; 2 bennies left"),
        ("rond6", "Vok per 3D, blaster rifle 5D, dodge 4D", "Vok, perception 3D, dodge 4D, note blaster rifle 5D"),
        ("three_actions", "Warg perc +7, bite +9 hp 30", "Warg, perception 7, hp 30, note bite +9"),
        (
            "traveller",
            "Renn 7A8965, cutlass 2D, Gun 2",
            "Renn, dex 10, end 8, note UPP 7A8965; cutlass 2D; Gun 2",
        ),
    ],
)
def test_what_somebody_has_is_nobody_else(game: str, line: str, expected: str) -> None:
    assert summary(read_single(line, game)) == expected


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("d20_once", "Greta (ally, 7/19 hp)", "Greta, side Allies, hp 7/19"),
        ("d20_once", "Mule (9/13 TP / Verbündete)", "Mule, side Allies, hp 9/13"),
        ("d20_once", "Lark (hidden/asleep)", "Lark, asleep, hidden"),
        (
            "d20_once",
            "Vogt Harm, betrunken (TP 30, RK 12, +1), allein",
            "Vogt Harm, dex 1, hp 30, note AC 12; betrunken; allein",
        ),
        ("d20_once", "Bram, on a horse [hp 22; ac 14]", "Bram, hp 22, note AC 14; on a horse"),
        ("d20_once", "Nan (limping, -1)", "Nan, dex -1, note limping"),
        ("three_actions", "Sly, on roof (perc +9, hp 30, AC 19)", "Sly, perception 9, hp 30, note AC 19; on roof"),
        ("interlock", "Boss, in a van (ref 8, body 7)", "Boss, ref 8, body 7, note in a van"),
        ("d20_once", "Bram, hp 20, tired (since dawn, badly)", "Bram, hp 20, note tired; since dawn; badly"),
        ("d20_once", "Nell, drowned (+3)", "Nell, note drowned (+3)"),
    ],
)
def test_values_in_brackets_are_those_of_the_line(game: str, line: str, expected: str) -> None:
    assert summary(read_single(line, game)) == expected


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("d20_once", "Gegner 4 Wölfe TP 11", "Wölfe ×4, side Foes, hp 11"),
        ("d20_once", "Foes 3x bandits hp 11, AC 12", "bandit ×3, side Foes, hp 11, note AC 12"),
        ("d20_once", "Friends 2 town guards hp 11", "town guard ×2, side Allies, hp 11"),
        ("rond6", "Feinde 6 Gardisten Ges 2D", "Gardisten ×6, side Foes, agility 2D"),
        ("rond6", "Enemies 2 scouts per 3D", "scout ×2, side Foes, perception 3D"),
    ],
)
def test_a_side_may_stand_before_those_who_are_counted(game: str, line: str, expected: str) -> None:
    assert summary(read_single(line, game)) == expected


@pytest.mark.parametrize("line", ["Foes 12, hp 20", "Monsters 3", "Enemy 5 hp 20"])
def test_a_word_for_a_side_and_a_number_are_asked_about(line: str) -> None:
    (single,) = read(line, "d20_once")
    assert not single.command


@pytest.mark.parametrize("game", ["rond6", "traveller"])
def test_a_modifier_that_the_rules_do_not_have_is_asked_about_in_a_list(game: str) -> None:
    first, second = read("Ilse 14\n5 rats, init -1", game)
    assert first.wrong.endswith("or a name?")
    assert "modifier" in second.wrong or "add nothing" in second.wrong


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Pik Ass - Lotte", "Lotte, card 52"),
        ("Herz 7: 3 Wölfe", "Wölfe ×3, card 23"),
        ("Joker rot - Graf Orlo (WC, Rob 9)", "Graf Orlo, card 54, note WC; Rob 9"),
        ("Karo Bube - Anni, angeschlagen", "Anni, card 38, angeschlagen"),
        ("Red joker Ida", "Ida, card 54"),
        ("10 hearts - 4 rustlers, P5", "rustler ×4, card 35, note P5"),
        ("Ace of spades: Lem", "Lem, card 52"),
        ("Jack Slade, WC", "Jack Slade, note WC"),
        ("Kreuz 7 - Wölfe (4)", "Wölfe ×4, card 21"),
        ("Joker: Kai", "Kai, card 54"),
        ("Joker Jim", "Joker Jim"),
        ("Queen Ada, WC", "Queen Ada, note WC"),
    ],
)
def test_a_card_may_stand_before_the_name(line: str, expected: str) -> None:
    assert summary(read_single(line, "cards")) == expected


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("d20_once", "Dorn, 31 von 44 TP", "Dorn, hp 31/44"),
        ("d20_once", "Dorn TP 9 von 12, vergiftet", "Dorn, hp 9/12, vergiftet"),
        ("traveller", "Zhen, dex 5 von 9, end weg", "Zhen, dex 5, end 0, note dex 5 of 9"),
        ("traveller", "Ilse, end 3 left of 7", "Ilse, end 3, note end 3 of 7"),
        ("interlock", "Shade ref 6 of 8, hp 20", "Shade, ref 6, hp 20, note ref 6 of 8"),
        ("d20_once", "Goblins 4 of 9 left, hp 7", "Goblin ×4, hp 7, note 4 left of 9"),
        ("d20_once", "Wölfe 3 left of 5", "Wölfe ×3, note 3 left of 5"),
        ("d20_once", "Ogre, hp 6 of 59", "Ogre, hp 6/59"),
        ("d20_once", "Mara, arrows gone, hp 9", "Mara, hp 9, note arrows gone"),
        ("d20_once", "Ogre, hp 6 left of 59", "Ogre, hp 6, note left of 59"),
    ],
)
def test_what_is_left_is_told_with_what_there_was(game: str, line: str, expected: str) -> None:
    assert summary(read_single(line, game)) == expected


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        # A total behind the die that was shown.
        ("d20_once", "Vey nat 20, so 24", "Vey, rolled_total 24"),
        ("three_actions", "Mirko natural 18, makes 29", "Mirko, rolled_total 29"),
        ("d20_once", "Vey rolled 20, hp 24", "Vey, rolled_total 20, hp 24"),
        # What is left of a health.
        ("d20_once", "bandit captain 65 hp (already down to 41) +3", "bandit captain, dex 3, hp 41/65"),
        ("d20_once", "captain hp 65, already down to 41", "captain, hp 41/65"),
        ("d20_once", "Oger 65 TP (nur noch 41)", "Oger, hp 41/65"),
        ("rond6", "Loader mech: Per 1D, Body Points 50, damaged, 31 left", "Loader mech, perception 1D, hp 31/50"),
        ("three_actions", "Troll 115 HP, schon runter auf 80", "Troll, hp 80/115"),
        # Who is not seen.
        ("interlock", "Scharfschütze versteckt REF 9 BODY 6", "Scharfschütze, ref 9, body 6, hidden"),
        ("d20_once", "sniper out of sight, hp 9", "sniper, hp 9, hidden"),
        ("d20_once", "imp out of sight in the shed", "imp, hidden, note in the shed"),
        ("traveller", "Dieb versteckt sich im Container", "Dieb, hidden, note im Container"),
        ("d20_once", "wolf hides under the cart", "wolf, hidden, note under the cart"),
        ("cards", "the kid is hiding in the coal car", "the kid, hidden, note in the coal car"),
        ("d20_once", "wolf hides when hurt", "wolf, note hides when hurt"),
        # Who comes later.
        ("d20_once", "Round 3: two more thugs from the alley", "thugs from the alley ×2, round 3"),
        ("d20_once", "* Round 3: two more thugs come from the hay", "thug ×2, round 3, note come from the hay"),
        ("d20_once", "- Runde 2: 3 weitere Orks, TP 9", "Ork ×3, hp 9, round 2"),
        ("rond6", "3 dock guards after round 4", "dock guard ×3, round 5, note after round 4"),
        ("d20_once", "2 Wachen nach Runde 2, TP 9", "Wachen ×2, hp 9, round 3, note nach Runde 2"),
        ("interlock", "Lina (kommt erst in Runde 3 mit dem Wagen)", "Lina, round 3, note mit dem Wagen"),
        ("d20_once", "Jo (joins in round 2 with the dog), hp 8", "Jo, hp 8, round 2, note with the dog"),
    ],
)
def test_no_number_and_no_state_is_lost_without_a_word(game: str, line: str, expected: str) -> None:
    assert summary(read_single(line, game)) == expected


def test_an_item_with_a_number_may_come_later() -> None:
    *_, last = read("1. Greb, hp 45\n2. Wolf, hp 9\n3. Round 3: two more thugs come from the hay", "d20_once")
    assert last.command
    assert summary(last.command) == "thug ×2, round 3, note come from the hay"


@pytest.mark.parametrize(
    "table",
    ["Name\tHP\nOgre\t59\nSildar (friend)\t20", "| Name | HP |\n|---|---|\n| Ogre | 59 |\n| Sildar (ally) | 20 |"],
)
def test_a_side_in_brackets_is_read_in_a_table(table: str) -> None:
    _, last = (line for line in read(table, "d20_once") if line.command)
    assert last.command
    assert (last.command.name, last.command.side) == ("Sildar", "Allies")


@pytest.mark.parametrize("line", ["3 orcs hp 15, 2 left", "orc 15 hp, 2 javelins left"])
def test_what_may_be_left_of_several_is_asked_about(line: str) -> None:
    assert read(line, "d20_once")[0].wrong


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('"Lucky" Ferro 4', '"Lucky" Ferro'),
        ('"Old" Pike 14', '"Old" Pike'),
        ("“Doc” Vance 9", "“Doc” Vance"),
        ("„Kralle“ Meier 12", "„Kralle“ Meier"),
    ],
)
def test_a_number_behind_a_nickname_is_that_of_the_order(line: str, name: str) -> None:
    command = read(f"{line}\nMara 12\nTam 9", "d20_once")[0].command
    assert command
    assert (command.name, command.sheet["rolled_total"]) == (name, int(line.split()[-1]))


@pytest.mark.parametrize(
    ("line", "name"), [('"Agent 47", hp 9', "Agent 47"), ('"Razor" hp 9', "Razor"), ('3 "Goblin 2" hp 9', "Goblin 2")]
)
def test_a_name_in_quotation_marks_loses_them(line: str, name: str) -> None:
    assert read_single(line, "d20_once").name == name


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("three_actions", "gnoll chief +11 70 hp frightened 1", "gnoll chief, perception 11, hp 70, frightened 1"),
        ("d20_once", "hobgoblin captain +2 39 hp", "hobgoblin captain, dex 2, hp 39"),
        ("three_actions", "old swamp hag +13, 95 hp", "old swamp hag, perception 13, hp 95"),
        ("rond6", "Pims drone (helps us) 2D  8bp", "Pims drone, side Allies, perception 2D, hp 8"),
        ("rond6", "Rex (old dogs) 2D+1, 9 bp", "Rex (old dogs), perception 2D+1, hp 9"),
        ("cards", "Gatling crew (3 extras) in the caboose", "Gatling crew ×3, note extras; in the caboose"),
        ("cards", "Posse (5 extras), Joker", "Posse ×5, card 54, note extras"),
        ("d20_once", "Cultists (4 minions), hp 9", "Cultist ×4, hp 9, note minions"),
    ],
)
def test_what_is_clear_behind_a_name_is_not_asked_about(game: str, line: str, expected: str) -> None:
    assert summary(read_single(line, game)) == expected


@pytest.mark.parametrize(
    "line",
    ["ogre greatclub +6, hp 59", "goblin archer bow +4, hp 7", "guard stealth +4, hp 9", "crypt warden claws +13"],
)
def test_the_bonus_of_an_attack_or_a_skill_is_asked_about(line: str) -> None:
    assert read(line, "d20_once")[0].wrong


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1. Greb, hp 45\n2. 4 thugs, hp 9\n3. wolf, hp 9", ["Greb", "thug ×4", "wolf"]),
        ("1) 3 orcs, hp 15\n2) 2x wolves, hp 11", ["orc ×3", "wolf ×2"]),
        ("1. 2 ghouls, hp 9\n2. Mara, hp 4", ["ghoul ×2", "Mara"]),
        ("1. Greb, hp 45\n2. wolf, hp 9", ["Greb", "wolf"]),
    ],
)
def test_a_count_may_stand_behind_the_number_of_an_item(text: str, names: list[str]) -> None:
    commands = [line.command for line in read(text, "d20_once") if line.command]
    assert [f"{each.name} ×{each.count}" if each.count > 1 else each.name for each in commands] == names


@pytest.mark.parametrize(
    "text", ["2 Wachen, TP 9\n3 Hunde, TP 4", "1. 2 Wachen TP 9\n2. 3 Hunde TP 4", "4 Boten\n6 Knechte"]
)
def test_small_numbers_before_all_names_may_be_counts(text: str) -> None:
    assert [line.command for line in read(text, "d20_once")] == [None, None]


@pytest.mark.parametrize(
    ("game", "text", "name"),
    [
        ("traveller", "Aria init 2d6+3", "Aria"),
        ("traveller", "Aria, initiative 1d6+2", "Aria"),
        ("traveller", "Aria, initiative total 8", "Aria"),
        ("rond6", "-  who ; AC 15 note\nx", "x"),
        ("rond6", "Aria init 12\nBorin −3", "Borin"),
        ("d20_once", "Ogre\nAC 11\nhp ٣", "Ogre"),
        ("d20_once", "Ogre\nAC 11\nhp 999d99", "Ogre"),
    ],
)
def test_dice_and_foreign_signs_are_read_or_asked_about(game: str, text: str, name: str) -> None:
    told = [line.command or line.rest for line in read(text, game)]
    assert name in [each.name for each in told if each]


def test_a_total_in_dice_is_not_taken_from_their_numbers() -> None:
    (asked,) = read("Aria, initiative 1d6+2", "traveller")
    assert not any("initiative" in way.label for slip in asked.slips for way in slip.ways)
    (asked,) = read("Aria, initiative maybe 8", "traveller")
    assert any(way.label == "initiative 8" for slip in asked.slips for way in slip.ways)


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        # A number in words behind a name in the singular.
        ("d20_once", "Johnny five, hp 20", "Johnny five, hp 20"),
        ("d20_once", "Seven of nine", "Seven of nine"),
        ("d20_once", "Mother of three", "Mother of three"),
        ("rond6", "Red five", "Red five"),
        ("cards", "Lucky seven", "Lucky seven"),
        ("d20_once", "Nomaden fünf", "Nomaden ×5"),
        # A clause that may be a name.
        ("d20_once", "When in Rome", "When in Rome"),
        ("d20_once", "Once Human, hp 22", "Once Human, hp 22"),
        ("d20_once", "if  , ogre, hp 59", "if, hp 59, note ogre"),
        ("d20_once", "Once upon a Time, hp 20", "Once upon a Time, hp 20"),
        (
            "d20_once",
            "When the bell rings, Guard captain, hp 30",
            "Guard captain, hp 30, round 0, note When the bell rings",
        ),
        ("d20_once", "If the alarm rings, 2 guards", "guard ×2, round 0, note If the alarm rings"),
        ("d20_once", "if the alarm rings 2 guards come, hp 9", "guard ×2, hp 9, round 0, note if the alarm rings"),
        ("d20_once", "if all goes wrong in 2 rounds, ogre", "ogre, round 0, note if all goes wrong in 2 rounds"),
        ("d20_once", "wenn der Alarm losgeht, 2 Wachen", "Wachen ×2, round 0, note wenn der Alarm losgeht"),
        # Cards that are names.
        ("cards", "Queen of Hearts x2", "Queen of Hearts ×2"),
        ("cards", "Ace of Spades 9♠", "Ace of Spades, card 32"),
        # What somebody has taken.
        ("d20_once", "troll, x3, hp 84, took 10", "troll ×3, hp 84, note took 10"),
        ("d20_once", "Bo, hp 20, deals 5 damage already", "Bo, hp 20, note deals 5 damage already"),
        ("d20_once", "Guard hp 11 of the lost 8", "Guard, hp 11, note of the lost 8"),
        ("d20_once", "ogre (took 20), hp 59", "ogre, hp 39/59"),
        ("d20_once", "ogre hp 59 already took 20", "ogre, hp 39/59"),
        # Clauses, sides and kinds within names.
        ("d20_once", "Kid that hides from light, AC 12", "Kid that hides from light, note AC 12"),
        ("d20_once", "Wolf that runs with giants", "Wolf that runs with giants"),
        ("d20_once", "Elf who was not seen", "Elf who was not seen"),
        ("d20_once", "sniper is not seen yet, hp 9", "sniper, hp 9, hidden"),
        ("d20_once", "WC Fields", "WC Fields"),
        ("cards", "WC Fields", "Fields, note WC"),
        ("cards", "Cultists 4 extras tough 7", "Cultist ×4, note extras; tough 7"),
    ],
)
def test_a_name_with_such_words_stays_whole(game: str, line: str, expected: str) -> None:
    assert summary(read_single(line, game)) == expected


@pytest.mark.parametrize(
    ("game", "line", "labels"),
    [
        ("cards", "3 Diamonds dealers", ["card 3 of diamonds", "3 of them"]),
        ("cards", "2 clubs thugs, P5", ["card 2 of clubs", "2 of them"]),
        ("cards", "Marshal, 4 extras", ["4 of them", "note 4 extras"]),
        ("d20_once", "Bandit captain, 3 guys, hp 65", ["3 of them", "note 3 guys"]),
        ("d20_once", "Captain 6 strong", ["initiative 6", "The name is “Captain 6 strong”"]),
        ("d20_once", "Ork, 3 strong attacks", ["3 strong attacks: a line of its own", "note 3 strong attacks"]),
        ("cards", "5 Zombies 4 extras tough 7", []),
        ("d20_once", "Mage 12, fireball 3, magic missile 4, shield 2", ["initiative 12", "The name is “Mage 12”"]),
        ("d20_once", "Reed 14, magic 3, stealth 5, arrows 20", ["initiative 14", "The name is “Reed 14”"]),
        ("d20_once", "invisible 3 eyed raven, hp 9", ["initiative 3", "The name is “invisible 3 eyed raven”"]),
        ("d20_once", "Once per day, 3 fireballs", ["3 fireballs: a line of its own"]),
        ("d20_once", "allies 4 ever", ["The name is “allies 4 ever”"]),
    ],
)
def test_a_number_that_may_be_a_count_is_asked_about(game: str, line: str, labels: list[str]) -> None:
    (asked,) = read(line, game)
    assert asked.command is None
    ways = [way.label for slip in asked.slips for way in slip.ways]
    assert ways[: len(labels)] == labels


def test_a_card_before_a_name_is_read_as_chosen() -> None:
    (asked,) = read("10 hearts rustlers, P5", "cards")
    (slip,) = asked.slips
    assert [summary(read_single(way.line, "cards")) for way in slip.ways] == [
        "rustlers, card 35, note P5",
        "hearts rustler ×10, note P5",
    ]


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        (
            "cards",
            "WC: Red (Quick), Doc, Sarge (Level Headed, 1 wound)",
            ["Red, again 5, note WC", "Doc, note WC", "Sarge, drawn 2, note 1 wound; WC"],
        ),
        (
            "cards",
            "Jackie K of spades, gang boss drew the red joker (WC obviously), his 3 thugs on a 5♦",
            ["Jackie, card 48", "gang boss, card 54, note WC obviously", "thug ×3, card 14"],
        ),
        (
            "rond6",
            "Perception rolls just now: Petr 11, Wolf thing 14, Eliska 6",
            ["Petr, rolled_total 11", "Wolf thing, rolled_total 14", "Eliska, rolled_total 6"],
        ),
        (
            "interlock",
            "rolled: Nyx 21, goon1 14, goon2 9 (stunned), sniper 25 NOT SPOTTED",
            [
                "Nyx, rolled_total 21",
                "goon1, rolled_total 14",
                "goon2, rolled_total 9, stunned",
                "sniper, rolled_total 25, hidden, note NOT SPOTTED",
            ],
        ),
        (
            "traveller",
            "ini (effects): Ryle 3, Bwana -2, marines all on 0",
            ["Ryle, initiative 3", "Bwana, initiative -2", "marines, initiative 0"],
        ),
        (
            "interlock",
            "Nomads on our side - Joe (ref 5), Lupe (ref 8), the kid (ref 7)",
            ["Joe, side Allies, ref 5", "Lupe, side Allies, ref 8", "the kid, side Allies, ref 7"],
        ),
        (
            "three_actions",
            "Aria +7 32hp; Borin +5 40hp; Cid +9 22hp",
            ["Aria, perception 7, hp 32", "Borin, perception 5, hp 40", "Cid, perception 9, hp 22"],
        ),
        (
            "three_actions",
            "init: Aria 17, Borin 21. Cid 9",
            ["Aria, rolled_total 17", "Borin, rolled_total 21", "Cid, rolled_total 9"],
        ),
        (
            "three_actions",
            "Aria 17 - Borin 21 - Cid 9",
            ["Aria, rolled_total 17", "Borin, rolled_total 21", "Cid, rolled_total 9"],
        ),
        ("d20_once", "goblin1 7hp, goblin2 5hp, goblin3 7hp", ["goblin1, hp 7", "goblin2, hp 5", "goblin3, hp 7"]),
    ],
)
def test_three_who_have_the_same_values_come_without_a_question(game: str, line: str, expected: list[str]) -> None:
    commands = [replace(each.command, side=side_told(each)) for each in read(line, game) if each.command]
    assert [*map(summary, commands)] == expected


@pytest.mark.parametrize(
    "line",
    [
        "XP: Aria 300, Borin 300, Cleo 250",
        "Kills: Aria 2, Borin 4, Cleo 1",
        "Ship: keel 300, sails 100, crew 20",
        "Hydra: head 1 hp 25, head 2 hp 25, body hp 100",
    ],
)
def test_three_of_whom_it_is_not_clear_what_they_have_are_asked_about(line: str) -> None:
    (single,) = read(line, "d20_once")
    assert single.wrong.endswith("3 combatants?")


def side_told(read: LineRead) -> str:
    """Return the side of a combatant that the line tells."""
    return read.command.side if read.command and not read.is_side_guessed else ""


@pytest.mark.parametrize(
    ("game", "line", "lines"),
    [
        (
            "rond6",
            "5 cultists, body 8, 2D. + high priest 4D/16, hidden",
            ["5 cultists, body 8, 2D", "high priest 4D/16, hidden"],
        ),
        ("d20_once", "Bran 18, Sal 12, both hidden", ["Bran, init 18, hidden", "Sal, init 12, hidden"]),
        (
            "d20_once",
            "vampire spawn 1: 82hp, vampire spawn 2: 60/82",
            ["vampire spawn 1: 82hp", "vampire spawn 2: 60/82"],
        ),
        ("d20_once", "Aria 17. Borin 21. Cid 9.", ["Aria, init 17", "Borin, init 21", "Cid, init 9"]),
    ],
)
def test_others_behind_a_full_stop_are_several(game: str, line: str, lines: list[str]) -> None:
    several = ask_for_several(line, begin(game)[1].fields)
    assert several
    assert several.ways[0].line.split("\n") == lines


@pytest.mark.parametrize(
    "line", ["3 goblins with 7, 5 and 4 hp", "goblins x3 (7, 5, 4 hp)", "3 goblins hp 7 5 4", "goblins: 7, 5, 4 hp"]
)
def test_a_health_for_each_is_told_in_many_ways(line: str) -> None:
    (asked,) = read(line, "d20_once")
    assert asked.slips[0].ways[0].label == "3 of them, with health 7, 5, 4"


def test_a_name_and_a_guess_at_a_number_are_asked_about() -> None:
    (asked,) = read("Aria ~17", "d20_once")
    assert asked.wrong == "“Aria ~17”: is that the whole name?"


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        # A total before the name.
        ("d20_once", "14 for Sgt. Brand\n21 für Iskra", ["Sgt. Brand, rolled_total 14", "Iskra, rolled_total 21"]),
        ("d20_once", "17 for Mira, 12 for Old Tom, wolf gets 9",
         ["Mira, rolled_total 17", "Old Tom, rolled_total 12", "wolf, rolled_total 9"]),
        ("d20_once", "[19:42] Jonas: nat 1.. so 3 for Thoradin", ["Thoradin, rolled_total 3, note Jonas"]),
        ("d20_once", "8+5 = 13 for Iskra", ["Iskra, rolled_total 13"]),
        ("d20_once", "2 guards for Mira, hp 11", ["guards for Mira ×2, hp 11"]),
        # A value that has changed.
        ("three_actions", "2 champs (perc +8→+6, hp 25→15)", ["champ ×2, perception 6, hp 15"]),
        ("d20_once", "Wolf hp 11 → 7, prone\nTroll, init +1->+3, hp 84", ["Wolf, hp 7, prone", "Troll, dex 3, hp 84"]),
        # Somebody else with a rank above.
        ("rond6", "Räuber x3, Körper 10\nIhr Chef Gorm hat Körper 16", ["Räuber ×3, hp 10", "Ihr Chef Gorm, hp 16"]),
        # A sentence, or a line, about the one just named.
        ("three_actions", "Vesk used Stealth for init = 27. he's at 38 out of 46 and undetected",
         ["Vesk, rolled_total 27, hp 38/46, hidden, note Stealth"]),
        ("three_actions", "Amiri init 12. she is prone", ["Amiri, rolled_total 12, prone"]),
        ("d20_once", "3 orcs hp 5\nthey are hidden\nBo\n- has 3 arrows", ["orc ×3, hp 5, hidden", "Bo, note 3 arrows"]),
        ("d20_once", "Wolf hp 11\ncomes in from the back in rd 2\narrives round 3: 2 bears, hp 34",
         ["Wolf, hp 11, round 2, note comes in from the back", "bear ×2, hp 34, round 3"]),
        ("d20_once", "Boss, hp 40\n- kommt in Runde 3", ["Boss, hp 40, round 3"]),
        ("d20_once", "Boss, hp 40\n- shows up late, they say", ["Boss, hp 40", None]),
        ("d20_once", "Boss, hp 40\nthey are all undead", ["Boss, hp 40", None]),
        ("d20_once", "3 orcs hp 15\nhe has 3 arrows", ["orc ×3, hp 15", None]),
        # Corrections of the line above, and what is said of one of several.
        ("rond6", "warbeast 3D body 30\nactually 2 of them\nand body is 25 not 30\n2nd one comes in rd 2",
         ["warbeast, perception 3D, hp 25", "warbeast, perception 3D, hp 25, round 2"]),
        ("d20_once", "Ogre AC 11 hp 59\nhp 49 instead of 59", ["Ogre, hp 49, note AC 11"]),
        ("three_actions", "3 Orkkrieger, Wahrnehmung +6, je 23 TP, der dritte hat nur noch 9",
         ["Orkkrieger ×2, perception 6, hp 23", "Orkkrieger, perception 6, hp 9/23"]),
        ("d20_once", "3 bears hp 34\nthird one arrives in round 2", ["bear ×2, hp 34", "bear, hp 34, round 2"]),
        ("d20_once", "Bo hp 15\n2nd one comes in round 2", ["Bo, hp 15", None]),
        ("d20_once", "Bo hp 15\nthe other guard, hp 11", ["Bo, hp 15", "the other guard, hp 11"]),
        # Those who come later, are against the party, or stand below a title that is a value, too.
        ("interlock", "ab Runde 3 noch ein Kampfhund, REF 8", ["Kampfhund, ref 8, round 3"]),
        ("interlock", "in round 2 the sniper, REF 9, Kampfsinn 5", ["sniper, ref 9, combat_sense 5, round 2"]),
        ("three_actions", "vs. the heroes: 3 goblins", ["goblin ×3"]),
        ("rond6", "| who | Perception | Body |\n|---|---|---|\n| Isaure | 3D+1 | 12/12 |\n| Hobb | 2D+2 | 5/13 |",
         ["Isaure, perception 3D+1, hp 12", "Hobb, perception 2D+2, hp 5/13"]),
        # What is left of a value of the rules.
        ("traveller", "Ftahre, DEX 9 END 10, took 4 so END is 6 now", ["Ftahre, dex 9, end 6, note END 10; took 4"]),
        ("traveller", "Bo DEX 7 END 8, END now 3", ["Bo, dex 7, end 3, note END 8"]),
        ("interlock", "Razor REF 8 BODY 7, REF is now 6", ["Razor, body 7, ref 6, note REF 8"]),
        ("traveller", "Zed END is 6", ["Zed, end 6"]),
        # Somebody like the one above.
        ("interlock", "2 officers REF 6 BODY 7, SP14 vest\nrookie - same but REF 5",
         ["officer ×2, ref 6, body 7, note SP14; vest", "rookie, body 7, ref 5, note SP14; vest"]),
        ("d20_once", "Guard hp 11 ac 16\nBo, same stats", ["Guard, hp 11, note AC 16", "Bo, hp 11, note AC 16"]),
        ("interlock", "2 MaxTac ops drop in on turn 5, REF 9", ["MaxTac ops ×2, ref 9, round 5"]),
        # Several, of whom some have a side or a number before a colon.
        ("d20_once", "Kaelith 19, Bromm 14, Ines 14 (Bromm first), bad guys all on 11: 3x gnoll 27hp + fang 65hp",
         ["Kaelith, rolled_total 19", "Bromm, rolled_total 14", "Ines, rolled_total 14, note Bromm first",
          "gnoll ×3, rolled_total 11, hp 27", "fang, rolled_total 11, hp 65"]),
        # Numbers in words.
        ("rond6", "Drei Banditen, Wahrnehmung 2D+2, Körper 10.\nZwei verletzte Orks, Körper 8",
         ["Banditen ×3, perception 2D+2, hp 10", "verletzte Ork ×2, hp 8"]),
    ],
)  # fmt: skip
def test_what_is_said_of_somebody_is_theirs(game: str, text: str, expected: list[str]) -> None:
    lines = [line for line in read(text, game) if not line.heading]
    assert [line.command and summary(replace(line.command, side="")) for line in lines] == expected


@pytest.mark.parametrize(
    "line", ["6 zombies (two of them shaken)", "6 zombies, two of them shaken", "zombies x6 (2 of them shaken), extras"]
)
def test_what_is_said_of_some_is_asked_about(line: str) -> None:
    (zombies,) = read(line, "cards")
    assert (zombies.command or AddCombatant("")).name == "zombie"
    assert "2 of them shaken" in [way.label for slip in zombies.slips for way in slip.ways]


def test_those_against_the_party_are_told_apart() -> None:
    lines = split_combatants("vs party: 3 goblins & 1 pyro, 15hp", ())
    assert lines == ("3 goblins, side Foes", "1 pyro, 15hp, side Foes")


def test_what_is_said_of_somebody_among_several_is_theirs() -> None:
    fields = begin("interlock")[1].fields
    lines = split_combatants("Nix 19 / Old Bo 11 / ganger B 8, Bo is blinded", fields)
    assert lines == ("Nix, init 19", "Old Bo, init 11, blinded", "ganger B, init 8")
    assert split_combatants("Nix 19 / Bo 8, Zed is blinded", fields) == ()


def test_a_number_of_the_order_before_several_is_that_of_each() -> None:
    lines = split_combatants("foes on 9: 2 orcs, 1 ogre", begin("d20_once")[1].fields)
    assert lines == ("2 orcs, side Foes, init 9", "1 ogre, side Foes, init 9")


@pytest.mark.parametrize(
    ("game", "line", "ways"),
    [
        # Dice, and in brackets a health or what they have shown.
        ("rond6", "3 snipers 5D (24)", ["3 snipers, 5D, hp 24", "3 snipers, init 24, 5D"]),
        ("rond6", "Schütze 4D+1 (22)", ["Schütze, 4D+1, hp 22", "Schütze, init 22, 4D+1"]),
        ("rond6", "thug 3D (14), bp 20", ["thug, init 14, 3D, hp 20", "thug x14, 3D, hp 20"]),
        # Values in brackets, and others who are counted behind them.
        ("d20_once", "orc (hp 15) + ogre (hp 59)", ["orc (hp 15)\nogre (hp 59)"]),
        ("d20_once", "Oger (59 TP), Ork (15 TP), 3 Wölfe", ["Oger (59 TP)\nOrk (15 TP)\n3 Wölfe"]),
        (
            "cards",
            "Doc (WC, Quick), Mags (WC) + 5 deputies, extras, on their side",
            ["Doc (WC, Quick)\nMags (WC)\n5 deputies, extras, on their side"],
        ),
        # Another begins behind a full stop.
        ("d20_once", "2 orcs 15hp. 1 ogre 59hp", ["2 orcs 15hp\n1 ogre 59hp"]),
    ],
)
def test_what_may_be_meant_is_offered(game: str, line: str, ways: list[str]) -> None:
    (single,) = read(line, game)
    assert single.wrong
    assert [way.line for way in single.slips[0].ways] == ways


def test_a_sum_behind_an_attribute_is_asked_about() -> None:
    for line in ("Falke REF 8 (+3), BODY 7", "Falke REF 8 + 3, BODY 7"):
        (single,) = read(line, "interlock")
        assert [slip.text for slip in single.slips] == ["+3"]
        assert single.slips[0].ways[0].line.casefold() == "falke, ref 8, combat sense +3, body 7"
