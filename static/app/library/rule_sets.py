"""The user's rule sets, stored on this device for new fights."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.intents import library as i
from app.intents.library import RuleSetIntent
from app.page.library import ExportDialog, LibraryState, Outcome, RuleSetDialog
from app.rule_editor.state import RuleEditor, why_refused
from app.storage import messages
from app.storage.export_writer import Export, Link, pack_link
from app.storage.repository import Repository, check_rule_sets, removal
from app.storage.save_status import offer_undo
from app.values.stored import EntryChange, SavedRuleSet, StoreChanges
from turntrack.core.errors import BadValue, Refused
from turntrack.systems.table_rules.rule_set import RuleSet, read_rules, write_rules
from turntrack.systems.table_rules.settings import LONGEST_WORD


class RuleSets:
    """Handler of the rule sets' intents."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    async def do(self, intent: RuleSetIntent, library: LibraryState) -> Outcome:
        """Show or change the rule sets. Raises Refused and NotStored; then nothing has changed."""
        outcome = await self._change(intent, library)
        return replace(outcome, rule_sets=await self._repository.rule_sets())

    async def _change(self, intent: RuleSetIntent, library: LibraryState) -> Outcome:
        match intent:
            case i.OpenRuleSet(key):
                return Outcome(opens=RuleSetDialog(library.find_rule_set(key).key))
            case i.SaveRuleSet():
                return await self._keep(library.rule_editor or RuleEditor())
            case i.CopyRuleSet(key):
                rules = library.find_rule_set(key).rules
                names = {rule_set.rules.name for rule_set in library.rule_sets if not rule_set.gone}
                copy = SavedRuleSet(self._repository.new_key(), replace(rules, name=_free(rules.name, names)))
                await check_rule_sets(self._repository, (copy,))
                await self._repository.commit(StoreChanges(rule_sets=(copy,)))
                return Outcome(opens=RuleSetDialog(copy.key), toast=messages.rules_kept(copy.rules.name))
            case i.DeleteRuleSet(key):
                name = library.find_rule_set(key).rules.name
                await self._repository.commit(StoreChanges(party_change={key: removal(self._repository)}))
                return Outcome(closes=True, undo=offer_undo(messages.deleted(name), i.RestoreRuleSet(key)))
            case i.RestoreRuleSet(key):
                await check_rule_sets(self._repository, (library.find_rule_set(key),))
                await self._repository.commit(StoreChanges(party_change={key: EntryChange(deleted=0)}))
                return Outcome()
            case i.RevertRuleSet(old, new):
                await self._repository.commit(
                    StoreChanges(party_change={old: EntryChange(deleted=0), new: removal(self._repository)})
                )
                return Outcome(closes=True)
            case i.ExportRuleSet(key):
                return Outcome(opens=ExportDialog(_export_of(library.find_rule_set(key).rules)))
            case _:
                assert_never(intent)

    async def _keep(self, editor: RuleEditor) -> Outcome:
        """Save the rules in the editor as a new rule set, or in place of the one that was edited."""
        if wrong := why_refused(editor):
            raise Refused("wrong", wrong)
        check_length(editor.rules)
        rule_set = SavedRuleSet(self._repository.new_key(), editor.rules)
        here = {saved.key: saved for saved in await self._repository.rule_sets() if not saved.gone}
        known = here.get(editor.key)
        if known is None:
            await check_rule_sets(self._repository, (rule_set,))
            await self._repository.commit(StoreChanges(rule_sets=(rule_set,)))
            return Outcome(opens=RuleSetDialog(rule_set.key))
        if known.rules == editor.rules:
            return Outcome(opens=RuleSetDialog(known.key), toast=messages.rules_known(editor.rules.name))
        await self._repository.commit(
            StoreChanges(rule_sets=(rule_set,), party_change={known.key: removal(self._repository)})
        )
        said = messages.rules_renewed(editor.rules.name)
        undo = offer_undo(said, i.RevertRuleSet(known.key, rule_set.key))
        return Outcome(opens=RuleSetDialog(rule_set.key), undo=undo)


def check_length(rules: RuleSet) -> None:
    """Raise Refused if the rules are too long to be read again."""
    try:
        read_rules(write_rules(rules))
    except BadValue as error:
        raise Refused("too_long", f"There is too much in these rules: {error}") from error


def _export_of(rules: RuleSet) -> Export:
    """Return the export of a rule set."""
    text = write_rules(rules)
    return Export(rules.name, f"{text}\n", link=pack_link(Link.RULES, text))


def _free(name: str, taken: set[str]) -> str:
    """Return an unused name for a copy."""
    stem = name[: LONGEST_WORD - 12].strip()
    names = (f"{stem} (copy{f' {number}' if number > 1 else ''})" for number in range(1, 200))
    return next(candidate for candidate in names if candidate not in taken)
