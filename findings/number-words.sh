#!/bin/sh
# Typed groups in words: word2number counts "three goblins and two orcs" as five, and "a second ogre" is half an ogre for compromise.
# Guess: a library that finds number words in a sentence gives 3 and 2 for the first, 12 for "a dozen kobolds", and leaves "second wind",
#   a thing that fighters do, alone.
# Seen: word2number 1.1 makes one number of all the words: 5 of three goblins and two orcs, 3 of "one two-headed troll", and 102 of
#   "twenty five damage two more". text2num 3.1.0 makes "3 goblins and two orcs", since by itself it leaves numbers below 3 as words. Of
#   "a second ogre" words-to-numbers 1.5.1 makes "1 2 ogre", numerizer 0.2.4 "1 2nd ogre", and compromise 14.17.0 finds a 0.5 in it; for
#   these three a second wind is a number too. A dozen is 12 for none of the five.
# Why it matters: the number is plausible (five of the first kind), and a second ogre that joins is an everyday sentence of a fight. Let a
#   reader of your own take small numbers only in front of a name that it knows, and test it with "second" and "dozen".
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts words-to-numbers@1.5.1 compromise@14.17.0 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check word2number==1.1 text2num==3.1.0 numerizer==0.2.4
cat >sentences.json <<'END'
["three goblins and two orcs", "one two-headed troll", "twenty five damage two more", "a dozen kobolds", "a second ogre", "second wind"]
END
cat >read.mjs <<'END'
import { readFileSync } from "node:fs";
import nlp from "compromise";
import words from "words-to-numbers";

for (const sentence of JSON.parse(readFileSync("sentences.json", "utf8"))) {
  const found = nlp(sentence).numbers().get();
  console.log(`${sentence}: words-to-numbers ${words.wordsToNumbers(sentence)}, compromise ${found.length ? found.join(" ") : "none"}`);
}
END
cat >read.py <<'END'
import json
from pathlib import Path

from numerizer import numerize
from text_to_num import alpha2digit
from word2number import w2n


def count(sentence):
    try:
        return w2n.word_to_num(sentence)
    except ValueError:
        return "none"


for sentence in json.loads(Path("sentences.json").read_text("utf-8")):
    print(f"{sentence}: word2number {count(sentence)}, text2num {alpha2digit(sentence, 'en')}, numerizer {numerize(sentence)}")
END
seen=$(node read.mjs; venv/bin/python -I read.py)
expected='three goblins and two orcs: words-to-numbers 3 goblins and 2 orcs, compromise 3 2
one two-headed troll: words-to-numbers 1 2-headed troll, compromise 1
twenty five damage two more: words-to-numbers 25 damage 2 more, compromise 25 2
a dozen kobolds: words-to-numbers 1 dozen kobolds, compromise none
a second ogre: words-to-numbers 1 2 ogre, compromise 0.5
second wind: words-to-numbers 2 wind, compromise 2
three goblins and two orcs: word2number 5, text2num 3 goblins and two orcs, numerizer 3 goblins and 2 orcs
one two-headed troll: word2number 3, text2num one two-headed troll, numerizer 1 2 headed troll
twenty five damage two more: word2number 102, text2num 25 damage two more, numerizer 25 damage 2 more
a dozen kobolds: word2number none, text2num a dozen kobolds, numerizer 1 dozen kobolds
a second ogre: word2number none, text2num a second ogre, numerizer 1 2nd ogre
second wind: word2number none, text2num second wind, numerizer 2nd wind'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
