#!/bin/sh
# A free action in rot-js 2.2.1: in its tick scheduler an action of length 0 lasts as long as an ordinary one.
# Guess: after setDuration(0) the same fighter is up again at once, and one who is added with time 0 is due now.
# Seen, in Scheduler.Action: both zeros are taken for "not given" and become 1, the default. 0.01 works as expected, and so does 0 in
#   Scheduler.Speed of the same library, which asks whether the time was given.
# Why it matters: games that count ticks have free actions and ambushes before the first tick. The fighter loses a whole turn for the free
#   action, and the ambush comes with or after the victims; both look like a normal order. Use a tiny number, or count in hundredths of a
#   tick.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts rot-js@2.2.1 >/dev/null
cat >ticks.mjs <<'END'
import { Scheduler } from "rot-js";

for (const length of [0, 0.01]) {
  const scheduler = new Scheduler.Action();
  scheduler.add("elf", true, 1);
  scheduler.add("ogre", true, 1.5);
  const first = scheduler.next();
  scheduler.setDuration(length);
  const second = scheduler.next();
  console.log(`an action of ${length}: ${first}, ${second}, at ${scheduler.getTime()}`);
}
for (const [name, Kind] of [["Action", Scheduler.Action], ["Speed", Scheduler.Speed]]) {
  const scheduler = new Kind();
  scheduler.add({ name: "guard", getSpeed: () => 2 }, true, 0.5);
  scheduler.add({ name: "ambusher", getSpeed: () => 2 }, true, 0);
  console.log(`${name}, ambusher at 0 and guard at 0.5: ${scheduler.next().name} first, at ${scheduler.getTime()}`);
}
END
seen=$(node ticks.mjs)
expected='an action of 0: elf, ogre, at 1.5
an action of 0.01: elf, elf, at 1.01
Action, ambusher at 0 and guard at 0.5: guard first, at 0.5
Speed, ambusher at 0 and guard at 0.5: ambusher first, at 0'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
