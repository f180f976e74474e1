"""The import of a text, and of what the import dialog holds."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.intents import library as i
from app.intents.library import ImportIntent
from app.page.library import ImportDialog, Outcome
from app.page.state import PageState
from app.screens.fight_drawing_check import why_not_played, why_not_shown
from app.storage import messages
from app.storage.import_reader import ImportComparison, ImportedRoster, ImportedRules, ImportReader
from app.storage.import_writer import ImportWriter
from app.storage.portions import Pause
from app.storage.repository import Repository
from app.values.effects import Effect, FetchFight
from turntrack.core import commands as c
from turntrack.core.errors import Refused
from turntrack.systems.protocol import TurnSystem


class ImportTasks:
    """Runs the intents about imports."""

    def __init__(self, systems: tuple[TurnSystem, ...], repository: Repository) -> None:
        self._repository = repository
        self._reader = ImportReader(systems, repository, why_not_shown, why_not_played)
        self._writer = ImportWriter(systems, repository)

    async def do(self, intent: ImportIntent, state: PageState, pause: Pause) -> Outcome:
        """Read a text with pauses, or store what the import dialog holds. Raises Stopped."""
        fight, writer = state.fight, self._writer
        dialog = state.library.dialog if isinstance(state.library.dialog, ImportDialog) else ImportDialog()
        but_not = fight.key if fight else ""
        said = ""
        effects: tuple[Effect, ...] = ()
        commands: tuple[c.AddCombatant, ...] = ()
        match intent:
            case i.Import():
                return Outcome(opens=ImportDialog())
            case i.ReadBackup(text, file, said):
                return Outcome(changes=replace(await self.look_at(text, fight, file), said=said))
            case i.ReadText(text, file):
                return Outcome(changes=await self.look_at(text, fight, file, pause))
            case i.RosterSystem(key):
                roster = _find_in(dialog, ImportedRoster)
                contents = await self._reader.read_roster_for(dialog.text, roster, key, pause)
                return Outcome(changes=replace(dialog, contents=contents, doing=""))
            case i.RosterColumn(choice):
                at, _, subject = choice.partition(" ")
                place = int(at) if at.isdecimal() else -1
                roster = _find_in(dialog, ImportedRoster)
                contents = await self._reader.read_roster_by(dialog.text, roster, place, subject, pause)
                return Outcome(changes=replace(dialog, contents=contents, doing=""))
            case i.ImportBeside():
                said = await writer.store_all(_find_in(dialog, ImportComparison), replacing=False, but_not=but_not)
            case i.ImportReplace():
                said = await writer.store_all(_find_in(dialog, ImportComparison), replacing=True, but_not=but_not)
            case i.RosterParty():
                said = await writer.store_members(_find_in(dialog, ImportedRoster))
            case i.RosterNew():
                opens = await writer.store_encounter(_find_in(dialog, ImportedRoster))
                effects = (FetchFight(opens),)
            case i.RosterKeep():
                said = await writer.store_sorted(_find_in(dialog, ImportedRoster))
            case i.RulesKeep():
                said = await writer.store_rules(_find_in(dialog, ImportedRules))
            case i.RosterAdd():
                commands = _find_in(dialog, ImportedRoster).roster.members if fight else ()
            case _:
                assert_never(intent)
        rule_sets = await self._repository.rule_sets()
        return Outcome(
            closes=True,
            toast=said,
            commands=commands,
            saved=await self._repository.encounters(),
            rule_sets=rule_sets,
            campaigns=await self._repository.campaigns(),
            effects=effects,
        )

    async def look_at(self, text: str, fight: Fight | None, file: str, pause: Pause) -> ImportDialog:
        """Return the dialog with what the text holds. Raises Malformed and Stopped."""
        content = await self._reader.read_text(text, fight.encounter if fight else None, pause)
        return ImportDialog(text, content, file=file)


def _find_in[Kind](dialog: ImportDialog, kind: type[Kind]) -> Kind:
    if not isinstance(dialog.contents, kind):
        raise Refused("nothing", messages.NOTHING_TO_BRING_IN)
    return dialog.contents
