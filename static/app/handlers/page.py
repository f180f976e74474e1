"""Handlers of the intents that need no open fight, after the question before unsaved changes are lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from app.fight.displays import Facing
from app.fight.fight import Fight
from app.handlers.dispatch import drop_pending, run
from app.intents import PageIntent
from app.intents import page as i
from app.intents.fight import FightDialog
from app.page.dialog import dialog_for
from app.page.library import AboutDialog, DropUnsavedDialog, ExportDialog, HowDialog, PacksDialog, without_task
from app.page.state import PageState, close_all, dialog_name, enter_fight, step_back
from app.storage.export_writer import Export, file_name
from app.storage.protocols import PageStorage
from app.ui.about import report
from app.ui.words import capitalized
from app.values import effects as e
from app.values.effects import Effect, PlainEffect
from app.values.fight_names import name_of
from app.values.games import sample_of
from app.values.stored import inherited_options, inherited_options_words, inherited_words
from turntrack.core.commands import Command
from turntrack.core.dice import Dice
from turntrack.core.errors import Refused
from turntrack.core.fields import LONGEST_NAME
from turntrack.history.session import Session
from turntrack.systems.protocol import TurnSystem, system_of


def handle(
    state: PageState, intent: PageIntent, systems: tuple[TurnSystem, ...], storage: PageStorage, dice: Dice
) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects. Raises Refused."""
    leaves = intent in (i.Navigation.HOME, i.SaveNotice.TAKE_OVER) or isinstance(intent, i.OpenSaved)
    if leaves and state.saving.unexported:
        return replace(_confirm_drop_unsaved(state, state.saving.unexported), dialog=None), ()
    match intent:
        case i.ForGameChoice():
            return _handle_game_choice(state, intent, systems, storage, dice)
        case i.ForNavigation():
            return _handle_navigation(state, intent)
        case i.SaveNotice():
            return _handle_notices(state, intent)
        case i.Printout():
            return _handle_printout(state, intent)
        case i.ForFileTransfer():
            return state, _effects_of_transfer(state, intent)
        case i.AboutButton():
            return state, _effects_of_about(state, intent)
        case i.Display.FACE_BACK | i.Display.HEARD_WINDOW:
            return handle_players(state, intent), ()
        case _:
            assert_never(intent)


def _confirm_drop_unsaved(state: PageState, key: str) -> PageState:
    """Ask for confirmation before an unsaved history is dropped."""
    name = name_of(state.saving.unsaved[key].session.encounter)
    return replace(state, library=replace(state.library, dialog=DropUnsavedDialog(key, name)))


def _handle_navigation(state: PageState, intent: i.NavigationIntent) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects."""
    match intent:
        case i.Navigation.HOME:
            return state, (PlainEffect.LEAVE_FIGHT,) if state.fight else ()
        case i.Navigation.SHOW_HOW:
            return replace(state, library=replace(state.library, dialog=HowDialog())), ()
        case i.OpenSaved(key):
            return state, (e.FetchFight(key),)
        case i.Navigation.DISMISS:
            return close_all(drop_pending(state, state.waiting) if state.waiting else state), ()
        case i.Navigation.STEP_BACK:
            return step_back(drop_pending(state, state.waiting) if state.waiting else state), ()
        case i.Navigation.FORGET_TYPED:
            return replace(state, drafts=state.drafts.clear(dialog_name(state))), ()
        case i.Navigation.STOP_READING:
            return replace(state, library=replace(state.library, dialog=without_task(state.library.dialog))), ()
        case _:
            assert_never(intent)


def _handle_game_choice(
    state: PageState, intent: i.GameChoiceIntent, systems: tuple[TurnSystem, ...], storage: PageStorage, dice: Dice
) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects. Raises Refused."""
    match intent:
        case i.Sample(key):
            game = state.library.find_game(key, systems)
            system = system_of(game.system, systems)
            return _begin(state, system, sample_of(game, systems), systems, storage, dice), ()
        case i.New(key):
            game = state.library.find_game(key, systems)
            system = system_of(game.system, systems)
            options = inherited_options(system, state.library.saved_here)
            untouched = None if game.is_own else state.library.find_untouched(game, options)
            if untouched and not state.saving.read_only:
                return state, (e.FetchFight(untouched.key),)
            commands = game.commands(options, inherited_words(system, state.library.saved_here))
            begun = _begin(state, system, commands, systems, storage, dice)
            words = inherited_options_words(system, options)
            return replace(begun, toast=capitalized(words), dialog=dialog_for(FightDialog.ADD)), ()
        case i.SearchGames(sought):
            return replace(state, library=replace(state.library, sought_game=sought[:LONGEST_NAME])), ()
        case i.ShowAllGames():
            return replace(state, library=replace(state.library, shows_all_games=True)), ()
        case _:
            assert_never(intent)


def _begin(
    state: PageState,
    system: TurnSystem,
    commands: Sequence[Command],
    systems: tuple[TurnSystem, ...],
    storage: PageStorage,
    dice: Dice,
) -> PageState:
    saving = replace(state.saving, fight_read_only="")
    if saving.read_only:
        raise Refused("read_only", saving.read_only)
    fight = Fight(storage.new_key(), Session(systems), system, storage, campaign=state.library.campaigns.current_key)
    return run(enter_fight(replace(state, saving=saving), fight), fight, commands, dice)


