"""Names of games as people type them, and the rules that a search should find."""

from __future__ import annotations

NAMED: dict[str, str] = {
    "d20_once": "5e; D&D; DnD; dnd5e; D&D 5; D & D 5e; Dungeons & Dragons; Dungeons and Dragons 5th edition; "
    "dungeons n dragons; D&D 2014; 5E 2014; Dungeons & Dragons Fifth Edition; DND 5E RPG; eberron; "
    "Lost Mine of Phandelver; Tomb of Annihilation; Waterdeep; Spelljammer; Dragonlance; Greyhawk; "
    "Ravenloft; Curse of Strahd; D&D Beyond; Dungeons y Dragones; Donjons et Dragons; strahd; d&d 5th; "
    "Critical Role; Dimension 20; Ghosts of Saltmarsh; The Wild Beyond the Witchlight",
    "d20_twice": "D&D 2024; 5.5e; 5e 2024; DnD 5.5; OneDnD; One D&D; D&D 5e (2024); 5e revised",
    "three_actions": "Pathfinder; Pathfinder 2; PF2; PF2e; Pathfinder Second Edition; pathfinder 2e; Path Finder 2; "
    "pathfinder remaster; Starfinder 2; Starfinder 2e; SF2e; pf 2e remaster; Abomination Vaults; "
    "starfinder second edition",
    "standard_and_move": "3.5; 3.5e; D&D 3.5; DnD 3.5e; D&D 3e; 3e; Dungeons & Dragons 3.5; D&D 3.0; "
    "Pathfinder 1; PF1; PF1e; Pathfinder 1e; Pathfinder First Edition; Rise of the Runelords; Dungeons and Dragons 3rd "
    "edition",
    "standard_move_minor": "4e; D&D 4; D&D 4e; DnD4e; Dungeons & Dragons 4th edition; D&D Essentials; DnD 4.0",
    "full_or_standard": "Starfinder; Starfinder 1; Starfinder 1e; Star Finder; SF1",
    "escalation": "13th Age; 13th Age RPG; Thirteenth Age; 13th Age 2e; 13. Zeitalter",
    "standard_or_two_moves": "Mutants & Masterminds; Mutants and Masterminds; M&M; M&M 3e; Mutants & Masterminds 3",
    "initiative_die": "Dungeon Crawl Classics; DCC; DCC RPG; Mutant Crawl Classics",
    "seized_turns": "Wrath & Glory; Wrath and Glory; W&G; Warhammer 40,000: Wrath & Glory; 40k; Warhammer 40k; "
    "Warhammer 40,000",
    "die_for_the_round": "Mörk Borg; Mork Borg; MorkBorg; MÖRK BORG; Pirate Borg; CY_BORG; cy borg; Cyborg",
    "check_first": "Mothership; Mothership 1e; MoSh",
    "dexterity_check": "The Black Hack; Black Hack",
    "fixed_initiative": "Fallout; Fallout 2d20; Fallout: The Roleplaying Game",
    "minor_and_significant": "Traveller; Traveler; Mongoose Traveller; Mongoose Traveller 2e; MgT2; Traveller 2022",
    "cards": "Savage Worlds; SWADE; swade rpg; savage worlds adventure edition; savage w; SavageWorlds; "
    "Deadlands; deadlands reloaded; savage pathfinder; 50 Fathoms; savage rifts; Hell on Earth; SWADE "
    "Pathfinder; Lankhmar",
    "spotlight": "Daggerheart; dagger heart",
    "as_told": "Blades in the Dark; BitD; blades; Apocalypse World; PbtA; Powered by "
    "the Apocalypse; Dungeon World; Masks; Masks: A New Generation; Monster of the Week; MotW; "
    "Monsterhearts; Scum and Villainy; Scum & Villainy; Urban Shadows; Thirsty Sword Lesbians; forged "
    "in the dark; The Sprawl; Kult: Divinity Lost; Ironsworn; Ironsworn: Starforged; Starforged; Root "
    "RPG; Sprawl",
    "round_the_table": "Shadowdark; Shadowdark RPG; shadow dark",
    "die_for_sides": "Draw Steel; Draw Steel!; MCDM RPG; drawsteel; MCDM",
    "asked_for_sides": "Fabula Ultima; fabula; fabula ultima ttjrpg",
    "two_fast_three_slow": "Cosmere; Cosmere RPG; Stormlight Archive; the stormlight rpg; Cosmere Roleplaying Game",
    "parries": "The Dark Eye; Dark Eye 5; DSA; DSA5; DSA 5; Das Schwarze Auge; Das Schwarze Auge 5; schwarze "
    "auge; TDE; L'Oeil noir; Aventurien",
    "kept_turns": "Star Trek Adventures; STA; star trek; Star Trek Adventures 2e; 2d20",
    "swapped_card": "Year Zero Engine; YZE; year zero",
    "typed_number": "Legend of the Five Rings; L5R; L5R 5e; Legend of the Five Rings 5th Edition",
    "four_phases": "Rolemaster; Rolemaster Unified; RMU",
    "stances": "The One Ring; The One Ring 2; TOR; TOR2; The One Ring 2e; L'Anneau unique; El Anillo Único; Der "
    "Eine Ring",
    "best_card": "Alien; Alien RPG; alien evolved; Forbidden Lands; Verbotene Lande",
    "ten_cards": "Dragonbane; dragon bane; Drakar och Demoner",
    "passes": "Shadowrun; Shadowrun 5; SR5; Shadowrun 5e; Shadowrun Fifth Edition; shadow run 5",
    "countdown": "Shadowrun 1; Shadowrun 2e; SR2; Shadowrun first edition",
    "major_and_minor": "Shadowrun 6; SR6; shadowrun sixth world; Shadowrun 6e",
    "ticks": "Splittermond; splitter mond",
    "speed_ticks": "Exalted 2; Exalted 2e; exalted second edition",
    "shots": "Feng Shui; Feng Shui 2; feng shui rpg",
    "segments": "Hero System; HERO; Hero 6e; Champions; Fantasy Hero",
    "skills": "Fate Core; Fate; fate core system",
    "popcorn": "Fate Condensed; balsera; popcorn initiative",
    "sides": "B/X; D&D B/X; basic/expert; moldvay; Old-School Essentials; OSE; old school essentials; "
    "Dolmenwood; OSRIC; Swords & Wizardry; S&W; "
    "side initiative",
    "alternating": "Lancer; Lancer RPG",
    "fast_and_slow": "Shadow of the Demon Lord; SotDL; demon lord; Schatten des Dämonenfürsten",
    "seized_initiative": "Shadow of the Weird Wizard; weird wizard; SotWW",
    "actions_until_the_end": "Nimble; Nimble 2; Nimble 5e; nimble 2e",
    "count_up": "HackMaster; Hack Master; HackMaster 5e",
    "action_points": "Mythras; RuneQuest 6; RQ6; Mythras Imperative; classic fantasy",
    "fixed_speed": "GURPS; GURPS 4e; GURPS fourth edition; gurps lite",
    "dexterity_order": "Call of Cthulhu; CoC; CoC7; Call of Cthulhu 7e; Call of Cthulhu 7th Edition; Cthulhu; Pulp "
    "Cthulhu; Call of Cthulhu, Seventh Edition; Masks of Nyarlathotep; Horror on the Orient Express; "
    "L'appel de Cthulhu; La llamada de Cthulhu; Cthulhu Rollenspiel; Ruf des Cthulhu",
    "move_and_action": "WFRP; WFRP 4; WFRP4e; Warhammer Fantasy; Warhammer Fantasy Roleplay; "
    "Warhammer Fantasy Roleplay 4th edition; Warhammer; WHFRP",
    "reflexes": "Cyberpunk; Cyberpunk RED; CPR",
    "interlock": "Cyberpunk 2020; CP2020; CP 2020; Interlock",
    "declared_upwards": "Vampire 20; V20; Vampire Revised; old World of Darkness; oWoD; VtM V20; Werewolf 20; W20",
    "close_then_ranged": "Vampire; Vampire: The Masquerade; Vampire 5; VtM; V5; VtM5; vtm 5e; "
    "Vampire the Masquerade 5th; Werewolf 5; Hunter: The Reckoning; H5; W5; World of Darkness; WoD; "
    "Vampiro: La Mascarada; Vampire: Die Maskerade; Werwolf: Die Apokalypse",
    "speed_factors": "AD&D; AD&D 2; AD&D2e; AD&D 2nd Edition; Advanced Dungeons & Dragons 2; ADnD 2e; Dark Sun",
    "bag_of_sides": "Bolt Action",
    "bag_with_end": "Troika; Troika!",
    "slots": "Genesys; Star Wars FFG; FFG Star Wars; Edge of the Empire; SWRPG; age of rebellion; Force and Destiny",
    "rond6": "RonD6; OpenD6; Open D6",
    "traveller": "Classic Traveller; classic traveler",
    "zebra": "Zebra Island",
    "unbound": "Unbound",
}
"""The names of games that have their own rules, by the rules."""

