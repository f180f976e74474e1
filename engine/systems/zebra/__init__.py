"""Zebra Island: counters spent down through a sequence; whoever has most acts. (rulebook: Zebra Island)

``sheet`` has its fields and options, ``chart`` the prices, ``contact`` who stands against whom, ``counters`` the
arithmetic and the order, ``panel`` the choices, ``texts`` the rules in short sentences.
"""

from __future__ import annotations

from engine.commands import Act, AddCombatant, Command, MakeEncounter, Move
from engine.dice import DiceCode, NoDice, Roll
from engine.draft import Draft
from engine.errors import Refused
from engine.events import RULING, AbleSet, FactSet, Noted, Placed, RoundClosed, RoundOpened, ScoreSet, Spent, StatusSet
from engine.fields import Field, Kind, Pick, Value
from engine.listing import list_elsewhere
from engine.model import Encounter, FactValue, Id, Lasting, Status
from engine.ordering import same_place
from engine.sums import Sum, Term
from engine.systems.protocol import Badge, Chance, Entered, Section, record_of
from engine.systems.zebra import chart, contact, counters
from engine.systems.zebra.panel import Panel
from engine.systems.zebra.sheet import FACTS, FIELDS, OPTIONS, chosen
from engine.systems.zebra.texts import RULES
from engine.table.odds import TOO_MANY, Entrant, too_many
from engine.table.offers import opposed
from engine.table.order import apart, dropped
from engine.table.throws import throw, thrown_by_group

D20, DIE = DiceCode(1, 20), "d20"

MOST_NAMED = 12
"""Of more who engage one the log names some few: it is told of each of a crowd."""


