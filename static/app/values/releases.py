"""The releases of this program with their news, as the CHANGELOG has them: `make news` writes this module anew."""

from typing import NamedTuple


class Release(NamedTuple):
    """A release: its version, its date in words, and the news in a game master's words."""

    version: str
    date: str
    news: tuple[str, ...]


RELEASES: tuple[Release, ...] = (
    Release(
        "1.0.0",
        "27 November 2026",
        (
            "Five complete rulebooks: RonD6, Interlock, Unbound, Traveller, Zebra Island. Every button says what it costs and who acts next, every refusal why, every number its sum.",
            "Undo and redo without limit; what you replace stays as a branch. Drag combatants along the order, rule on anything, even a pass that the rules refuse.",
            "Damage is one tap after a hit, over several at once. Conditions end by themselves. Reinforcements come in their round.",
            "Damage can be counted up from nothing, with a maximum or without.",
            "Combatants from lines as you would write them (- 3 Orcs 30 hp AC13, 1d4 Wolves). What is in doubt, a tap answers. A counter is part of a line (counter arrows 12). Import reads lists, tables and the files of a dozen other tools, for any rules, yours too; it names what it cannot read. An Improved Initiative export brings party, enemies and prepared fights; a Pathbuilder character, a UPP, an Avrae initiative list, stat blocks (D&D, Pathfinder 2, old school) and YAML work too. What you paste into Import is shown at once, and it asks about numbers behind all names.",
            "Find any action, rule, combatant or line of the log. Print a fight.",
            "The party carries on with its wounds. Next fight…, Rest…, templates, a card for everybody, and what happens every round.",
            "Rows folded into one tell the health of all, and a tap lets all of them fall. The account of a campaign tells what was played.",
            "In a group with one health together, each kind has its own: a squad of goblins, two orcs, a boss.",
            "Campaigns keep their fights, party, enemies and notes together, and go over as one file. Templates show what is in them, and can be sorted.",
            "The fallen roll where their turn would have come. Conditions of your own are offered in your next fights until you forget them.",
            "Where the list decides a tie for the first turn, the chances say so. A coin of your rules is thrown as soon as two come level in the fight.",
            "Dice in the app or on the table, mixed as you like; a wrong roll is corrected in two taps. Chances before the dice.",
            "The better or the worse of several cards; the surprised may roll twice (D&D 2024).",
            "Four questions make the rules your table plays by, with a small trial fight alongside, in which somebody waits if your rules allow it. Rule sets of many games are ready to start from.",
            "The sentences of your rules say how a wait ends, and whether it joins whoever acts then; also what a group shares, and how suits go.",
            "Values are written into the number by their names (d10 + speed factor). A card that somebody holds is dealt to nobody else.",
            "Fights without rounds, where anybody may be next (Daggerheart, Blades in the Dark); sides in turn, where a die or you say which begins (Draw Steel, Fabula Ultima), and which may keep the turn at a price (Star Trek Adventures); delays and holds that last.",
            "Turns round the table from the highest number (Shadowdark); tokens of a side, which chooses who acts (Bolt Action, Troika); fast turns that hold less than slow ones (Cosmere); counters filled at any turn (Lancer) or at its end (Nimble); prices from the sheet or a die (Splittermond, HackMaster).",
            "A value that everybody declares before the dice, such as the speed of a weapon (AD&D 2). A number that stays while all others are rolled again: Lair, fixed 20.",
            "Ready to start from: Call of Cthulhu 7, Cyberpunk RED, Shadowrun 6, Vampire 5, WFRP 4.",
            "Rules and prepared fights travel as a file, a link or a code. A link such as #game=savage-worlds leads to a game.",
            "A screen for the players, turned round, in a second window or on their phones. It never shows who is hidden.",
            "Automatic backups to a folder that you choose once, where the browser can (Chrome, Edge).",
            "Every step is stored before it is called saved. Works without a network after the first visit.",
            "Saved fights begin with format 1. What builds before release 1.0.0 stored is set aside and can be exported as it is.",
            "Import lists rules by the games that use them.",
            "The first screen asks which game you play. Type a name, an abbreviation or a word of its rules: D&D 2024, SWADE, ticks.",
            "A tap into a number selects it, so that what you type replaces it. The log says what has changed on a sheet.",
            "You can read whose turn it is from across the table. Touch, keyboard and screen reader, light and dark, phone to desk.",
            "On a computer the app, once installed, opens saved fights from a folder, and stays in one window. It takes texts and files that other apps share.",
            "About says what is new, what the page keeps and what it is made of, and writes a report when something is wrong.",
            "A link to Turntrack shows a picture and says what it is; a wrong address on its site leads home.",
        ),
    ),
)
