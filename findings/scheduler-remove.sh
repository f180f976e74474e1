#!/bin/sh
# rot-js 2.2.1: when one fighter is taken out of a scheduler, two others may change places.
# Guess: remove() takes one fighter out of the queue; the others come up in the order of their times, as before.
# Seen: the last entry of the heap is put where the removed one stood, and is only ever moved down, not up. With seven fighters due at 1,
#   4, 2, 5, 6, 7 and 3, the one at 4 acts before the one at 3 as soon as the one at 5 is removed. Of all 35,280 ways to add seven and
#   remove one, 1,008 end out of order; with six or fewer none does. Three other heaps that can remove (heap-js 2.7.1,
#   @datastructures-js/priority-queue 6.4.0, @js-sdsl/priority-queue 4.4.0) keep the order each time.
# Why it matters: somebody falls in every fight, and a small test never shows it. The list looks sorted but for two names, and whoever
#   acted too early is not noticed. Test removal with eight actors or more, in every order of adding.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts rot-js@2.2.1 heap-js@2.7.1 \
    @datastructures-js/priority-queue@6.4.0 @js-sdsl/priority-queue@4.4.0 >/dev/null
cat >remove.mjs <<'END'
import { PriorityQueue } from "@datastructures-js/priority-queue";
import { PriorityQueue as SdslQueue } from "@js-sdsl/priority-queue";
import { Heap } from "heap-js";
import { Scheduler } from "rot-js";

const earlier = (a, b) => a - b;
const drain = (next, count) => Array.from({ length: count }, next);
const libraries = {
  "rot-js": (times, removed) => {
    const scheduler = new Scheduler.Action();
    for (const time of times) scheduler.add(time, false, time);
    scheduler.remove(removed);
    return drain(() => scheduler.next(), times.length - 1);
  },
  "heap-js": (times, removed) => {
    const heap = new Heap(earlier);
    for (const time of times) heap.push(time);
    heap.remove(removed);
    return drain(() => heap.pop(), times.length - 1);
  },
  "@datastructures-js": (times, removed) => {
    const queue = new PriorityQueue(earlier);
    for (const time of times) queue.enqueue(time);
    queue.remove((time) => time === removed);
    return drain(() => queue.dequeue(), times.length - 1);
  },
  "@js-sdsl": (times, removed) => {
    const queue = new SdslQueue([], earlier);
    for (const time of times) queue.push(time);
    queue.remove(removed);
    return drain(() => queue.pop(), times.length - 1);
  },
};

function* orders(times) {
  if (times.length === 0) yield [];
  for (const time of times) {
    for (const rest of orders(times.filter((other) => other !== time))) yield [time, ...rest];
  }
}

function count(order, fighters) {
  let wrong = 0;
  for (const times of orders(Array.from({ length: fighters }, (_, index) => index + 1))) {
    for (const removed of times) {
      const acted = order(times, removed);
      wrong += acted.some((time, index) => index > 0 && time < acted[index - 1]);
    }
  }
  return wrong;
}

console.log("due at 1 4 2 5 6 7 3, without the one at 5:", libraries["rot-js"]([1, 4, 2, 5, 6, 7, 3], 5).join(" "));
for (const [name, order] of Object.entries(libraries)) {
  console.log(`${name}, out of order with six: ${count(order, 6)} of 4320, with seven: ${count(order, 7)} of 35280`);
}
END
seen=$(node remove.mjs)
expected='due at 1 4 2 5 6 7 3, without the one at 5: 1 2 4 3 6 7
rot-js, out of order with six: 0 of 4320, with seven: 1008 of 35280
heap-js, out of order with six: 0 of 4320, with seven: 0 of 35280
@datastructures-js, out of order with six: 0 of 4320, with seven: 0 of 35280
@js-sdsl, out of order with six: 0 of 4320, with seven: 0 of 35280'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