class Zebra:
    key = "zebra"
    title = "Zebra Island"
    summary = "Everyone has a counter; the highest acts, and each action costs points of it."
    round_word = "sequence"
    part_word = ""
    counts_points = True
    fields = FIELDS
    options = OPTIONS
    rules = RULES
    facts = FACTS

    # Opening and ending a sequence

    def open_round(self, draft: Draft) -> None:
        before = draft.encounter
        draft.record(RoundOpened(before.round + 1, rule="Z14" if before.round else "Z2"))
        if not before.round:
            contact.engage_at_contact(draft)
        thrown = throw(draft, [one for one in before.order if before.standings[one].able], lambda one: D20)
        for one, standing in before.standings.items():
            left = counters.level(standing)
            if left and not standing.able:
                draft.record(FactSet(one, "kept", left.total))
                draft.record(FactSet(one, "missed", True, Lasting.ROUND, "Z2"))
        for (_, who), roll in thrown:
            for one in who:
                self._start_counter(draft, before, one, (Term(DIE, roll.total),))
        empty = not counters.ranked(draft.encounter, chosen(draft.encounter, "tie"))
        if empty:
            draft.record(Noted("Nobody starts above 0: the next sequence carries no debt from here.", "ZA5"))
        if empty or draft.encounter.fact("empty"):
            draft.record(FactSet("", "empty", empty))

    def _start_counter(
        self, draft: Draft, before: Encounter, one: Id, thrown: tuple[Term, ...], rule: str = ""
    ) -> None:
        """Z3, Z6, Z15. ``before`` is the encounter at the end of the sequence before."""
        die, *corrections = thrown
        score = Sum((die, *self._added(before, draft.encounter, one), *corrections))
        draft.record(ScoreSet(one, score, rule))
        if score.total <= 0:
            draft.record(StatusSet(one, Status.DONE, "starts at 0 or less and sits the sequence out", "ZA5"))

    def _added(self, before: Encounter, now: Encounter, one: Id) -> tuple[Term, ...]:
        """All terms of a starting counter but the die."""
        level = counters.level(before.standings.get(one))
        later = chosen(now, "later_attribute") if level else ""
        carry = "none" if now.fact("empty") else chosen(now, "carry")
        joins = level is None and before.round > 0
        return (*counters.base(now, one, later, joins), *counters.carried(level, carry))

    def close_round(self, draft: Draft) -> None:
        if not self._keeps_reserves(draft.encounter):
            for one in draft.encounter.order:
                if draft.fact(one, "reserved"):
                    draft.record(FactSet(one, "reserved", False, rule="ZA6"))

    # Who acts

    def settle(self, draft: Draft) -> None:
        for one in draft.encounter.acting():
            if draft.standing(one).able:
                return
            draft.record(StatusSet(one, Status.READY))
        upcoming = counters.ranked(draft.encounter, chosen(draft.encounter, "tie"))
        just_acted = draft.encounter.fact("just_acted", "")
        if upcoming:
            again = "Z17" if upcoming[0] == just_acted else "Z9"
            draft.record(StatusSet(upcoming[0], Status.ACTING, rule=again if just_acted else "Z7"))
        elif self._keeps_reserves(draft.encounter) or not self._reserves(draft.encounter):
            draft.record(RoundClosed(draft.encounter.round, "Z13"))

    def _end(self, draft: Draft) -> None:
        """ZA12: all counters are at 0 or less, and what is reserved is lost."""
        if not draft.encounter.is_open or draft.encounter.acting():
            raise Refused("not_over", "The sequence ends when all counters are at 0 or less.", "Z13")
        self.close_round(draft)
        draft.record(RoundClosed(draft.encounter.round, "ZA12"))

    def _keeps_reserves(self, encounter: Encounter) -> bool:
        return chosen(encounter, "keep_reserve") == "yes"

    def _reserves(self, encounter: Encounter) -> tuple[Id, ...]:
        """Those who can use a reserved action."""
        standings = encounter.standings
        return tuple(one for one in encounter.order if standings[one].able and standings[one].fact("reserved"))

    def _reserved(self, encounter: Encounter, one: Id, value: bool, rule: str) -> FactSet:
        lasting = Lasting.ENCOUNTER if self._keeps_reserves(encounter) else Lasting.ROUND
        return FactSet(one, "reserved", value, lasting, rule)

    def track(self, encounter: Encounter) -> tuple[Id, ...]:
        standings = encounter.standings
        if not encounter.round:
            return encounter.order
        tie = chosen(encounter, "tie")
        done = [one for one in encounter.order if standings[one].able and not counters.plays(standings[one])]
        return apart(encounter, (*counters.ranked(encounter, tie), *counters.by_counter(encounter, done, tie)))

    def number(self, encounter: Encounter, one: Id) -> Sum | None:
        standing = encounter.standings.get(one)
        return None if standing is None or standing.fact("missed") else counters.level(standing)

    # What is done

    def act(self, draft: Draft, command: Act) -> None:
        if command.action == "end":
            self._end(draft)
            return
        one = command.id
        by = command.values.get("by", chart.OWN_TURN)
        action = chart.allowed(draft.encounter, command)
        note = "" if command.action == "other" else str(command.values.get("note", ""))
        draft.record(Spent(one, Term(action.label, action.cost, action.rule), note, "Z8" if action.cost else ""))
        if command.action == "disengage":
            contact.part(draft, one, "Z23")
        elif command.action == "run":
            contact.part(draft, one, "ZA10")
        if action.engages:
            contact.engage(draft, one, action.engages, "Z5")
        if by == chart.FROM_RESERVE:
            draft.record(FactSet(one, "reserved", False, rule="Z19"))
            return
        if command.action == "reserve":
            draft.record(self._reserved(draft.encounter, one, True, "Z19"))
        if by == chart.OWN_TURN:
            draft.record(FactSet("", "just_acted", one, Lasting.ROUND), StatusSet(one, Status.READY))
        self._end_if_spent(draft, one)

    def ruled_cost(self, encounter: Encounter, command: Act) -> int:
        able = encounter.standings[command.id]
        return chart.listed_cost(encounter, command) if counters.plays(able) else 0

    def following(self, encounter: Encounter, one: Id, cost: int) -> Id:
        """Who would act next once ``one``, who acts now, has spent so much; empty if nobody would."""
        draft = Draft(encounter, NoDice())
        draft.record(Spent(one, Term("", cost)), FactSet("", "just_acted", one), StatusSet(one, Status.READY))
        self._end_if_spent(draft, one)
        return next(iter(counters.ranked(draft.encounter, chosen(encounter, "tie"))), "")

    def _end_if_spent(self, draft: Draft, one: Id) -> None:
        """Z11: what brought the counter to 0 or less was the last action; ZA1 may grant one more."""
        if counters.left(draft.standing(one)) > 0:
            return
        if chosen(draft.encounter, "last_action") == "bonus" and not draft.fact(one, "last"):
            draft.record(FactSet(one, "last", True, Lasting.ROUND, "ZA1"))
        else:
            draft.record(StatusSet(one, Status.DONE, "has taken the last action and is out", "Z11"))

    # Coming, going, rulings

    def joined(self, draft: Draft, one: Id) -> None:
        """Whoever comes to keeps counter and place; whoever has none in this sequence throws for one (Z2, ZA15)."""
        close = contact.within_reach(draft.encounter, one)
        if close:
            contact.tell_positions(draft, (one, *close), "ZA10")
        missed = draft.fact(one, "missed")
        if missed or draft.standing(one).score is None:
            shared = thrown_by_group(draft.encounter, one, DIE, self.number)
            if shared:
                self._start_counter(draft, draft.encounter, one, shared, "ZA15")
            else:
                ((_, roll),) = throw(draft, (one,), lambda one: D20, "Z2")
                self._start_counter(draft, draft.encounter, one, (Term(DIE, roll.total),))
            if missed:
                draft.record(FactSet(one, "missed", False))

    def leaving(self, draft: Draft, one: Id) -> None:
        """Whoever falls stays within reach, and keeps nobody in contact (ZA10)."""
        if AbleSet(one, False) in draft.events:
            contact.tell_positions(draft, contact.within_reach(draft.encounter, one), "ZA10")
        else:
            contact.part(draft, one, "Z4")

    def rescored(self, draft: Draft, one: Id) -> None:
        standing = draft.standing(one)
        if standing.fact("missed"):
            draft.record(FactSet(one, "missed", False))
        if counters.left(standing) > 0 and standing.status is Status.DONE:
            draft.record(StatusSet(one, Status.READY, "is back in this sequence", RULING))
        elif counters.left(standing) <= 0 and standing.status is not Status.DONE:
            draft.record(StatusSet(one, Status.DONE, "is out for this sequence", "Z12"))

    def dice_in_number(self, encounter: Encounter, one: Id, purpose: str) -> DiceCode | None:
        return D20 if purpose == "initiative" else None

    def corrected(self, encounter: Encounter, one: Id, purpose: str, score: Sum, now: Roll) -> Sum:
        return score

    def move(self, draft: Draft, command: Move) -> None:
        """A ruling: the number of the one below, and directly before it; at the end, a point below the last."""
        encounter, one = draft.encounter, command.id
        if not encounter.is_open:
            following = f"sequence {encounter.round + 1} makes them anew"
            list_elsewhere(draft, command, self.track, f"The order is that of the counters: {following}.")
            return
        standing = encounter.standings[one]
        name = encounter.name_of(one)
        if not standing.able or standing.score is None:
            raise Refused("no_counter", f"{name} has no counter to move.", "Z2")
        drop = dropped(self.track(encounter), one, command.before)
        beside = drop.beside(lambda it: counters.plays(encounter.standings[it]))
        if counters.plays(standing) and not drop.moves:
            raise same_place()
        number = counters.left(encounter.standings[beside]) - (beside in drop.above)
        change = number - counters.left(standing)
        if change:
            draft.record(ScoreSet(one, standing.score.plus(Term("ruling", change, RULING)), RULING))
        if standing.status is Status.DONE:
            draft.record(StatusSet(one, Status.READY, "is back in this sequence", RULING))
        if beside in drop.below:
            draft.record(Placed(one, beside, f"is placed before {encounter.name_of(beside)}", RULING))
        for other in encounter.acting():
            if one == other or other not in drop.above:
                draft.record(StatusSet(other, Status.READY))

    def rulable(self, encounter: Encounter, one: Id) -> tuple[Field, ...]:
        if not one or not encounter.standings[one].able:
            return ()
        engaged = contact.engaged_with(encounter, one)
        free = tuple(
            Pick(it, encounter.name_of(it))
            for it in encounter.order
            if it not in engaged and encounter.standings[it].able and opposed(encounter, one, it)
        )
        now = f"Engaged now with {contact.names(encounter, engaged) or 'nobody'}."
        reserved = bool(encounter.standings[one].fact("reserved"))
        return (
            *((Field("engages", "Add: engaged with", Kind.PICK, "", help=now, picks=free),) if free else ()),
            Field("shooting", "In shooting position", Kind.FLAG, not engaged, help="Engaged by nobody (Z4)."),
            Field("reserved", "Has an action in reserve", Kind.FLAG, reserved),
        )

    def rule_fact(self, draft: Draft, one: Id, key: str, value: Value) -> None:
        first = not draft.encounter.round  # what is ruled before the first sequence stands in it (ZA11)
        if key == "engages":
            contact.engage(draft, one, str(value), RULING)
            if first:
                draft.record(*(FactSet(it, "placed", True) for it in (one, str(value))))
        elif key == "shooting" and value and first and not draft.fact(one, "placed"):
            draft.record(FactSet(one, "engaged", (), rule=RULING), FactSet(one, "placed", True))
        elif key == "shooting" and not value:
            raise Refused("with_whom", "Say who engages instead.", "Z4")
        elif value == (
            draft.fact(one, "reserved") if key == "reserved" else not contact.is_engaged(draft.encounter, one)
        ):
            raise Refused("no_change", "That is so already.")
        elif key == "reserved":
            draft.record(self._reserved(draft.encounter, one, bool(value), RULING))
        else:
            contact.part(draft, one, RULING)

    # What the screen shows

    def badges(self, encounter: Encounter, one: Id) -> tuple[Badge, ...]:
        standing = encounter.standings[one]
        badges: list[Badge] = []
        if not standing.able:
            return ()
        if encounter.round:
            facing = contact.few_names(encounter, one)
            badges.append(Badge(f"contact: {facing}", "Z3", "warn") if facing else Badge("shooting", "Z4"))
        if standing.fact("reserved"):
            badges.append(Badge("reserved", "Z19", "good"))
        if encounter.is_open and standing.status is Status.DONE:
            badges.append(Badge("out", "Z12", "off"))
        elif encounter.is_open and standing.fact("last"):
            badges.append(Badge("last action", "ZA1", "warn"))
        return tuple(badges)

    def fact_words(self, encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
        match key, value:
            case "engaged", _ if one in encounter.standings and encounter.standings[one].able:
                crowd = isinstance(value, tuple) and len(value) > MOST_NAMED
                engaged = () if crowd else contact.engaged_with(encounter, one)
                facing = contact.few_names(encounter, one) if crowd else contact.names(encounter, engaged)
                return f"is engaged with {facing}" if facing else "is in shooting position"
            case "reserved", True:
                return "has an action in reserve"
            case "reserved", _:
                return "has no action in reserve any longer"
            case "missed", True:
                return "has no counter in this sequence"
            case "last", True:
                return "may act one last time"
            case _:
                return ""

    def chances(self, encounter: Encounter) -> tuple[Chance, ...]:
        """Who would open the next sequence, in the order listed."""
        return counters.opening_chances(self._throws(encounter), encounter.order)

    def uncounted(self, encounter: Encounter) -> str:
        return TOO_MANY if too_many(self._throws(encounter)) else ""

    def _throws(self, encounter: Encounter) -> list[list[Entrant]]:
        """What decides who opens the next sequence; empty while one is open, and for one alone."""
        able = [one for one in encounter.order if encounter.standings[one].able]
        if encounter.is_open or len(able) < 2:
            return []
        draft = Draft(encounter, NoDice())
        if not encounter.round:
            contact.engage_at_contact(draft)
        bases = {one: Sum(self._added(encounter, draft.encounter, one)) for one in able}
        return counters.opening_throws(encounter, bases, chosen(encounter, "tie"), D20)

    def sections(self, encounter: Encounter, entered: Entered) -> tuple[Section, ...]:
        if not encounter.is_open:
            return ()
        panel = Panel(self, encounter, entered)
        own = [section for one in encounter.acting() for section in panel.own_turn(one)]
        reserved = panel.reserved(self._reserves(encounter))
        defenders = [one for one in counters.ranked(encounter, "listed") if one not in encounter.acting()]
        paid = chosen(encounter, "reaction") == "paid" and defenders
        over = [] if own else [panel.end(self._reserves(encounter))]
        return (*own, *over, *reserved, *([panel.reactions(defenders)] if paid else []))

    def sample(self) -> tuple[Command, ...]:
        names = ("nerve", "nimbleness", "perception", "weapon", "level", "size", "position")

        def sheet(*values: Value) -> dict[str, Value]:
            return dict(zip(names, values, strict=True))

        return (
            MakeEncounter("Ambush at the ferry", self.key),
            AddCombatant("Mara", side="Crew", sheet=sheet(6, 7, 6, "sabre", 5, "middle", "contact"), health=15),
            AddCombatant("Ilko", side="Crew", sheet=sheet(6, 5, 9, "bow", 5, "middle", "shooting"), health=12),
            AddCombatant("Guard", 2, "Harbour", "Guards", sheet(4, 5, 4, "halberd", 4, "heavy", "contact"), health=10),
            AddCombatant("Rat", side="Harbour", sheet=sheet(5, 8, 6, "knife", 3, "little", "shooting"), health=8),
        )


SYSTEM = record_of(Zebra())