KIN: dict[str, str] = {
    "d20_once": "Tales of the Valiant; ToV; Level Up; A5E; Level Up: Advanced 5th Edition; Star Wars 5e; SW5e; "
    "Adventures in Middle-earth; Everyday Heroes; Esper Genesis; Brancalonia; Dark Souls; Lord of the "
    "Rings",
    "as_told": "Avatar Legends; Avatar: The Last Airbender; City of Mist; Brindlewood Bay; Band of Blades; Wildsea; "
    "Candela Obscura; Kids on Bikes; Kids on Brooms; Stonetop; Legend in the "
    "Mist; Beam Saber; Lady Blackbird",
    "best_card": "Vaesen; Mutant: Year Zero; Mutant Year Zero; Tales from the Loop; Mutant År Noll",
    "kept_turns": "Conan; Conan 2d20; John Carter; Dune; Dune: Adventures in the Imperium",
    "swapped_card": "Twilight: 2000; Twilight 2000 4e; T2K; Blade Runner; The Walking Dead",
    "typed_number": "L5R 4e; Legend of the Five Rings 4th Edition",
    "four_phases": "RM2; MERP; RMSS; HARP; MERS; Mittelerde-Rollenspiel; Spacemaster; "
    " Against the Darkmaster; Middle-earth",
    "passes": "Shadowrun 4; SR4; Shadowrun 4e; Shadowrun 4A",
    "countdown": "Shadowrun 3; SR3; Shadowrun Third Edition",
    "skills": "Fate Accelerated; FAE; Dresden Files; Atomic Robo; GUMSHOE; Trail of Cthulhu; Night's Black "
    "Agents; Esoterrorists",
    "popcorn": "Cortex; Cortex Prime; Marvel Heroic; Tales of Xadia",
    "sides": "BECMI; Labyrinth Lord; LotFP; Basic Fantasy; AD&D 1e; OD&D; Castles & Crusades; "
    "FASERIP; Marvel Super Heroes",
    "standard_and_move": "Star Wars Saga; d20 Modern; Star Wars d20; Tormenta; Tormenta 20; Ordem Paranormal",
    "declared_upwards": "Mage: The Ascension; M20; Changeling the Dreaming; Aberrant",
    "dexterity_check": "Cairn; Into the Odd; Mausritter; Electric Bastionland; Mythic Bastionland",
    "die_for_the_round": "Knave; Death in Space; Vast Grimm; Torg; Torg Eternity",
    "minor_and_significant": "Cepheus; Cepheus Engine; 2300AD; Fantasy AGE; AGE; Modern AGE; Dragon Age; "
    "The Expanse; Blue Rose",
    "dexterity_order": "Delta Green; Glorantha; Basic Roleplaying; BRP; RuneQuest; Pendragon; Rivers of London",
    "move_and_action": "Dark Heresy; Imperium Maledictum; Zweihänder; Zweihander; Rogue Trader; Soulbound; WFRP 2e",
    "reflexes": "The Witcher; Witcher TRPG; Chronicles of Darkness; CofD; nWoD; Vampire: The Requiem; Mage the "
    "Awakening; Ars Magica",
    "parries": "DSA 4.1; DSA 4; The Dark Eye 4; Das Schwarze Auge 4.1",
    "rond6": "Star Wars D6; WEG Star Wars; Ghostbusters",
    "fixed_speed": "GURPS 3; GURPS 3e; Symbaroum",
    "speed_ticks": "Scion 1",
    "traveller": "MegaTraveller; T5",
    "slots": "WFRP 3; Terrinoth",
    "check_first": "Numenera; Cypher System; Cypher; The Strange",
    "standard_or_two_moves": "Marvel Multiverse; Essence20; Power Rangers RPG",
    "round_the_table": "ICRPG; Index Card RPG",
    "stances": "One Ring 1e",
}
"""The names of games that have no rules here, by the nearest kin."""

