"""The presets of table rules. Where each game is:

d20_games: D&D 5e, D&D 2024, Pathfinder 2, D&D 3.5, Pathfinder 1, D&D 4, Starfinder 1, 13th Age, Mutants & Masterminds,
    Dungeon Crawl Classics, Shadowdark
by_number: Savage Worlds, Fate Core, D&D B/X, Old-School Essentials, OSRIC, Swords & Wizardry, The Dark Eye 5, GURPS,
    Call of Cthulhu 7, WFRP 4, Cyberpunk RED, Shadowrun 6, Fallout, Mongoose Traveller, AD&D 2,
    Vampire: The Masquerade 20, Werewolf: The Apocalypse 20, Dragonbane, Alien, Forbidden Lands, Year Zero Engine,
    Legend of the Five Rings 5, Genesys, Star Wars (FFG)
by_count: Shadowrun 1, Shadowrun 2, Shadowrun 5, Splittermond, Exalted 2, Feng Shui 2, Hero System, Champions, Mythras,
    RuneQuest 6, Rolemaster Unified, HackMaster
by_side: Lancer, Draw Steel, Fabula Ultima, Wrath & Glory, Star Trek Adventures, Mörk Borg, Pirate Borg, CY_BORG,
    Nimble
by_phase: Shadow of the Demon Lord, Cosmere RPG, Shadow of the Weird Wizard, Vampire 5, The One Ring 2, Mothership,
    The Black Hack
by_choice: Fate Condensed, Troika!, Bolt Action, Daggerheart, Blades in the Dark, Apocalypse World
"""
