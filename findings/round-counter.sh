#!/bin/sh
# Rounds in barebones-rpg 0.2.0: when the fastest fighter falls the counter stands still, and three turns of poison are less than one
#   round.
# Guess: turn_number rises each time the order starts again, whoever is still alive; a poison of duration 3 ("in turns") hurts its victim
#   on three of the victim's turns.
# Seen: the counter rises when the first place of the order is up. As soon as the one who has it is dead that place is passed over, and
#   the fight stays in its round for ever. Effects are counted down at the start of every turn, for all fighters at once: of five, the
#   poison of one has run out before the fourth has acted.
# Why it matters: the fastest is often the first to fall, and until then the counter is right. What ends "in round 5" never ends, and what
#   lasts three rounds lasts the shorter the more fighters there are. Count a round when the order wraps, and an effect on the turns of
#   one fighter; test both with a dead first fighter.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check barebones-rpg==0.2.0
cat >rounds.py <<'END'
from barebones_rpg.combat.combat import Combat
from barebones_rpg.entities import Character, Enemy
from barebones_rpg.entities.stats import Stats, StatusEffect


def fight():
    heroes = [
        Character(name=name, stats=Stats(hp=30, atk=5, speed=speed))
        for name, speed in (("Ayla", 9), ("Bran", 7), ("Cora", 5), ("Dorn", 3))
    ]
    ogre = Enemy(name="Ogre", stats=Stats(hp=90, atk=0, speed=1))
    return heroes, Combat(player_group=heroes, enemy_group=[ogre])


def turns(combat, count):
    for _ in range(count):
        combat.end_turn()
        yield f"{combat.get_current_combatant().name} {combat.turn_number}"


heroes, combat = fight()
combat.start()
print("all alive:", ", ".join(turns(combat, 8)))
heroes[0].stats.hp = 0
print("Ayla dead:", ", ".join(turns(combat, 8)))

heroes, combat = fight()
hurt = []
poison = StatusEffect(name="poison", duration=3, on_turn=lambda _: hurt.append(combat.get_current_combatant().name))
heroes[0].stats_manager.add_status_effect(poison)
combat.start()
list(turns(combat, 8))
print("Ayla's poison works on the turns of:", ", ".join(hurt))
END
seen=$(PYGAME_HIDE_SUPPORT_PROMPT=1 venv/bin/python -I rounds.py)
expected="all alive: Bran 1, Cora 1, Dorn 1, Ayla 2, Bran 2, Cora 2, Dorn 2, Ayla 3
Ayla dead: Cora 3, Dorn 3, Bran 3, Cora 3, Dorn 3, Bran 3, Cora 3, Dorn 3
Ayla's poison works on the turns of: Ayla, Bran, Cora"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
