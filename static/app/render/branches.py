"""HTML of branches of the history: each, all of them, and the question before one is thrown away."""

from __future__ import annotations

from functools import lru_cache

from app.intents.fight import BranchDrop, BranchDropNow, BranchOpen
from app.intents.page import StepBack
from app.render.forms import problem
from app.render.markup import Html, button, join, speak, tag
from app.render.sheet import Sheet, sheet
from app.values.fight_names import write_count
from app.views.log import BranchView


@lru_cache(maxsize=1024)
def render_branch(branch: BranchView) -> Html:
    """Render a branch in words, with buttons to open and to delete it."""
    words = describe(branch)
    said = tag("span", "Branch: ", words, tag("small", f" · cut off {branch.when}") if branch.when else None)
    return join(
        said,
        button(join("Open", speak(f" the branch: {words}")), BranchOpen(branch.place), class_="quiet"),
        button(
            join("Discard…", speak(f" the branch: {words}")),
            BranchDrop(branch.place),
            class_="quiet danger",
        ),
    )


def render_branches(branches: tuple[BranchView, ...]) -> Html:
    """Render all branches."""
    return tag("ul", *(tag("li", render_branch(branch), class_="branch") for branch in branches), class_="branches")


def describe(branch: BranchView) -> str:
    """Describe a branch by its length and its last step."""
    more = f" (and {write_count(branch.beyond, 'step')} in branches of its own)" if branch.beyond else ""
    return f"{write_count(branch.steps, 'step')}, up to “{branch.words}”{more}"


def render_branch_question(branch: BranchView, error: str) -> Sheet:
    """Render the question before a branch is deleted."""
    beyond = f", and {write_count(branch.beyond, 'step')} in branches of its own" if branch.beyond else ""
    question = f"Discard {write_count(branch.steps, 'step')} that ended with “{branch.words}”{beyond}?"
    return sheet(
        "Discard a branch",
        problem(error),
        tag("p", question, " This cannot be undone."),
        tag(
            "p",
            button("Discard", BranchDropNow(branch.place), class_="primary danger"),
            button("Keep", StepBack(), class_="quiet", data_first=True),
            class_="buttons",
        ),
    )