_FILE_KIND = "application/json"
_LOG_KIND = "text/markdown"


def _effects_of_transfer(state: PageState, intent: i.FileTransferIntent) -> tuple[Effect, ...]:
    """Return the effects of an intent; none if the export is gone."""
    dialog = state.library.dialog
    export = dialog.export if isinstance(dialog, ExportDialog) else None
    match intent:
        case i.SharePack(key):
            packs = dialog.packs if isinstance(dialog, PacksDialog) else ()
            shared = (pack for pack in packs if pack.key == key)
            return tuple(e.DownloadFile(f"{file_name(pack.name)}.json", _FILE_KIND, pack.text, "") for pack in shared)
        case i.FileTransfer.PICK_FILE:
            return (PlainEffect.CHOOSE_FILE,)
        case i.FileTransfer.PICK_FOLDER:
            return (PlainEffect.CHOOSE_FOLDER,)
        case i.FileTransfer.LEAVE_FOLDER:
            return (PlainEffect.DROP_FOLDER,)
        case i.FileTransfer.BRING_FROM_FOLDER:
            return (PlainEffect.READ_FOLDER,)
        case i.FileTransfer.SCAN_CODES:
            return (PlainEffect.SCAN_CODES,)
        case i.CopyExport() | i.ShareExport() | i.FileTransfer.SHOW_EXPORT_CODES if export is None:
            return ()
        case i.FileTransfer.SHOW_EXPORT_CODES:
            return (e.DisplayCodes(export.file),)
        case i.CopyExport(part):
            return (e.CopyText(export.text(part), _key_of(export, part), is_link=part is i.ExportPart.LINK),)
        case i.ShareExport(part):
            ending, kind = ("md", _LOG_KIND) if part is i.ExportPart.LOG else ("json", _FILE_KIND)
            return (
                e.DownloadFile(
                    f"{file_name(export.title)}.{ending}",
                    kind,
                    export.text(part),
                    _key_of(export, part),
                    export.is_backup and part is i.ExportPart.FILE,
                ),
            )
        case _:
            assert_never(intent)


def _key_of(export: Export, part: i.ExportPart) -> str:
    """Return the encounter that is safe once this part is exported; none for the log."""
    return export.key if part is i.ExportPart.FILE else ""


def _handle_printout(state: PageState, intent: i.Printout) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects."""
    match intent:
        case i.Printout.PRINT:
            return state, (PlainEffect.PRINT_PAGE,)
        case i.Printout.LAY_OUT:
            return replace(state, is_on_paper=True), ()
        case i.Printout.PUT_AWAY:
            return replace(state, is_on_paper=False), ()
        case _:
            assert_never(intent)


def _handle_notices(state: PageState, intent: i.SaveNotice) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects."""
    match intent:
        case i.SaveNotice.TAKE_OVER:
            return state, (PlainEffect.CLAIM_WRITING,)
        case i.SaveNotice.SAVE_AGAIN:
            return state, (PlainEffect.RETRY_SAVING,)
        case i.SaveNotice.HEARD_NEWS:
            return replace(state, saving=replace(state.saving, news="", backup="", unopened=None)), ()
        case i.SaveNotice.HEARD_VERSION:
            return replace(state, library=replace(state.library, seen="")), ()
        case _:
            assert_never(intent)


def handle_players(state: PageState, intent: i.PlayersScreen | i.Display) -> PageState:
    """Return the state after an intent. The fight does not change."""
    displays = state.displays
    match intent:
        case i.PlayersScreen.FACE_PLAYERS:
            return replace(close_all(state), displays=replace(displays, facing=Facing.PLAYERS))
        case i.PlayersScreen.SHOW_PLAYERS_CODE:
            return replace(close_all(state), displays=replace(displays, facing=Facing.CODE, codes=displays.codes + 1))
        case i.Display.FACE_BACK:
            return replace(state, displays=replace(displays, facing=Facing.MASTER))
        case i.PlayersScreen.OPEN_PLAYERS_WINDOW:
            return replace(state, displays=replace(displays, windows=displays.windows + 1, is_followed=True))
        case i.Display.HEARD_WINDOW:
            return replace(state, displays=replace(displays, is_followed=True))
        case _:
            assert_never(intent)


def _effects_of_about(state: PageState, intent: i.AboutButton) -> tuple[Effect, ...]:
    """Return the effects of an intent."""
    dialog = state.library.dialog
    match intent:
        case i.AboutButton.COPY_REPORT:
            lines = report(dialog.device, state.fault) if isinstance(dialog, AboutDialog) else ()
            return (e.CopyText("\n".join(lines), ""),)
        case i.AboutButton.OPEN_LICENCES:
            return (e.OpenPage("licences"),)
        case i.AboutButton.OPEN_ISSUES:
            return (e.OpenPage("issues"),)
        case _:
            assert_never(intent)
