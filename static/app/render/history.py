"""What the log leads to: one step of the fight, looked at, and the branches that were cut off from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from app.intents.fight import Back, BranchDrop, BranchDropNow, BranchOpen, Person, ThrowAgain
from app.intents.page import Dismiss
from app.markup import Child, Html, button, join, tag
from app.render.frame import problem
from app.render.person import render_correction
from app.render.sheet import Sheet, sheet
from app.views.log import BranchView, Moment, ThrowView, count_steps
from engine.events import RULING
from engine.narrate import Sentence


@lru_cache(maxsize=1024)
def render_branch(branch: BranchView) -> Html:
    """Render a branch in words, with the ways to open it and to throw it away."""
    words = describe(branch)
    said = tag("span", "Branch: ", words, tag("small", f" · cut off {branch.when}") if branch.when else None)
    return join(
        said,
        button(join("Open", _hide(f" the branch: {words}")), BranchOpen(branch.place), class_="quiet"),
        button(
            join("Throw away…", _hide(f" the branch: {words}")),
            BranchDrop(branch.place),
            class_="quiet danger",
        ),
    )


def render_branches(branches: tuple[BranchView, ...]) -> Html:
    return tag("ul", *(tag("li", render_branch(branch), class_="branch") for branch in branches), class_="branches")


def describe(branch: BranchView) -> str:
    """Say how long a branch is, and what was done last in it."""
    more = f" (and {count_steps(branch.beyond)} in branches of its own)" if branch.beyond else ""
    return f"{count_steps(branch.steps)}, up to “{branch.words}”{more}"


def render_moment(
    title: str, moment: Moment, texts: Mapping[str, str], typed: Mapping[str, str | bool], error: str
) -> Sheet:
    """Render a step of the log: its sentences with the rules they cite, the dice, who it is about, and the way back."""
    if moment.later:
        way_back: Child = join(
            tag("p", f"{count_steps(moment.later)} came after it. Going back loses nothing: redo leads forward again."),
            tag("p", button("Go back to here", Back(moment.step), class_="primary"), class_="buttons"),
        )
    else:
        way_back = tag("p", "This is the last step: there is nothing to go back from.", class_="hint")
    return sheet(
        title,
        problem(error),
        tag("ul", *(tag("li", *_explain(sentence, texts)) for sentence in moment.sentences), class_="moment"),
        tag("h3", "Dice") if moment.rolls else None,
        tag("ul", *(tag("li", *_throw(roll, typed)) for roll in moment.rolls)) if moment.rolls else None,
        *(_way_to_throw(moment) if any(not roll.correct for roll in moment.rolls) else ()),
        tag("h3", "Who") if moment.people else None,
        tag("p", *(button(name, Person(one)) for one, name in moment.people), class_="buttons")
        if moment.people
        else None,
        way_back,
        tag("h3", "Branches that leave from here") if moment.branches else None,
        render_branches(moment.branches) if moment.branches else None,
    )


def _throw(roll: ThrowView, typed: Mapping[str, str | bool]) -> tuple[Child, ...]:
    return (render_correction(roll.words, roll.correct, typed) if roll.correct else roll.words,)


def _way_to_throw(moment: Moment) -> tuple[Html, ...]:
    """Lead back to before the dice fell, where more than a number hangs on them, and offer them again."""
    after = f" What came after them ({count_steps(moment.later)}) stays in the log as a branch." if moment.later else ""
    words = (
        f"More than one number hangs on these dice. Go back to them to change them, each in a box of its own.{after}"
    )
    return (
        tag("p", words, class_="hint"),
        tag("p", button("Go back to these dice", ThrowAgain(moment.step), class_="quiet"), class_="buttons"),
    )


def render_past() -> Sheet:
    return sheet("Not in the log any longer", tag("p", "This step has been undone, or is in a branch now."))


def render_throw_away(branch: BranchView, error: str) -> Sheet:
    """Ask before a branch is thrown away."""
    beyond = f", and {count_steps(branch.beyond)} in branches of its own" if branch.beyond else ""
    question = f"Throw away {count_steps(branch.steps)} that ended with “{branch.words}”{beyond}?"
    return sheet(
        "Throw away a branch",
        problem(error),
        tag("p", question, " This cannot be undone."),
        tag(
            "p",
            button("Throw away", BranchDropNow(branch.place), class_="primary danger"),
            button("Keep", Dismiss(), class_="quiet", data_first=True),
            class_="buttons",
        ),
    )


def _explain(sentence: Sentence, texts: Mapping[str, str]) -> list[Child]:
    """Render a sentence, and what the rules that it cites say."""
    said: list[Child] = [tag("span", sentence.text, class_="line")]
    for rule in sentence.rules:
        text = "The game master has ruled so." if rule == RULING else texts.get(rule, "")
        said.append(tag("small", tag("cite", rule), " ", text, class_="line"))
    return said


def _hide(text: str) -> Html:
    """Say what a short button is about, to whoever hears the page."""
    return tag("span", text, class_="hidden")
