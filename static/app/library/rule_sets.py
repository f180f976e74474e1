"""Rules of the table's own that are kept on this device for other fights."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.intents import library as i
from app.intents.library import MadeIntent
from app.page.library_state import ExportDialog, LibraryState, RuleSetDialog
from app.page.outcome import Outcome
from app.rule_editor.state import TITLE_OF, Making, step_of_wrong
from app.storage import messages
from app.storage.exporting import Export
from app.storage.notices import Notice, Way
from app.storage.repository import Shelf, check_made
from app.storage.rule_sets import pack
from app.values.saved import EntryChange, SavedRuleSet, StoreChanges
from turntrack.core.errors import BadValue, Refused
from turntrack.systems.table_rules.rule_set import LONGEST_WORD, RuleSet, read_kept_rules, write_rules


class MadeRules:
    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def do(self, intent: MadeIntent, library: LibraryState) -> Outcome:
        """Show or change what is kept. Raises Refused and NotKept, with nothing changed."""
        outcome = await self._change(intent, library)
        return replace(outcome, made=await self._shelf.made())

    async def _change(self, intent: MadeIntent, library: LibraryState) -> Outcome:
        match intent:
            case i.Made(key):
                return Outcome(opens=RuleSetDialog(library.find_made(key).key))
            case i.MadeKeep():
                return await self._keep(library.making or Making())
            case i.MadeCopy(key):
                rules = library.find_made(key).rules
                names = {each.rules.name for each in library.made if not each.gone}
                copy = SavedRuleSet(self._shelf.new_key(), replace(rules, name=_free(rules.name, names)))
                await check_made(self._shelf, (copy,))
                await self._shelf.commit(StoreChanges(made=(copy,)))
                return Outcome(opens=RuleSetDialog(copy.key), toast=messages.rules_kept(copy.rules.name))
            case i.MadeDrop(key):
                name = library.find_made(key).rules.name
                await self._shelf.commit(StoreChanges(party_change={key: self._removal()}))
                return Outcome(closes=True, undo=Notice(messages.deleted(name), (Way("Undo", i.MadeUndrop(key)),)))
            case i.MadeUndrop(key):
                await check_made(self._shelf, (library.find_made(key),))
                await self._shelf.commit(StoreChanges(party_change={key: EntryChange(deleted=0)}))
                return Outcome()
            case i.MadeSwap(old, new):
                await self._shelf.commit(StoreChanges(party_change={old: EntryChange(deleted=0), new: self._removal()}))
                return Outcome(closes=True)
            case i.MadeOut(key):
                return Outcome(opens=ExportDialog(export_of(library.find_made(key).rules)))
            case _:
                assert_never(intent)

    async def _keep(self, making: Making) -> Outcome:
        """Keep the rules that are being made: as new ones, or in place of the version they began as."""
        if wrong := step_of_wrong(making):
            raise Refused("wrong", f"Something written at “{TITLE_OF[wrong]}” could not be taken. Put it right first.")
        check_length(making.rules)
        made = SavedRuleSet(self._shelf.new_key(), making.rules)
        here = {each.key: each for each in await self._shelf.made() if not each.gone}
        known = here.get(making.key)
        if known is None:
            await check_made(self._shelf, (made,))
            await self._shelf.commit(StoreChanges(made=(made,)))
            return Outcome(opens=RuleSetDialog(made.key))
        if known.rules == making.rules:
            return Outcome(opens=RuleSetDialog(known.key), toast=messages.rules_known(making.rules.name))
        await self._shelf.commit(StoreChanges(made=(made,), party_change={known.key: self._removal()}))
        said = messages.rules_renewed(making.rules.name)
        undo = Notice(said, (Way("Undo", i.MadeSwap(known.key, made.key)),))
        return Outcome(opens=RuleSetDialog(made.key), undo=undo)

    def _removal(self) -> EntryChange:
        return EntryChange(deleted=self._shelf.now())


def check_length(rules: RuleSet) -> None:
    """Raise Refused where there is more in the rules than can be read again."""
    try:
        read_kept_rules(write_rules(rules))
    except BadValue as error:
        raise Refused("too_long", f"There is too much in these rules: {error}") from error


def export_of(rules: RuleSet) -> Export:
    return Export(rules.name, f"{write_rules(rules)}\n", link=pack(rules))


def _free(name: str, taken: set[str]) -> str:
    """Return a name for a copy that nothing has yet."""
    stem = name[: LONGEST_WORD - 12].strip()
    names = (f"{stem} (copy{f' {number}' if number > 1 else ''})" for number in range(1, 200))
    return next(each for each in names if each not in taken)
