"""The check whether a history can be drawn at all: a drawing of the fight, its log and its dialogs."""

from __future__ import annotations

from app.fight.fight import Fight
from app.intents.fight import Edit, FightDialog, Person, Why
from app.page.dialog import ReinforcementsDialog, SheetSubject
from app.rule_editor.trial import SEED, begin_trial
from app.screens.fight import FightOptions, draw, draw_log
from app.screens.fight_dialogs import draw_dialog
from app.storage.export_writer import write_markdown_report
from app.ui.panel import MORE
from app.ui.panel_html import CHANCES
from app.values.forms import DamageForm, FormInput, new_condition_form
from app.values.stored import ListEntry
from turntrack.core.commands import Hit, OpenRound
from turntrack.core.dice import seeded_dice
from turntrack.core.model import Encounter, Id
from turntrack.core.names import family_of
from turntrack.history.session import Session
from turntrack.log.narrate import narrate, title
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules import SYSTEM
from turntrack.systems.table_rules.rule_set import RuleSet

_LONGEST_REASON = 200

MOST_DRAWN = 40
"""The check draws the dialogs of at most this many combatants."""


def why_not_shown(session: Session, system: TurnSystem) -> str:
    """Return the reason why a history cannot be drawn; empty if it can.

    Draws the fight, its log and the dialogs of its combatants once. Previews of options are left out.
    """
    try:
        _draw_all(session, system)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:_LONGEST_REASON]
    return ""


def why_not_played(rules: RuleSet) -> str:
    """Return the reason why no fight by these rules can be drawn before a round or in one; empty if it can."""
    dice = seeded_dice(SEED)
    try:
        session = begin_trial(rules, dice)
        _draw_all(session, SYSTEM)
        session.dispatch(OpenRound(), dice)
        _draw_all(session, SYSTEM)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:_LONGEST_REASON]
    return ""


class _Nowhere:
    """A journal writer that stores nothing, for a fight that is only looked at."""

    def now(self) -> int:
        """Return 0."""
        return 0

    def clock(self, at: int) -> str:
        """Return an empty text."""
        return ""

    def append(self, key: str, number: int, record: str, entry: ListEntry) -> None:
        """Do nothing."""

    def replace_journal(self, key: str, records: tuple[str, ...], entry: ListEntry) -> None:
        """Do nothing."""


def _sample(encounter: Encounter) -> tuple[Id, ...]:
    """Return the combatants to check: the last of each kind in a crowd, and evenly spaced ones of too many."""
    everyone = tuple(encounter.combatants)
    if len(everyone) <= MOST_DRAWN:
        return everyone
    alike = {
        (combatant.side, combatant.group, family_of(combatant.name)): combatant.id
        for combatant in encounter.combatants.values()
    }
    last = tuple(alike.values())
    return (everyone[0], *last[:: len(last) // MOST_DRAWN + 1], everyone[-1])


def _draw_all(session: Session, system: TurnSystem) -> None:
    fight, typed = Fight("", session, system, _Nowhere()), FormInput()
    options = FightOptions(steps=max(len(session.past), 1))
    drawing = draw(fight, options)
    draw_log(fight, options)
    for key in (*(section.key for section in drawing.sections), MORE, CHANCES):
        draw(fight, FightOptions(drawer=key))
    write_markdown_report(session, system)
    before = session.before_last
    for step in (*session.past[-1:], *reversed(session.future)):
        narrate(before, step, system)
        title(before, step, system)
        before = step.after
    everyone = [kind(combatant_id) for kind in (Why, Person, Edit) for combatant_id in _sample(fight.encounter)]
    first = fight.encounter.order[:1]
    lasting: tuple[SheetSubject, ...] = (
        *(DamageForm((Hit(combatant_id),), 1) for combatant_id in first),
        *(new_condition_form(fight.encounter, combatant_id) for combatant_id in first),
    )
    subjects: tuple[SheetSubject, ...] = (
        FightDialog.MENU,
        FightDialog.RULES,
        FightDialog.FIND,
        ReinforcementsDialog(),
        *lasting,
        *everyone,
    )
    for subject in subjects:
        draw_dialog(subject, fight, typed)