MISSPELLED: dict[str, str] = {
    "three_actions": "Pathfindr; Pathfnder 2; Pathfinderr; Pahtfinder 2",
    "cards": "Savage Wrolds; Svage Worlds; Savagge Worlds",
    "dexterity_order": "Call of Cthullu; Call of Cthulu; Call of Chtulhu; Cthulu",
    "close_then_ranged": "Vampire the Maskerade; Vampyre",
    "passes": "Shadowrunn 5; Shaddowrun 5",
    "spotlight": "Daggerhart; Dagerheart",
    "as_told": "Apocalipse World; Ironsworm",
    "ten_cards": "Dragonbain; Drgonbane",
    "d20_once": "Dungons and Dragons; Dungeons and Dragns; Dungeon & Dragons",
    "round_the_table": "Shadowdrak",
    "asked_for_sides": "Fabla Ultima",
    "reflexes": "Cyberpnuk Red; Cyberpunk Redd",
    "ticks": "Splitermond",
    "full_or_standard": "Starfidner; Starfnder",
    "check_first": "Mothershp",
    "standard_or_two_moves": "Mutants and Mastermind",
    "slots": "Genesis",
    "fixed_speed": "Grups",
    "parries": "Das Schwarze Aug; Das Scwarze Auge",
}
"""Misspelled names, by the rules that should be offered; that they are a guess may be said."""

UNKNOWN = (
    "Burning Wheel; Amber Diceless; Exalted 3; Mythos; Dragonborn; Blood Bowl; Chess; Gloomhaven; Monopoly; zzz "
    "qqq; Fate of the Norns; Houses of the Blooded; Toon; my game; Sword World; Fantasy Flight; Baldur's "
    "Gate 3; 7th Sea; Frostgrave; Warhammer Quest; Necromunda; Magic the Gathering; Foundry; Roll20; Fantasy "
    "Grounds; Obsidian; Improved Initiative; goblin; homebrew; house rules; pirates; Microscope; Final Fantasy; "
    "test; Paranoia; Nobilis; Everway; Bunnies & Burrows; Tunnels & Trolls; Torchbearer; Mouse Guard; Numenera 9; "
    "Heroscape; Rangers of Shadow Deep"
)
"""Names that no rules here may be offered for, except as the closest to what was typed."""
