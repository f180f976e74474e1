"""The words by which ``doubts.py`` judges a line: those that no name has, and those that a combatant has answered."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from turntrack.core.cards import RANKS, SUITS
from turntrack.core.commands import AddCombatant
from turntrack.core.vocabulary import LINKS, WORDS, Meaning
from turntrack.lines.tokens import NUMBERS


def _words(text: str, *meanings: Meaning) -> frozenset[str]:
    """Return the words of a text, and those in the words for these meanings."""
    phrases = (phrase for meaning in meanings for phrase in WORDS[meaning])
    return frozenset((*text.split(), *(word for phrase in phrases for word in phrase.split())))


SMALL = _words("a an the of on at in to by or as von der die das im am zu den dem ein eine mit auf ab")
"""Words that stand in names as well as elsewhere."""
VERBS = _words(
    "is are was were has have had will can must drew draws rolled rolls got gets took takes"
    " they they're they’re there there's there’s ist sind hat haben wird kann"
)
"""Words of sentences, which no name has."""
ADVERBS = _words("again also too now still already yet just same other another noch auch schon jetzt wieder tbd tba")
NEVER_FIRST = _words(
    "both everyone everybody nobody they he she it we you no not none also but and or so then same ditto dito this"
    " that there remember note beide alle jeder jede niemand sie er es wir ihr ich kein keine nicht auch aber und oder"
    " dann dies hier"
)
"""Words with which sentences begin, and no names; in small letters, or with others in small letters behind them."""
SIGNS_OF_LIFE = _words(
    "dead down out sleeping asleep awake hurt injured drunk dying tot schläft verletzt betrunken bewusstlos"
)
"""Words for how somebody is that no rules have: behind a name they are a note."""
RELATIVE = _words("that who which whom whose")
"""Words with which a name goes on: *Elf who was not seen*."""
JOINING = _words("and und plus sowie")
DENYING = _words(
    "not no never nor without nicht kein keine ohne if when until till unless once while wenn falls bis sobald immune"
    " don't doesn't hasn't haven't can't don’t doesn’t hasn’t haven’t can’t dont doesnt hasnt havent cant nobody"
    " niemand"
    " resist resistant resists after before vs versus against gegen hit hits crit save saves can kann may at"
)
"""Words by which a state in a note is not one that somebody has now."""
UNTIL = _words("until till bis")
"""Words before what ends a state."""
OTHERS = _words("other others and und plus also another dazu außerdem unten then more weitere noch")
"""Words before those who are counted and come besides somebody."""
SOME = MappingProxyType(
    {"one": 1, "einer": 1, "eine": 1, "eines": 1, "two": 2, "zwei": 2, "three": 3, "drei": 3, "four": 4, "vier": 4}
)
"""Words for how many of several something is said of."""
SIDES = (Meaning.HEROES, Meaning.FOES, Meaning.ALLIES)
PEOPLE = _words(
    "crew party player players character characters monster monsters us them gegen vs versus hero villain spieler"
    " abenteurer adventurers"
)
"""Words for a side that are in names too: *Gatling crew*."""
STATES = (Meaning.CONDITION, Meaning.STATE, Meaning.HIDDEN, Meaning.WINGS, Meaning.TWICE)
AGAINST = _words("vs versus gegen")
TIMES = _words("round rounds turn turns minute minutes runde runden minuten")
"""Words for when somebody comes, behind a name."""
HIDING = _words(
    "hides lurks sneaks hidden hiding lurking camouflaged concealed cloaked buried burrowed submerged lauert getarnt"
    " vergraben"
)
EACH = _words("each apiece jeweils")
"""Words that tell that there are several."""
SECTIONS = _words(
    "skills cyber cyberware gear equipment weapons attacks actions feats traits edges hindrances languages senses"
    " spells talents fertigkeiten ausrüstung waffen angriffe talente"
)
"""Words for the parts of a stat block, which with a colon behind them are nobody’s name."""
OF_NAMES = _words("mounted flying burning bound held quick blind fine hearts clubs spades diamonds joker later")
"""States that are in names too: *flying monkey*."""

FREE = _words(
    "then dann sein seine ihr ihre he's she's it's he’s she’s it’s there's there’s"
    " both beide each all total got get gets so it its his her their them makes late joiner joiners latecomer"
    " latecomers newcomer newcomers joining neu außerdem dazu add plus only more further other additional weitere"
    " another je jeweils ea apiece group counter condition name real dice table guys strong finally just about around"
    " approx etwa rund für körper kör",
    Meaning.HEALTH, Meaning.FULL_HEALTH, Meaning.TEMPORARY, Meaning.ARMOUR, Meaning.ORDER, Meaning.ORDER_MODIFIER,
    Meaning.COUNT, Meaning.SIDE, Meaning.NOTE,
) | LINKS | SMALL | VERBS | frozenset(NUMBERS)  # fmt: skip
"""Words that say nothing but where a value or a combatant begins."""

ANSWERED: tuple[tuple[Callable[[AddCombatant], bool], frozenset[str]], ...] = (
    (lambda read: bool(read.side), _words("", *SIDES)),
    (lambda read: read.hidden, _words("hides lurks lurking lauert sneaks sich stealth avoid notice", Meaning.HIDDEN)),
    (
        lambda read: read.comes is not None,
        _words(
            "round rnd runde turn come comes coming joins join arrives arrive arriving arrival appears appear enters"
            " enter lands land kommt kommen taucht tauchen erscheint erscheinen erst until till bis wave next eta"
            " starting starts from start beginning top shows show drops drop turns wakes crawls up when",
            Meaning.WINGS,
        ),
    ),
    (
        lambda read: read.count > 1 or bool(read.count_dice),
        _words(
            "men mann people leute pair couple half dozen pack packs band squad gang mob trupp groups these those davon"
            " stück stk times iiii iiiii iiiiii iiiiiii iiiiiiii"
        ),
    ),
    (
        lambda read: read.full_health > read.health,
        _words(
            "damage dmg schaden took taken lost suffered down currently marked hurt damaged remaining abgekriegt"
            " abbekommen eingesteckt kassiert verloren schon bereits nur noch runter beschädigt wounded verletzt"
            " verwundet far points übrig weg gone full max jetzt out missing"
        ),
    ),
    (
        lambda read: not {"rolled_total", "initiative"}.isdisjoint(read.sheet),
        _words(
            "stealth goes acts threw throws shouts calls würfelt wirft comes stands natural nat dirty always fixed"
            " incl including inkl everything altogether told mods bonus gesamt insgesamt allem alles drin die dice used"
        ),
    ),
    (
        lambda read: "card" in read.sheet,
        _words(
            "red black joker rot roter schwarz schwarzer kreuz treff karo herz pik ass könig dame bube drew draws cards"
            " drawn holds"
        )
        | {*SUITS, *RANKS},
    ),
    (lambda read: bool(read.health), _words("body körper kör")),
    (lambda read: "perception" in read.sheet, _words("stealth heimlichkeit")),
    (lambda read: 0 in read.sheet.values(), _words("gone weg")),
    (lambda read: read.at_table, _words("", Meaning.TWICE)),
)
"""What a combatant shows, and the words that have said it."""
