"""The log of the open fight: its lines, the steps in detail, its branches, and the titles of undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.fight.roll_correction import RollCorrections
from app.ui.log import BranchView, LogEntry, Moment, quote
from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.model import Encounter, Id
from turntrack.history.session import NEVER_UNDONE, Branch, Session, Step
from turntrack.log.narrate import Sentence, narrate, title
from turntrack.systems.protocol import TurnSystem


class FightLog:
    """What the log says of a session. Sentences and branches are cached."""

    def __init__(
        self, session: Session, system: TurnSystem, corrections: RollCorrections, clock: Callable[[int], str]
    ) -> None:
        self._session = session
        self._system = system
        self._corrections = corrections
        self.clock = clock
        """Formats a moment in local time."""
        self._told: dict[int, tuple[Step, tuple[Sentence, ...]]] = {}
        self._seen: tuple[tuple[Branch, BranchView], ...] = ()
        """The current branches and their views."""

    def copy(self, session: Session, corrections: RollCorrections, clock: Callable[[int], str]) -> FightLog:
        """Return the log of a copy of the session."""
        copied = FightLog(session, self._system, corrections, clock)
        copied._told, copied._seen = self._told, self._seen  # the caches are valid for the same steps
        return copied

    @property
    def _fight_system(self) -> TurnSystem:
        return self._system.at(self._session.encounter)

    def entries(self, most: int, about: Id = "") -> tuple[LogEntry, ...]:
        """Return the log entries of the last ``most`` steps, newest first; of one combatant if ``about`` is given."""
        past = self._session.past
        entries = []
        for place in range(len(past) - 1, max(-1, len(past) - 1 - most), -1):
            sentences = self._sentences(place)
            if about:
                sentences = tuple(sentence for sentence in sentences if sentence.about == about)
            if sentences:
                entries.append(LogEntry(place + 1, sentences, past[place].after.round))
        return tuple(entries)

    def moment(self, step: int) -> Moment | None:
        """Return a step of the log in detail, counted from 1; None if there is no such step."""
        past = self._session.past
        if not 0 < step <= len(past):
            return None
        sentences, after = self._sentences(step - 1), past[step - 1].after
        about = dict.fromkeys(sentence.about for sentence in sentences)
        now = self._session.encounter.combatants
        return Moment(
            step,
            after.round,
            sentences,
            self._corrections.throws_in(step),
            tuple((combatant_id, now[combatant_id].name) for combatant_id in about if combatant_id in now),
            len(past) - step,
            tuple(branch for branch in self.branches() if branch.fork == step),
        )

    def last_sentences(self) -> tuple[Sentence, ...]:
        """Return the sentences of the last step."""
        return self._sentences(len(self._session.past) - 1) if self._session.past else ()

    def branches(self) -> tuple[BranchView, ...]:
        """Return the branches that leave the current history; branches of branches follow once those are opened."""
        now = self._session.branches
        # Compare branches by identity: a comparison step by step would be slow.
        known = {id(branch): view for branch, view in self._seen}
        if list(known) != [id(branch) for branch in now]:
            views = [
                replace(known.get(id(branch)) or self._branch_view(branch), place=place)
                for place, branch in enumerate(now)
            ]
            self._seen = tuple(zip(now, views, strict=True))
        return tuple(view for _, view in self._seen)

    def ahead(self) -> tuple[int, str]:
        """Return the number of undone steps, and the title of the last of them."""
        future = self._session.future
        if not future:
            return 0, ""
        return len(future), self._words(future[1].after if len(future) > 1 else self._session.encounter, future[0])

    def undo_title(self) -> str:
        """Return the title of the step that undo takes back; empty for none."""
        past = self._session.past
        return self._title(past[-2].after, past[-1]) if len(past) > NEVER_UNDONE else ""

    def redo_title(self) -> str:
        """Return the title of the step that redo does again; empty for none."""
        future = self._session.future
        return self._title(self._session.encounter, future[-1]) if future else ""

    def _sentences(self, place: int) -> tuple[Sentence, ...]:
        step = self._session.past[place]
        known = self._told.get(place)
        if known is None or known[0] is not step:
            before = self._session.past[place - 1].after if place else NO_ENCOUNTER
            try:
                told = narrate(before, step, self._fight_system)
            except Exception:  # an error of the rules must not hide all other lines
                told = (Sentence("This step cannot be described."),)
            known = self._told[place] = (step, told)
        return known[1]

    def _branch_view(self, branch: Branch) -> BranchView:
        past, future, steps = self._session.past, self._session.future, branch.steps
        fork = past[branch.fork - 1] if branch.fork <= len(past) else future[len(past) - branch.fork]
        words = self._words((steps[-2] if len(steps) > 1 else fork).after, steps[-1])
        when = self.clock(branch.at) if branch.at else ""
        size = sum(len(related.steps) for related in self._session.with_hanging(branch))
        return BranchView(0, branch.fork, len(steps), size - len(steps), words, when)

    def _words(self, before: Encounter, step: Step) -> str:
        """Return the title of a step, shortened to be quoted."""
        return quote(self._title(before, step))

    def _title(self, before: Encounter, step: Step) -> str:
        """Return the title of a step; ``one step`` if the rules fail, so that undo still works."""
        try:
            return title(before, step, self._fight_system)
        except Exception:
            return "one step"
