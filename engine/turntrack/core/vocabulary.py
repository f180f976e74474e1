"""The words of game masters for the values that every game has, in English and German: one table for all readers.

Adding a word is adding it to a row. What only the rules in use know, such as the names of their fields, is not here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from types import MappingProxyType


class Meaning(Enum):
    """What a label means."""

    HEALTH = "health"
    FULL_HEALTH = "full health"
    TEMPORARY = "temporary"
    ARMOUR = "armour"
    ORDER = "order"
    """The number itself by which the order goes: a total, not its modifier."""
    ORDER_MODIFIER = "order modifier"
    COUNT = "count"
    SIDE = "side"
    """Says that the name of a side follows."""
    HEROES = "heroes"
    FOES = "foes"
    ALLIES = "allies"
    WINGS = "wings"
    HIDDEN = "hidden"
    NOTE = "note"
    OTHER = "other"
    """A value that few rules ask for: it goes into the note."""
    STATE = "state"
    """What somebody is like: it goes into the note."""
    KIND = "kind"
    """What somebody is in the story: a value of some rules, otherwise it goes into the note."""
    CONDITION = "condition"
    """What somebody is like for a while."""
    TWICE = "twice"
    """Says that two dice are rolled for the number of the order, and one of them counts."""


BESIDE_HEROES = (
    *(f"{word} {whom}" for word in ("helps", "help", "fights for", "fights alongside", "sides with")
      for whom in ("us", "the party", "the heroes", "the crew", "the pcs", "the players")),
    *(f"{word} {whom}" for word in ("hilft", "kämpft mit", "kämpft für")
      for whom in ("uns", "den helden", "die helden", "der gruppe", "die gruppe")),
    *(f"{word}{whom}" for word in ("", "is ", "are ")
      for whom in ("with us", "on our side", "on the heroes side", "on the heroes' side", "on the heroes’ side",
                   "on the players side")),
    "fights with us", "auf unserer seite",
)  # fmt: skip
"""Words for those who are with the heroes, and not of them."""

WORDS: Mapping[Meaning, tuple[str, ...]] = MappingProxyType(
    {
        Meaning.HEALTH: (
            "hp", "hit point", "hit points", "hit pts", "health", "hits", "body points", "body pts", "bp", "stamina",
            "stam", "wound threshold", "wounds threshold", "wt", "sdp", "structure points",
            "structural damage points", "strukturpunkte", "hull", "hull points", "hull pts",
            "lep", "lp", "tp", "trefferpunkte", "lebenspunkte", "lebensenergie", "körperpunkte", "körperpunkten",
            "trefferpunkten", "lebenspunkten", "kp",
            "pv", "points de vie",
        ),
        Meaning.FULL_HEALTH: (
            "max hp", "maximum hp", "hp max", "max health", "health max", "full health", "full hp", "hit point maximum",
            "max hit points", "maximum hit points", "max trefferpunkte", "maximale trefferpunkte",
        ),
        Meaning.TEMPORARY: (
            "temporary", "temp", "temp hp", "thp", "temporary hp", "temporary hit points", "temp hit points",
            "temporäre trefferpunkte",
        ),
        Meaning.ARMOUR: (
            "ac", "armor class", "armour class", "rk", "rüstungsklasse", "ca", "classe d'armure", "classe d’armure",
        ),
        Meaning.ORDER: (
            "init", "initiative", "ini", "roll", "rolled", "order", "turn order", "init roll",
            "initiative roll",
            "initiative count", "initiative total", "initiative score", "initiative order", "init total", "rolled init",
            "rolled initiative", "init rolled", "ini gewürfelt", "initiative gewürfelt", "initiativewurf",
            "reihenfolge",
            "gewürfelt",
        ),
        Meaning.ORDER_MODIFIER: (
            "init mod", "init modifier", "init bonus", "initiative mod", "initiative modifier", "initiative bonus",
            "init dm", "initiative dm", "ini mod", "ini bonus", "initmod", "inimod", "initiativbonus",
            "initiativebonus", "inibonus", "initiativmodifikator", "initiativemodifikator",
        ),
        Meaning.COUNT: ("count", "how many", "number", "quantity", "qty", "anzahl", "menge"),
        Meaning.SIDE: ("side", "team", "faction", "seite", "partei", "fraktion"),
        Meaning.HEROES: (
            "hero", "heroes", "party", "the party", "pc", "pcs", "player", "players", "player character",
            "player characters", "character", "characters", "good guys", "us", "our side", "ours", "crew", "the crew",
            "investigators", "helden", "ermittler", "heldin", "heldinnen",
            "sc", "scs", "spieler", "spielercharakter", "spielercharaktere", "abenteurer", "adventurers",
        ),
        Meaning.FOES: (
            "foe", "foes", "enemy", "enemies", "monster", "monsters", "hostile", "hostiles", "opponent", "opponents",
            "opposition", "adversary", "adversaries", "villain", "villains", "bad guys", "baddies", "them",
            "theirs", "vs", "versus", "gegen", "their side", "on their side", "against us", "after us", "opfor",
            "opposing force", "gegner", "gegnerin", "gegnerinnen", "feind", "feinde", "schurken",
        ),
        Meaning.ALLIES: (
            "ally", "allies", "hireling", "hirelings", "retainer", "retainers", "friend", "friends", "friendly",
            "friendlies",
            "verbündeter", "verbündete", "verbündeten",
            "freund", "freunde", *BESIDE_HEROES,
        ),
        Meaning.WINGS: (
            "reserve", "reserves", "wings", "in the wings", "in reserve", "reinforcement", "reinforcements",
            "verstärkung", "later", "later wave", "next wave", "second wave", "2nd wave", "third wave",
            "3rd wave", "später",
            "not in play", "not in play yet", "not here yet", "not there yet", "not present yet", "off screen",
            "offscreen", "noch nicht da", "noch nicht dabei", "noch nicht im spiel",
        ),
        Meaning.HIDDEN: (
            "hidden", "invisible", "invis", "unseen", "starts hidden", "begins hidden", "versteckt", "verborgen",
            "unsichtbar", "out of sight", "ausser sicht", "undetected", "unnoticed", "sneaking",
            "hiding", "not seen", "not seen yet", "not visible",
            "not visible yet", "not spotted yet", "noch nicht gesehen", "noch nicht entdeckt", "unentdeckt",
            "schleicht",
        ),
        Meaning.OTHER: (
            "cr", "challenge", "challenge rating", "xp", "ep", "lvl", "lv", "level", "hd", "hit dice", "thac0", "speed",
            "move", "ma", "mv", "size", "strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma",
            "endurance", "education", "intellect", "agi", "agility", "sm", "sma", "smarts", "spi", "spirit", "vig",
            "vigor", "pp", "passive perception", "str", "dex", "con", "int", "wis", "cha", "edu", "soc", "end", "armor",
            "armour", "sp", "btm", "dm", "parry", "toughness", "tough", "pace", "fort", "fortitude", "ref", "reflex",
            "will", "soak", "benny", "bennies", "wound", "wounds", "fatigue", "morale", "save", "dc", "spell dc",
            "stun save", "reach", "rs", "rüstungsschutz", "rüstung", "panzer", "panzerung", "parade", "robustheit",
            "robust", "zähigkeit",
            "stä", "stärke", "ge", "ges", "geschicklichkeit", "kon", "konstitution", "aus", "ausdauer", "bt", "stufe",
            "bewegung", "rüstungswert", "rw", "legendary action", "legendary actions", "legendary res",
            "legendary resistance", "legendary resistances", "lair action", "lair actions", "wunde", "wunden",
            "difficulty", "diff", "evasion", "threshold", "thresholds", "hardness", "sanity", "san", "relentless",
        ),
        Meaning.STATE: (
            "wild card", "wild cards", "wildcard", "wildcards", "wc", "quick", "level headed", "lvl headed", "lh",
            "improved level headed", "ilh", "hesitant", "kühler kopf", "fine", "unhurt", "unharmed", "uninjured",
            "clubs", "hearts", "spades", "diamonds", "joker", "no card", "keine karte", "ohne karte",
        ),
        Meaning.KIND: (
            "npc", "nsc", "minion", "minions", "mook", "mooks", "extra", "extras", "bystander", "bystanders",
            "statist", "statisten", "boss", "bbeg", "elite", "weak",
            "animal", "beast", "hazard", "trap", "vehicle", "ship", "robot", "drone", "mount", "companion", "familiar",
            "pet", "summon", "summoned", "falle",
        ),
        Meaning.CONDITION: (
            "shaken", "surprised", "prone", "poisoned", "stunned", "frightened", "afraid", "blinded", "blind",
            "charmed", "deafened", "grappled", "incapacitated", "paralyzed", "petrified", "restrained", "unconscious",
            "asleep", "exhausted", "exhaustion", "dying", "wounded", "bloodied", "concentrating", "concentration",
            "conc", "raging", "blessed", "hasted", "slowed", "off guard", "flat footed", "sickened", "fatigued",
            "drained", "enfeebled", "stupefied", "clumsy", "doomed", "dazed", "distracted", "vulnerable", "bound",
            "entangled", "grabbed", "immobilized", "confused", "persistent bleed", "held", "on hold", "mounted",
            "flying", "burning", "bleeding", "on fire",
            "seriously wounded", "severely wounded", "mortally wounded", "light wound", "heavy wound",
            "critically wounded", "lightly wounded", "badly wounded",
            "serious wound", "critical wound", "mortal wound", "major wound", "minor wound", "winded", "badly hurt",
            "angeschlagen", "schwer verletzt", "verletzt",
            "verwundet",
            "liegend", "vergiftet", "betäubt", "bewusstlos", "überrascht", "verängstigt", "abgelenkt", "verwundbar",
            "erschöpft", "festgehalten", "festgesetzt", "gepackt", "gefesselt", "geblendet", "gelähmt", "versteinert",
            "bezaubert", "verlangsamt", "konzentriert sich", "kampfunfähig", "sterbend", "gestürzt",
        ),
        Meaning.TWICE: ("adv", "advantage", "disadv", "disadvantage", "dis", "vorteil", "nachteil"),
        Meaning.NOTE: ("note", "notes", "remark", "remarks", "comment", "notiz", "notizen", "anmerkung"),
    }
)  # fmt: skip
"""The words for each meaning, folded; the first is what quick lines use."""

FIELD_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "dexterity": ("dex", "dx", "ge", "ges", "geschicklichkeit"),
        "initiative": ("init", "ini", "effect", "effects", "eff", "effekt", "effekte"),
        "initiative base value": ("initiative", "ini", "init"),
        "initiative value": ("initiative", "ini", "init"),
        "initiative modifier": ("initiative", "init", "init mod"),
        "ref": ("reflexes", "reflex"),
        "agility": ("ag", "ge", "ges", "gew", "geschick", "geschicklichkeit", "gewandtheit"),
        "speed": ("spd",),
        "move": ("movement", "mov"),
        "dex": ("dexterity", "ge", "ges", "geschicklichkeit"),
        "end": ("endurance", "aus", "ausdauer"),
        "body": ("bod", "body type", "bt", "kör", "körper", "konst"),
        "basic speed in quarters": ("basic speed", "speed", "spd"),
        "ranged weapons": ("firearms", "shooting", "marksmanship", "missile weapons", "blaster"),
        "melee combat": ("melee weapons", "melee"),
        "fighting": ("brawling", "brawl", "fighting attack", "fighting attacks"),
        "brawling/melee": ("brawl",),
        "reaction": ("rea",),
        "submachine gun": ("smg",),
        "handgun": ("pistol", "pistols"),
        "perception": ("perc", "per", "acumen", "wahrnehmung", "wahrn", "wahr", "wah"),
        "dodge": ("ausweichen", "ausw"),
        "combat sense": ("cs", "kampfgespür", "kampfsinn"),
        "ref boosts": ("boost", "sandevistan", "sandy", "kerenzikov", "kerenzikov boost", "speedware"),
    }
)
"""Further words for fields that rules have, by the field’s own label."""

EDGE_VALUES: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "improved level headed": ("cards drawn", 3),
        "ilh": ("cards drawn", 3),
        "level headed": ("cards drawn", 2),
        "improved lvl headed": ("cards drawn", 3),
        "improved lh": ("cards drawn", 3),
        "lvl headed": ("cards drawn", 2),
        "level head": ("cards drawn", 2),
        "lvl head": ("cards drawn", 2),
        "lh": ("cards drawn", 2),
        "hesitant": ("cards drawn", -2),
        "kühler kopf": ("cards drawn", 2),
        "quick": ("drawn again up to", 5),
        **dict.fromkeys(
            (
                "gun drawn",
                "gun ready",
                "gun out",
                "gun readied",
                "pistol drawn",
                "pistol ready",
                "rifle ready",
                "shotgun ready",
                "revolver drawn",
                "revolver ready",
                "weapon drawn",
                "readied gun",
                "readied firearm",
                "firearm ready",
                "firearm drawn",
                "with gun drawn",
            ),
            ("ready gun: 50", 50),
        ),
    }
)
"""Words that are a value of some rules by themselves, such as edges: the label of a field, and its value."""

TURN_VALUES: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {"turns a round": MappingProxyType({"solo": 2}), "ferocity": MappingProxyType({})}
)
"""The fields that say how many turns somebody has, by their labels, with words that are such a number by themselves."""
TURN_WORDS = ("turns", "actions")
"""What somebody has so many of who has so many turns: ``2 actions``."""

TRAITS = frozenset(
    (
        "acrobatics", "animal", "arcana", "armor", "armour", "athletics", "attack", "ausweichen", "axe", "bargain",
        "bite", "blaster", "bow", "brawling", "claw", "claws", "climb", "club", "command", "con", "crafting",
        "crossbow", "dagger", "deception", "diplomacy", "dodge",
        "fighting", "firearms", "greataxe", "greatclub", "greatsword", "gunnery",
        "hammer", "head", "hide", "history", "insight", "intimidation",
        "investigation", "klettern", "kämpfen", "longbow", "longsword", "lore", "luck",
        "mace", "magic", "medicine", "melee", "nature", "notice",
        "occultism", "passive", "perception", "performance", "persuasion", "religion", "repair", "sails", "schießen",
        "schleichen", "search", "security", "shield", "shooting", "shortbow",
        "shortsword", "slam", "spear", "sleight", "sneak", "society", "stamina", "stealth",
        "sting", "streetwise", "suchen", "survival", "swim", "sword", "tail", "thievery", "throw", "verstecken",
        "werfen", "willpower",
    )
)  # fmt: skip
"""Words for what a creature can do or has: with a number behind them they are hardly another combatant."""

PEOPLE = ("men", "mann", "people", "leute")
"""Words for those who belong to a combatant named before: *Patrol, 6 men*."""

_MEANINGS = MappingProxyType({word: meaning for meaning, words in WORDS.items() for word in words})
_HUMP = re.compile(r"(?<=[a-zß-ÿ])(?=[A-Z])")
_JOINTS = re.compile(r"[\s_.:-]+")


def fold_label(text: str) -> str:
    """Fold a label of a person or a program to lower-case words.

    >>> fold_label("initiativeBonus"), fold_label("Hit_Points:"), fold_label("HP")
    ('initiative bonus', 'hit points', 'hp')
    """
    return _JOINTS.sub(" ", _HUMP.sub(" ", text)).strip().casefold()


CONJUNCTIONS = frozenset(("and", "with", "but", "und", "mit"))
LINKS = CONJUNCTIONS | {
    "has", "have", "is", "are", "he", "she", "they", "who", "drew", "for", "already", "left", "now", "too", "also",
    "hat", "ist",
}  # fmt: skip
"""Words that link parts of a sentence, and say nothing themselves."""


def without_links(part: str) -> str:
    """Return a part of a line without conjunctions around it; empty if it is nothing but linking words.

    >>> without_links(" and he is poisoned"), without_links(" and has"), without_links(" hp 20")
    (' he is poisoned', '', ' hp 20')
    """
    words = part.split()
    if words and all(word.casefold() in LINKS for word in words):
        return ""
    # “with Dunmore” says who is there, too.
    is_name = len(words) > 1 and words[0].casefold() in ("with", "mit") and words[1][0].isupper() and words[1].istitle()
    first = bool(words) and words[0].casefold() in CONJUNCTIONS and not is_name
    last = bool(words) and words[-1].casefold() in CONJUNCTIONS
    return f" {' '.join(words[first : len(words) - last])}" if first or last else part


@lru_cache(maxsize=1024)  # the words of a list are asked for again and again
def meaning_of(label: str) -> Meaning | None:
    """Return what a label means; None for a label that is not in the table.

    >>> meaning_of("Init"), meaning_of("initiative_bonus"), meaning_of("colour")
    (<Meaning.ORDER: 'order'>, <Meaning.ORDER_MODIFIER: 'order modifier'>, None)
    """
    return _MEANINGS.get(fold_label(label))


def forms_of(*meanings: Meaning) -> str:
    """Return a pattern for the words of these meanings, the longest first.

    >>> forms_of(Meaning.TWICE).split("|")[0]
    'disadvantage'
    """
    words = sorted((word for meaning in meanings for word in WORDS[meaning]), key=len, reverse=True)
    return "|".join(re.escape(word).replace("\\ ", r"[\s-]") for word in words)
