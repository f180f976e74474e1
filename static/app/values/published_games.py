"""The published games by whose names the rules are found: their other names, and their kin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

# A line for each published game: its name, then what else people call it. It stands below the rules that play it.
# Below a line of dots come games that have no rules here, and are played in a similar way.
_TABLE = {
    "rond6": """
        OpenD6 = open d6, mini six
        ...
        Star Wars D6 = swd6, star wars weg, west end games star wars, star wars reup
        Ghostbusters RPG = ghostbusters
        Zorro
        The Babylon Project
    """,
    "interlock": """
        Cyberpunk 2020 = cp2020, cyberpunk 2, cp 2020, cyberpunk 2.0.2.0
        ...
        Cyberpunk 2013 = cp2013
        Mekton = mekton zeta
        Fuzion
    """,
    "traveller": """
        Classic Traveller = traveller 77, classic traveler, traveller 1, traveller little black books, ct
        ...
        MegaTraveller = mega traveler
        Traveller5 = t5
    """,
    "d20_once": """
        D&D 5e = dnd, dungeons and dragons, dungeons dragons, 5e, 5, dnd 5, dungeons dragons 5, dnd 2014, 5e 2014,
            dnd 5e 2014, d d, dnd fifth, d&d next, dnd next, srd 5.1, dungeons dragons 5 2014, d&d beyond,
            dungeons y dragones, donjons et dragons, dungeons et dragons, lost mine of phandelver,
            lost mines of phandelver, tomb of annihilation, descent into avernus, storm king's thunder, dragonlance,
            spelljammer, greyhawk, strixhaven, phandelver, icespire peak, critical role, exandria, dimension 20,
            ghosts of saltmarsh, wild beyond the witchlight, witchlight, out of the abyss, princes of the apocalypse,
            hoard of the dragon queen, tyranny of dragons, rime of the frostmaiden
        Eberron
        Curse of Strahd = ravenloft, strahd
        Waterdeep = dragon heist, dungeon of the mad mage
        Forgotten Realms
        ...
        Tales of the Valiant = tov, black flag, kobold press 5e
        Level Up: Advanced 5th Edition = a5e, level up, level up 5e, advanced 5e, level up a5e
        Star Wars 5e = sw5e
        Adventures in Middle-earth = aime, lord of the rings 5e, lord of the rings roleplaying 5e
        Everyday Heroes
        Esper Genesis
        Ruins of Symbaroum = symbaroum 5e
        Brancalonia
        Dark Souls RPG = dark souls
        Carbon 2185
        Doctors and Daleks
        Drakkenheim
        Humblewood
        Ultramodern5 = ultramodern 5
        Five Torches Deep = ftd
        Hyperspace D20
        Stargate SG-1 = stargate
        Obojima
        Grim Hollow
    """,
    "d20_twice": """
        D&D 2024 = dnd, dungeons and dragons, dungeons dragons, 5e 2024, dnd 5e 2024, 5.5, dnd 5.5, 5e revised,
            one dnd, onednd, dungeons dragons 2024, dnd one, srd 5.2, dnd 6, dungeons dragons 5.5, 5r
    """,
    "three_actions": """
        Pathfinder 2 = pathfinder, pf2, pf, pathfinder remaster, pf2e remaster, pathfinder remastered,
            pathfinder second, abomination vaults, kingmaker
        Starfinder 2 = sf2, starfinder 2, sf2e
    """,
    "standard_and_move": """
        D&D 3.5 = 3.5, dnd 3.5, dnd 3, 3, 3.0, 3.x, dnd 3.0, dnd 3.x, dungeons dragons 3.5, dungeons dragons 3, dnd 35,
            d20 srd, srd 3.5, d20
        Pathfinder 1 = pf1, pathfinder first, pathfinder 1 srd, rise of the runelords
        ...
        Tormenta 20 = tormenta, t20
        Ordem Paranormal
        Star Wars Saga Edition = saga, swse, star wars saga
        Star Wars D20 = swd20
        d20 Modern
        Iron Kingdoms D20
        Arcana Evolved = arcana unearthed
        Conan D20
        Fantasy Craft
    """,
    "standard_move_minor": """
        D&D 4 = 4, dnd 4, dungeons dragons 4, dnd 4 essentials, dnd essentials, srd 4
        ...
        Gamma World 7 = gamma world
        Orcus
    """,
    "full_or_standard": """
        Starfinder 1 = starfinder, sf1, star finder
    """,
    "escalation": """
        13th Age = 13a, thirteenth age, 13th age 2, 13th age 1, 13 zeitalter
    """,
    "standard_or_two_moves": """
        Mutants & Masterminds = mnm, mutants and masterminds 3, mnm 3, mutants masterminds 2, m & m
        DC Adventures
        ...
        Marvel Multiverse = marvel multiverse role playing game
        Essence20 = power rangers, transformers, gi joe, g.i. joe
    """,
    "initiative_die": """
        Dungeon Crawl Classics = dcc, dcc rpg, dungeon crawl, dcc lankhmar
        Mutant Crawl Classics = mcc
        ...
        Xcrawl Classics = xcrawl
    """,
    "seized_turns": """
        Wrath & Glory = wng, w&g, wrath and glory, warhammer 40k, warhammer 40000, 40k, wh40k, 40000,
            warhammer 40k wrath and glory, warhammer 40000 wrath and glory
    """,
    "die_for_the_round": """
        Mörk Borg = morkborg, mb, mork borg bare bones
        Pirate Borg
        CY_BORG = cy borg
        ...
        Death in Space
        Vast Grimm
        Knave = knave 1, knave 2
        Torg = torg eternity
        Frontier Scum
        Ronin
    """,
    "check_first": """
        Mothership = mosh, mothership 1, mothership sci-fi horror
        ...
        Cypher System = cypher, numenera, the strange, invisible sun
    """,
    "dexterity_check": """
        The Black Hack = tbh, black hack 2
        ...
        Cairn = cairn 2
        Into the Odd = into the odd remastered
        Electric Bastionland = bastionland, mythic bastionland
        Mausritter
        Liminal Horror
        Macchiato Monsters
    """,
    "fixed_initiative": """
        Fallout = fallout 2d20, fallout roleplaying
    """,
    "minor_and_significant": """
        Mongoose Traveller = traveller, traveler, mgt, mgt2, mongoose traveler, mongoose traveller 2, traveller 2,
            traveller mongoose, traveller 2022, mongoose traveller 1
        ...
        Cepheus Engine = cepheus, cepheus deluxe
        Hostile
        2300AD = 2300, traveller 2300
        Fantasy AGE = age, age system, modern age, dragon age, blue rose
        The Expanse
    """,
    "cards": """
        Savage Worlds = sw, swade, savage worlds adventure, savage worlds deluxe, swd, swex, savage world
        Deadlands = deadlands reloaded, deadlands the weird west, deadlands weird west, hell on earth,
            deadlands hell on earth
        Rifts for Savage Worlds = savage rifts
        Savage Pathfinder = pathfinder for savage worlds, swade pathfinder, pathfinder savage
        Lankhmar = savage lankhmar
        50 Fathoms
        Rippers
        East Texas University = etu
        Necessary Evil
        Solomon Kane
        ...
        Deadlands Classic = deadlands 1
    """,
    "spotlight": """
        Daggerheart = dagger heart, dh, critical role
    """,
    "as_told": """
        Blades in the Dark = bitd, blades, forged in the dark, fitd
        Apocalypse World = aw, pbta, powered by the apocalypse, apocalypse world 2
        Dungeon World = dw, dungeon world 2
        Masks = masks a new generation
        Monster of the Week = motw
        Monsterhearts = monsterhearts 2
        Scum and Villainy = s&v
        Urban Shadows
        Thirsty Sword Lesbians = tsl
        Root: The Roleplaying Game = root
        The Sprawl
        Kult: Divinity Lost = kult
        Ironsworn = ironsworn starforged, starforged, sundered isles
        ...
        Avatar Legends = avatar, avatar the last airbender
        City of Mist = otherscape, metro otherscape, legend in the mist
        Brindlewood Bay
        Band of Blades
        The Wildsea = wild sea
        Candela Obscura
        Spire = spire the city must fall
        Heart: The City Beneath = heart
        Stonetop
        Fellowship
        Bluebeard’s Bride
        Night Witches
        Slugblaster
        Girl by Moonlight
        Fiasco
        Wanderhome
        Lasers and Feelings
        Honey Heist
        Kids on Bikes = kids on brooms, teens in space
        Lady Blackbird
        Beam Saber
        Uncharted Worlds
        The Between
        Pasion de las Pasiones
        World of Dungeons
        Deathmatch Island
        Grimwild
    """,
    "round_the_table": """
        Shadowdark = shadow dark, shadowdark rpg
        ...
        ICRPG = index card rpg
    """,
    "die_for_sides": """
        Draw Steel = mcdm, mcdm rpg, drawsteel, draw steel heroes
    """,
    "asked_for_sides": """
        Fabula Ultima = fabula, fabula ultima ttjrpg, ttjrpg
    """,
    "two_fast_three_slow": """
        Cosmere RPG = cosmere, stormlight, stormlight archive, mistborn cosmere, plotweaver
    """,
    "parries": """
        The Dark Eye 5 = the dark eye, dark eye, dsa, dsa 5, dsa5, tde, tde 5, das schwarze auge, schwarze auge,
            das schwarze auge 5, schwarze auge 5, aventurien, l'oeil noir
        ...
        The Dark Eye 4 = dsa 4, dsa 4.1, das schwarze auge 4, das schwarze auge 4.1, schwarze auge 4, tde 4,
            dark eye 4.1
    """,
    "kept_turns": """
        Star Trek Adventures = sta, star trek, star trek adventures 2
        2d20 = modiphius 2d20
        ...
        Conan 2d20 = conan, conan adventures in an age undreamed
        John Carter of Mars = john carter
        Infinity RPG = infinity 2d20
        Achtung! Cthulhu = achtung cthulhu 2d20
        Dune = dune adventures in the imperium
        Homeworld
        Mutant Chronicles = mutant chronicles 3
        Dishonored
        Dreams and Machines
        Cohors Cthulhu
    """,
    "best_card": """
        Alien = alien rpg, alien evolved, alien 2
        Forbidden Lands = fbl, svarda land, svardets sang, verbotene lande, die verbotenen lande
        ...
        Mutant: Year Zero = myz, mutant year zero, mutant ar noll
        Vaesen
        Coriolis = coriolis the third horizon, coriolis the great dark
        Tales from the Loop = tftl, things from the flood
    """,
    "swapped_card": """
        Year Zero Engine = yze, year zero, yze srd
        ...
        Twilight: 2000 = twilight 2000, t2k, t2k4e, twilight 2000 4
        Blade Runner
        The Electric State
        Invincible
        The Walking Dead = walking dead universe, twd
    """,
    "typed_number": """
        Legend of the Five Rings 5 = legend of the five rings, l5r, l5r 5, l5r5e, five rings,
            la legende des cinq anneaux, la leyenda de los cinco anillos
        ...
        Legend of the Five Rings 4 = l5r 4, l5r4e, l5r 3, l5r 1, l5r 2
    """,
    "four_phases": """
        Rolemaster Unified = rolemaster, rmu, rolemaster 5
        ...
        Rolemaster Classic = rolemaster 2, rm2, rmss, rolemaster standard system, rmfrp, rmc
        MERP = middle earth role playing, mers, mittelerde rollenspiel
        Against the Darkmaster = vsd
        Spacemaster = space master
        HARP = high adventure role playing
    """,
    "stances": """
        The One Ring 2 = the one ring, one ring, tor, tor 2, tor2e, l'anneau unique, el anillo unico, der eine ring,
            l'unico anello
        ...
        The One Ring 1 = tor 1
    """,
    "declared_upwards": """
        Vampire: The Masquerade 20 = v20, vtm 20, vtm v20, vampire 20, vampire revised, vampire 2, vampire 3, owod,
            cwod, old world of darkness, classic world of darkness
        Werewolf: The Apocalypse 20 = w20, wta 20, werewolf 20
        ...
        Mage: The Ascension = m20, mage 20, mta
        Changeling: The Dreaming = c20, changeling 20
        Wraith: The Oblivion
        Trinity Continuum = aberrant, aeon trinity, trinity continuum adventure
    """,
    "ten_cards": """
        Dragonbane = dragon bane, drakar och demoner, drakar demoner, dod
    """,
    "passes": """
        Shadowrun 5 = shadowrun, sr5, sr, shadow run
        ...
        Shadowrun 4 = sr4, shadowrun 20th anniversary, sr4a, shadowrun 4a
    """,
    "countdown": """
        Shadowrun 1 = sr1
        Shadowrun 2 = sr2
        ...
        Shadowrun 3 = sr3
    """,
    "major_and_minor": """
        Shadowrun 6 = sr6, shadowrun sixth world, sixth world
    """,
    "ticks": """
        Splittermond = splitter mond
    """,
    "speed_ticks": """
        Exalted 2 = ex2
        ...
        Scion 1 = scion first
    """,
    "shots": """
        Feng Shui 2 = feng shui, fs2
    """,
    "segments": """
        Hero System = hero, hero 6, hero 5, hero system 6, fantasy hero
        Champions = champions complete, champions 4, champions 6, champions 5
        ...
        Pulp Hero
    """,
    "skills": """
        Fate Core = fate
        ...
        Fate Accelerated = fae
        Spirit of the Century = sotc
        The Dresden Files = dresden files, dresden files accelerated, dfrpg
        Atomic Robo
        Diaspora
        Starblazer Adventures
        GUMSHOE = trail of cthulhu, night's black agents, esoterrorists, the esoterrorists, swords of the serpentine
    """,
    "popcorn": """
        Fate Condensed = fate, fate condensed srd, fate of cthulhu
        Popcorn initiative = balsera, elective action order, balsera initiative
        ...
        Marvel Heroic Roleplaying = marvel heroic, mhrp
        Cortex Prime = cortex, cortex plus
        Tales of Xadia
        Sentinel Comics = sentinels of the multiverse rpg
        Smallville
        Leverage
    """,
    "sides": """
        D&D B/X = dnd, bx, b x, basic dnd, basic expert, moldvay, dnd basic, moldvay basic, dnd bx, dnd basic expert,
            dungeons dragons basic
        Old-School Essentials = ose, old school essentials advanced fantasy, dolmenwood
        OSRIC
        Swords & Wizardry = s&w, swords wizardry complete, white box
        Side initiative = group initiative, party initiative
        ...
        BECMI = becmi, rules cyclopedia, mentzer, dnd rules cyclopedia, dnd becmi
        Labyrinth Lord
        AD&D 1 = adnd 1, adnd first, advanced dungeons dragons 1, ad&d 1e
        OD&D = odnd, original dungeons and dragons, dnd 1974, dnd 0e, 0e, odnd 1974
        Basic Fantasy = bfrpg
        Lamentations of the Flame Princess = lotfp
        Maze Rats
        Beyond the Wall
        Hyperborea = ashen, as&sh
        Castles & Crusades = c&c
        Adventurer Conqueror King = acks, acks 2
        Worlds Without Number = wwn
        Stars Without Number = swn
        Cities Without Number
        Godbound
        Marvel Super Heroes = faserip, marvel super heroes faserip
    """,
    "alternating": """
        Lancer
        ...
        Icon = icon rpg
        Gubat Banwa
    """,
    "fast_and_slow": """
        Shadow of the Demon Lord = sotdl, demon lord, schatten des damonenfursten
        ...
        PunkApocalyptic
    """,
    "seized_initiative": """
        Shadow of the Weird Wizard = sotww, weird wizard
    """,
    "actions_until_the_end": """
        Nimble = nimble 2, nimble 5e
    """,
    "count_up": """
        HackMaster = hackmaster 5, hack master, hm5
        ...
        Aces & Eights = aces eights
    """,
    "action_points": """
        Mythras = mythras imperative, classic fantasy
        RuneQuest 6 = rq6
        ...
        Legend (Mongoose)
        RuneQuest 3 = rq3
    """,
    "fixed_speed": """
        GURPS = gurps 4, generic universal, gurps lite, dungeon fantasy, gurps dungeon fantasy
        ...
        Symbaroum
        GURPS 3 = gurps third
    """,
    "dexterity_order": """
        Call of Cthulhu 7 = coc, call of cthulhu, coc 7, coc7, cthulhu, call cthulu, cthulu, ktulu, ruf des cthulhu,
            l'appel de cthulhu, la llamada de cthulhu, il richiamo di cthulhu, o chamado de cthulhu, zew cthulhu,
            masks of nyarlathotep, horror on the orient express
        Pulp Cthulhu
        Regency Cthulhu
        Down Darker Trails
        ...
        Call of Cthulhu 6 = coc 6, call cthulhu 5, coc 5
        Delta Green = dg
        Basic Roleplaying = brp, basic role playing
        RuneQuest: Glorantha = glorantha, runequest, rqg, rq
        Rivers of London
        Pendragon = king arthur pendragon
        Stormbringer = elric
    """,
    "move_and_action": """
        WFRP 4 = wfrp, warhammer fantasy, warhammer fantasy roleplay, warhammer fantasy roleplay 4, warhammer,
            warhammer fantasy 4, whfrp
        ...
        WFRP 2 = warhammer fantasy 2, warhammer fantasy roleplay 2, wfrp 1, warhammer fantasy roleplay 1
        Imperium Maledictum
        Warhammer: The Old World = the old world
        Zweihänder = zweihander, zweihaender
        Dark Heresy = dark heresy 2
        Rogue Trader
        Deathwatch
        Only War
        Black Crusade
        Age of Sigmar: Soulbound = soulbound
    """,
    "reflexes": """
        Cyberpunk RED = cyberpunk, cpr, cpred, cyberpunk edgerunners, cp red
        ...
        The Witcher = witcher, witcher trpg
        Chronicles of Darkness = cofd, nwod, vampire the requiem, mage the awakening,
            werewolf the forsaken, hunter the vigil
        Ars Magica = ars magica 5
    """,
    "close_then_ranged": """
        Vampire 5 = vampire, vampire the masquerade, vampire the masquerade 5, vtm, vtm 5, vtm v5, v5, vtm5,
            vampire masquerade 5, vampiro la mascarada, vampire die maskerade, vampire la mascarade
        Hunter: The Reckoning 5 = hunter the reckoning, hunter, h5, htr, htr 5
        Werewolf: The Apocalypse 5 = werewolf the apocalypse, werewolf, w5, wta, wta 5, werwolf,
            werwolf die apokalypse, hombre lobo el apocalipsis
        World of Darkness = wod, wod 5, world of darkness 5
    """,
    "speed_factors": """
        AD&D 2 = ad&d, adnd 2, advanced dungeons and dragons, advanced dungeons dragons 2, 2e, adnd, dnd 2,
            dark sun, planescape
        ...
        For Gold & Glory
    """,
    "bag_of_sides": """
        Bolt Action
        ...
        Konflikt 47
    """,
    "bag_with_end": """
        Troika! = troika
        ...
        Advanced Fighting Fantasy = aff, fighting fantasy
    """,
    "slots": """
        Genesys = genesys core
        Star Wars (FFG) = ffg star wars, swrpg, star wars ffg, edge of the empire, age of rebellion, force and destiny,
            star wars edge empire, eote, star wars eote, aor
        ...
        Terrinoth = realms of terrinoth
        WFRP 3 = warhammer fantasy 3, warhammer fantasy roleplay 3
    """,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PublishedGame:
    """A game that people look for by name."""

    key: str
    """The key of the rules that play it, or play most like it."""
    name: str
    also: tuple[str, ...] = ()
    """Its abbreviations, editions, supplements, and its name in other languages."""
    is_kin: bool = False
    """Whether the rules are not its own, and only the nearest."""


@lru_cache(maxsize=1)
def published_games() -> tuple[PublishedGame, ...]:
    """Return the games. The table is read at the first search, so that the start of the page does not wait."""
    return tuple(game for key, lines in _TABLE.items() for game in _read(key, lines))


def _read(key: str, lines: str) -> Iterator[PublishedGame]:
    is_kin = False
    for line in map(str.strip, lines.replace(",\n", ",").strip().split("\n")):
        if line == "...":
            is_kin = True
            continue
        name, _, also = line.partition(" = ")
        yield PublishedGame(key, name, tuple(map(str.strip, also.split(","))) if also else (), is_kin)
