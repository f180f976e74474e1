"""The phrases of typed lines: what values, sides, states and arrivals look like as kinds of tokens.

A pattern has the names of kinds (``tokens.TokenKind``) and signs, and groups such as ``(value:NUMBER)``; spaces in
it mean nothing. The first phrase whose pattern fits is read, so those that say more stand above those that say less.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from turntrack.lines.tokens import TokenKind

_NAME = re.compile(r"[A-Z][A-Z_]+")
_GROUP = re.compile(r"\((\w+):")


def compile_kinds(pattern: str) -> re.Pattern[str]:
    """Compile a pattern over kinds of tokens.

    >>> compile_kinds("(value:NUMBER) HEALTH").pattern
    '(?P<value>n)H'
    """
    letters = _NAME.sub(lambda name: re.escape(TokenKind[name[0]].value), pattern)
    return re.compile(_GROUP.sub(r"(?P<\1>", letters.replace(" ", "")))


_SIGNS = "[:=.]{0,4}"
"""Signs between a word and its number."""
_FOLLOWS = (
    r"(?=[,:)\]\[(!?;@+& NUMBER SIGNED PAIR DICE ROLL CARD DIGITS PROFILE HEALTH FULL TEMPORARY ARMOUR ORDER BONUS"
    r" FIELD DICE_FIELD OTHER CODE LINK GOT CONDITION EDGE HIDDEN SIDE ROLE TWICE EACH WINGS COMES IN ROUND ROUNDS ON"
    r" TOTAL PLACE NOT_ROLLED IMPROVED]|$)"
)
"""What may stand behind a word that tells something."""
_VALUE = "[HEALTH ARMOUR TEMPORARY FULL]"
_ENDS = (
    r"(?=[,)(\[!&;+ SIGNED LINK HEALTH ARMOUR TEMPORARY FULL DICE_FIELD FIELD OTHER ORDER CONDITION EDGE HIDDEN SIDE"
    rf" ROLE TWICE COMES IN ROUND EACH]|$)(?!(?:{_VALUE}|OTHER)(?!{_SIGNS}[NUMBER PAIR ROLL SIGNED](?!{_VALUE})))"
)
"""What may stand behind a number of the order, which is not that of a word behind it."""
_NO_OTHER = (
    rf"(?!(?:{_SIGNS}[NUMBER SIGNED ROLL PAIR](?:{_VALUE}|OTHER|FIELD)){{0,8}}"
    rf"{_SIGNS}[NUMBER ROLL PAIR](?!{_VALUE}|OTHER|FIELD|DICE_FIELD))"
)
"""Stands behind a word for the number before it: in ``16 hp 60`` it is that of the number behind it."""
_ROLLED = r"(?:[(\[]ROLL[)\]])?"


class Phrase(NamedTuple):
    """A way of saying something, with a line that has it."""

    name: str
    example: str
    pattern: str

    def compiled(self) -> re.Pattern[str]:
        return compile_kinds(self.pattern)


# fmt: off
PHRASES = (
    Phrase("tactic", "Thug 32hp, flees below 10hp",
           rf"DOES[WORD NOW LINK]{{0,2}}[ON WHEN PLACE IN IS FOR]{{1,3}}(?:NUMBER HEALTH?|HEALTH{_SIGNS}NUMBER)"),
    Phrase("marked", "Wren, hp 6, 2 marked", rf"HEALTH{_SIGNS}(full:NUMBER)[,(]?(taken:NUMBER)MARKED\)?"),
    Phrase("marked", "Ogre, damage 6 of 40", rf"DAMAGE TAKEN?{_SIGNS}(taken:NUMBER)OF(full:NUMBER)"),
    Phrase("marked", "Ogre, damage 6/40", rf"DAMAGE TAKEN?{_SIGNS}(pair:PAIR)|(before:PAIR)(?:DAMAGE|HEALTH?MARKED)"),
    Phrase("marked", "Orc 2 of 6 HP marked", r"(taken:NUMBER)OF(full:NUMBER)HEALTH?MARKED"),
    Phrase("marked", "Ogre lost 5 hp of 40",
           r"(?:[LINK GOT NOW]{0,5}TAKEN(taken:NUMBER)[HEALTH DAMAGE]{0,3}|(before:NUMBER)DAMAGE)"
           r"[(\[]?OF(full:NUMBER)HEALTH?[NOW LINK)\]]{0,3}(?!WORD)"),
    Phrase("left", "Sable, down to 6 hp (max 39)",
           r"NOW?(left:NUMBER)HEALTH LEFT?,?[(\[]?(?:OF|MAX|OF MAX|/)(full:NUMBER)[)\]]?"),
    Phrase("left", "Ogre hp 11 (max 18)",
           rf"NOW?HEALTH{_SIGNS}NOW?(left:NUMBER),?[(\[]?(?:OF MAX?|MAX:?)HEALTH?(full:NUMBER)[)\]]?"),
    Phrase("left", "Ogre, now at 11 of 18",
           r"[LINK ON NOW GOT IS]{0,5}(left:NUMBER)OF(full:NUMBER)(?:NOW|LEFT|HEALTH)?"
           r"(?=[,)]|$|LINK[HIDDEN CONDITION SIDE])"),
    Phrase("left", "Ogre hp 11 (18)", rf"NOW?HEALTH{_SIGNS}NOW?(left:NUMBER)[(\[](full:NUMBER)[)\]]"),
    Phrase("left", "Ogre 11 of 18 hp", r"NOW?(left:NUMBER)OF(full:NUMBER)HEALTH LEFT?"),
    Phrase("left", "Ember, hp 82 (currently 60)",
           rf"(?:HEALTH{_SIGNS}(full:NUMBER)|(first:NUMBER)HEALTH),?[(\[]?[HURT CONDITION]?[,:]?[LINK GOT IS]{{0,5}}"
           r"NOW(left:NUMBER)LEFT?[)\]]?"),
    Phrase("left of one", "Mech, hp 50, damaged, 31 left",
           rf"(?:HEALTH{_SIGNS}(full:NUMBER)|(first:NUMBER)HEALTH)[,(]?[HURT CONDITION]?[,(](left:NUMBER)LEFT[)\]]?"),
    Phrase("rest", "Rusk, hp 52, already hurt, 31 left", r"NOW{0,2}(value:NUMBER)LEFT(?=[,)]|$)"),
    Phrase("hurt", "troll already wounded 12 of 84",
           r"[LINK NOW GOT]{0,5}(state:[HURT CONDITION])(?:(left:NUMBER)OF(full:NUMBER)|(pair:PAIR))"),
    Phrase("taken", "troll hp 84, has taken 30 damage",
           r"[LINK GOT NOW]{0,5}TAKEN(value:NUMBER)[DAMAGE NOW HEALTH TAKEN]{0,5}"),
    Phrase("taken", "Vogt 52 TP, hat schon 12 abgekriegt", r"[LINK GOT NOW]{1,5}(value:NUMBER)(?:DAMAGE|TAKEN){1,3}"),
    Phrase("taken", "Vogt, hp 52 (12 taken)", "(value:NUMBER)TAKEN(?=[,)]|$)"),
    Phrase("taken", "Vogt, hp 52, 12 damage already", r"(value:NUMBER)DAMAGE[NOW TAKEN DAMAGE LINK]{1,5}"),
    Phrase("health", "Imp hp 2d6 (7)", rf"HEALTH{_SIGNS}ROLL[(\[](value:NUMBER)[)\]]"),
    Phrase("health", "Imp 7 (2d6) hp", r"(value:NUMBER)[(\[]ROLL[)\]]HEALTH|ROLL[(\[](within:NUMBER)HEALTH[)\]]"),
    Phrase("health", "Imp hp 7/12", rf"NOW?HEALTH{_SIGNS}NOW?(value:[ROLL PAIR LIST]){_ROLLED}"),
    Phrase("health", "Imp hp 40-10=30", rf"HEALTH{_SIGNS}(sum:NUMBER SIGNED)=(value:NUMBER)"),
    Phrase("health", "Imp hp: 7",
           rf"NOW?HEALTH{_SIGNS}NOW?~?(value:[NUMBER SIGNED])(?!HEALTH|[\[(][ROLL NUMBER][\])]HEALTH){_ROLLED}"),
    Phrase("health", "Imp 7 hp", rf"NOW?(value:[NUMBER ROLL PAIR])HEALTH{_NO_OTHER}{_ROLLED}"),
    Phrase("glued health", "Imp 7hp 14", "(value:NUMBER)HEALTH SIGNED?"),
    Phrase("full", "Imp max hp 7", rf"FULL{_SIGNS}[(\[]?(value:NUMBER)[)\]]?"),
    Phrase("temporary", "Imp, temp hp 4",
           rf"TEMPORARY{_SIGNS}(value:[NUMBER SIGNED])|(before:[NUMBER SIGNED])TEMPORARY"),
    Phrase("armour", "Imp AC 13 (leather)",
           rf"ARMOUR{_SIGNS}~?(value:[NUMBER PAIR][(\[][^()\[\],HEALTH ARMOUR TEMPORARY FIELD ORDER]{{0,30}}[)\]]"
           r"|[NUMBER PAIR])"
           rf"|(before:NUMBER)ARMOUR{_NO_OTHER}"),
    Phrase("bonus", "Trap, init +12 init", rf"ORDER{_SIGNS}(value:SIGNED)ORDER(?!{_SIGNS}[NUMBER SIGNED])"),
    Phrase("bonus", "Imp, initiative +3 (13)", rf"[BONUS ORDER]{_SIGNS}(value:SIGNED)(?:[(\[]NUMBER[)\]])?"),
    Phrase("bonus", "Imp, init mod 3", rf"BONUS{_SIGNS}(value:NUMBER)"),
    Phrase("bonus", "Imp +3 to init", rf"(value:SIGNED)[FOR ON]?ORDER(?!{_SIGNS}[NUMBER SIGNED])"),
    Phrase("base", "Imp, INI 12+1W6", rf"ORDER{_SIGNS}(value:NUMBER)\+ROLL"),
    Phrase("bonus in brackets", "Imp (+3)", r"[(\[](value:SIGNED)[)\]]"),
    Phrase("dice in brackets", "Ogre (3D+1)", r"[(\[](value:DICE)[)\]]"),
    Phrase("dice and health", "Ogre 3D/16",
           r"(value:DICE)(?:[/ LINK](health:NUMBER)(?=[,)]|$)|[(\[](within:NUMBER)[)\]])"),
    Phrase("dice bonus", "Imp 1d20+3", rf"ORDER?{_SIGNS}(value:ROLL)"),
    Phrase("dice of order", "Imp init 3D", rf"ORDER{_SIGNS}[ROLL DICE]"),
    Phrase("added", "Aria init 14+3", rf"ORDER{_SIGNS}(value:NUMBER)(?:(signed:SIGNED)|\+(added:NUMBER)){_ENDS}"),
    Phrase("total", "Aria, initiative of 17",
           rf"(?:GOT(skill:WORD)FOR)?ORDER(?:{_SIGNS}|[ARTICLE IS ON OF TOTAL NOT]{{0,5}})(value:NUMBER)"),
    Phrase("rolled", "Borin got a 21",
           r"LINK{0,3}[IS ARTICLE]?[GOT LINK DICE_FIELD]ARTICLE?[TOTAL NATURAL]{0,5}(value:NUMBER)TOTAL?"
           rf"(?:[ON IN FOR LINK](?:ORDER|WORD))?ORDER?{_ENDS}"),
    Phrase("placed", "Borin is on 21", rf"IS?ON ORDER?(value:NUMBER){_ENDS}"),
    Phrase("total", "Borin @21", rf"(?:@|TOTAL[:=]?)(value:NUMBER){_ENDS}"),
    Phrase("total", "Borin, 21 in total", r"(value:NUMBER)TOTAL(?=[,)(!]|$)"),
    Phrase("total", "Aria 17 init", rf"(value:NUMBER)ON?ORDER(?!{_SIGNS}[NUMBER SIGNED ROLL DICE])"),
    Phrase("field now", "Zhen, perception 7, perception is 3 now",
           "(word:FIELD)(?:IS NOW?(value:NUMBER)|NOW(within:NUMBER)|(?:IS|ON)?(before:NUMBER)NOW)NOW?"),
    Phrase("field left", "Zhen, perception 3 of 7", rf"(word:FIELD){_SIGNS}(left:NUMBER)LEFT?OF(full:NUMBER)"),
    Phrase("field left", "Rex, perception 3/7", rf"(word:FIELD){_SIGNS}(pair:PAIR)"),
    Phrase("field gone", "Zhen, perception gone", r"(word:FIELD)(?:TAKEN|LEFT)"),
    Phrase("field", "Orc perception 14 (+2)", rf"(word:FIELD){_SIGNS}(score:NUMBER)[(\[](value:SIGNED)[)\]]"),
    Phrase("field", "Orc perception 4",
           rf"(word:FIELD)(bonus:[BONUS OTHER])?{_SIGNS}NOW?(value:[NUMBER SIGNED CARD])(?!OF)(?:[(\[]SIGNED[)\]])?"),
    Phrase("field", "Orc dodge 4D", rf"(word:DICE_FIELD){_SIGNS}(value:DICE)"),
    Phrase("field", "Orc +4 perception", rf"(value:[NUMBER SIGNED])(word:FIELD)(?!{_SIGNS}[NUMBER SIGNED])"),
    Phrase("field", "Orc 4D dodge", rf"(value:DICE)(word:DICE_FIELD)(?!{_SIGNS}DICE)"),
    Phrase("code", "Sato 696774", rf"CODE?{_SIGNS}(value:DIGITS)|CODE{_SIGNS}(word:WORD)"),
    Phrase("worn", "Bo, light mesh armour 3",
           rf"(?:LEFT?WORD{{1,2}}OTHER{{1,2}}|OTHER WORD){_SIGNS}[NUMBER SIGNED DICE]"),
    Phrase("other", "Orc, speed 30 ft.",
           rf"OTHER OTHER?{_SIGNS}[NUMBER SIGNED ROLL PAIR DICE](?:UNIT\.?)?(?:[(\[][NUMBER SIGNED][)\]])?"
           rf"|[NUMBER PAIR]OTHER LEFT?(?!{_SIGNS}[NUMBER SIGNED ROLL PAIR DICE])"),
    Phrase("after", "3 guards after round 4", r"NOW?(word:IN)ROUND(value:NUMBER)"),
    Phrase("round", "Orc, arrives in round 3",
           r"[COMES IN ON IS ARTICLE NOW]{0,5}PLACE?(?:ROUND\.?#?(value:NUMBER)|(nth:ORDINAL)ROUND)"),
    Phrase("later", "Riders, in 2 rounds", "COMES{0,3}(?:IN[NUMBER ROLL]ROUNDS|SOON)"),
    Phrase("when", "Eddie, arrives when they honk", "COMES{1,3}IN?WHEN"),
    Phrase("card", "Red drew the king of hearts",
           r"[:(\[]?(?:[LINK GOT ORDER]ARTICLE?:?)?ARTICLE?(value:CARD)[)\]]?!?"),
    Phrase("times", "Orc 3x", r"(value:NUMBER)TIMES(?=NUMBER(?!TIMES)|[^NUMBER]|$)"),
    Phrase("count", "Orc x3", r"TIMES(value:[NUMBER ROLL])(?!TIMES)"),
    Phrase("total in brackets", "Aria 45hp (18)", r"[(\[](value:NUMBER)[)\]]"),
    Phrase("count", "Orc (3)",
           r"[(\[](value:[NUMBER ROLL COUNT_WORD]|NUMBER TIMES)OF_THEM?[)\]]|[(\[]TIMES(within:NUMBER)[)\]]"),
    Phrase("count", "Orc (band of 3)", r"[(\[]?ARTICLE?BAND OF(value:NUMBER)(?:[)\]]|(?=,|$))"),
    Phrase("of them", "Orc, 3 of them", "(value:[NUMBER COUNT_WORD])OF_THEM"),
    Phrase("some left", "Miners 6 left of 10", "(value:NUMBER)(?:LEFT OF(full:NUMBER)|OF(every:NUMBER)LEFT)"),
    Phrase("of plural", "Guards, 4 guys", "(value:NUMBER)STRONG"),
    Phrase("of plural", "Nomads five", "(value:COUNT_WORD)(?=,|$)|[~ABOUT](about:NUMBER)|(kind:NUMBER)(?=ROLE)"),
    Phrase("of role", "Crew (3 extras)", r"[(\[](value:NUMBER)(role:ROLE)[)\]]"),
    Phrase("side", "sildar ally 27/30hp", rf"[IS LINK]{{0,5}}(value:SIDE){_FOLLOWS}|[(\[](within:SIDE)[)\]]{_FOLLOWS}"),
    Phrase("hidden", "Spy hidden behind a wall",
           rf"[IS IN]{{0,2}}(value:HIDDEN)(?:{_FOLLOWS}|(?=[PLACE ARTICLE ORDER IN ON FOR WORD NOW]))"),
    Phrase("unseen", "Spy, nobody has seen her yet",
           "(?:NOBODY|ARTICLE?SIDE DENIED)[LINK GOT NOW WORD]{0,3}(?:[SEEN SEES](?!ARTICLE?SIDE)|KNOWN(?=[,)]|$))"
           "|NOT[LINK NOW]{0,3}SEEN|DENIED SHOW(?=[,) SIDE]|$)"),
    Phrase("wings", "Spy, turns up later", rf"[IS COMES]{{0,3}}(value:WINGS)(?:ON(?=[,)]|$))?{_FOLLOWS}"),
    Phrase("wave", "Wave 2: 3 orcs", "(value:BAND NUMBER)"),
    Phrase("lasting", "Ogre, concentrating on bless",
           r"[GOT IS LINK]{0,5}(value:CONDITION NUMBER?)(?=[ON OF FOR IN PLACE WORD])"),
    Phrase("state", "Ogre frightened 2 50hp", r"[GOT IS LINK]{0,5}(value:CONDITION NUMBER)(?=NUMBER HEALTH|PAIR)"),
    Phrase("state", "Hank has Hesitant, frightened 2",
           "[GOT IS LINK]{0,5}(value:CONDITION"
           rf"(?:NUMBER(?![OTHER PAIR OF ROUNDS]|ROUND(?!NUMBER)|HEALTH(?!{_SIGNS}NUMBER)))?"
           r"|(?:IMPROVED\.?)?EDGE(?:[(\[]IMPROVED\.?[)\]])?|TWICE)"
           rf"(?!PAIR|NUMBER HEALTH(?!{_SIGNS}NUMBER)|NUMBER OF){_FOLLOWS}"),
    Phrase("remark", "Bo is hurt", "IS(value:HURT)"),
    Phrase("remark", "Bo, stunned 1 round", "(?<=[CONDITION EDGE ,(])NUMBER[ROUND ROUNDS](?=[,)]|$)"),
    Phrase("remark", "12 zombies, 2 groups of 6",
           "[IN ARTICLE ON]?[NUMBER COUNT_WORD]BAND(?:OF[NUMBER COUNT_WORD])?"),
    Phrase("remark", "Imp, hp ??", rf"[HEALTH ARMOUR ORDER]{_SIGNS}\?{{2,3}}"),
    Phrase("not rolled", "Kezia hasn’t rolled yet", "NOT_ROLLED"),
    Phrase("armoured", "Golem T12(4)", r"PROFILE\(NUMBER\)"),
    Phrase("profile", "Goblin WS25 BS35", "PROFILE{2,12}"),
    Phrase("pair", "Orc 11/18", "(value:PAIR)(?!OTHER)"),
    Phrase("word", "Rosa, boss", r"(value:[ROLE PICK])(?=[,)\]]|$)"),
)
# fmt: on
"""The phrases, in the order in which they are tried."""
