"""The state of the library: the list of encounters, the stored party and rule sets, and what of them is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.page.library_dialogs import LibraryDialog
from app.rule_editor.state import RuleEditor
from app.storage import messages
from app.storage.save_status import Notice
from app.values.games import Game, own_games, ready_games, sort_by_last_played
from app.values.stored import Campaigns, PartyMember, SavedFight, SavedRuleSet
from turntrack.core.commands import ChooseOption
from turntrack.core.errors import Refused
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class LibraryState:
    """The state of the library's screen and its dialogs."""

    saved: tuple[SavedFight, ...] = ()
    members: tuple[PartyMember, ...] = ()
    """The stored party members and enemies."""
    dialog: LibraryDialog | None = None
    error: str = ""
    """The error of the open dialog."""
    backup: int = 0
    """The time of the last backup, in milliseconds since 1970; 0 for none."""
    folder: str | None = None
    """The name of the folder for backups; empty for none, None where the browser can have none."""
    seen: str = ""
    """The version that this browser had before this start; empty if it had none, or the news were dismissed."""
    undo: Notice | None = None
    """The notice of the last deletion, with a button that undoes it."""
    rule_sets: tuple[SavedRuleSet, ...] = ()
    """The table's own rule sets, including deleted ones."""
    campaigns: Campaigns = field(default_factory=Campaigns)
    has_quarantine: bool = False
    """Whether damaged parts are stored."""
    rule_editor: RuleEditor | None = None
    """The state of the rule editor, also while it is closed."""
    sought_game: str = ""
    """The words by which a game is searched."""
    tasks: int = 0
    """The number of tasks that were begun."""
    shows_all_games: bool = False
    """Whether all games are shown below a list of fights."""

    def games(self, systems: tuple[TurnSystem, ...]) -> tuple[Game, ...]:
        """Return all games, those played last first, then the table's own."""
        return sort_by_last_played((*own_games(self.rule_sets), *ready_games(systems)), self.saved_here)

    def find_game(self, key: str, systems: tuple[TurnSystem, ...]) -> Game:
        """Return the game with this key. Raises Refused if there is none."""
        game = next((game for game in self.games(systems) if game.key == key), None)
        if game is None:
            raise Refused("no_game", messages.no_game(key))
        return game

    @property
    def saved_here(self) -> tuple[SavedFight, ...]:
        """Return the fights and templates of the current campaign."""
        return self.campaigns.here(self.saved)

    def find_rule_set(self, key: str) -> SavedRuleSet:
        """Return a stored rule set. Raises Refused if there is none with this key."""
        rule_set = next((candidate for candidate in self.rule_sets if candidate.key == key), None)
        if rule_set is None:
            raise Refused("gone", messages.GONE_RULES)
        return rule_set

    def find_untouched(self, game: Game, options: tuple[ChooseOption, ...] = ()) -> SavedFight | None:
        """Return a fight of this game with these options that was created and left empty; None if there is none."""
        preset = game.key if game.rules and not game.is_own else ""
        chosen = {option.key: option.value for option in options}
        there = (fight for fight in self.saved_here if not (fight.deleted or fight.archived or fight.template))
        fitting = (fight for fight in there if (fight.left.options if fight.left else {}) == chosen)
        return next(
            (
                fight
                for fight in fitting
                if fight.system == game.system
                and (fight.left.preset if fight.left else "") == preset
                and fight.is_untouched
            ),
            None,
        )

    def find(self, key: str) -> SavedFight:
        """Return an encounter of the list. Raises Refused if there is none with this key."""
        saved = next((fight for fight in self.saved if fight.key == key), None)
        if saved is None:
            raise Refused("gone", messages.GONE)
        return saved
