"""A game master at the page without a browser, who taps only shown controls."""

from __future__ import annotations

from app.controller import Controller
from app.intents.fight import Do
from app.intents.html_codec import Sent, write
from app.library.dispatch import Library
from app.page.screen_update import Update
from app.page.state import STEPS_SHOWN
from app.storage.list_entry import list_entry_of
from app.ui.panel import MORE
from app.values.fight_names import UNNAMED
from app.values.stored import ListEntry, SavedFight
from tests.app.elements import Element, read
from tests.app.repository import MemoryRepository
from turntrack.core.commands import Command, MakeEncounter
from turntrack.core.dice import ScriptedDice
from turntrack.history.session import Session
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import decode_record, encode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.presets.catalogue import PRESETS

IN_LOG = ("line", "note", "older", "forward", "reroll", "branch-open", "branch-drop")


def choice_at(controller: Controller, section: str, place: int) -> Sent:
    """Return what a choice sends, whether or not it is shown."""
    (choices,) = [each.choices for each in controller._state.sections if each.key == section]
    return write(Do(choices[place].command))


class Screen:
    """A screen that keeps every update, and the regions and lists after it."""

    def __init__(self) -> None:
        self.updates: list[Update] = []
        self.regions: dict[str, str] = {}
        self.lists: dict[str, dict[str, str]] = {}

    def make_ready(self, update: Update) -> None:
        """Nothing takes time here."""

    def show(self, update: Update) -> None:
        self.updates.append(update)
        self.regions.update(update.regions)
        for name, change in update.lists.items():
            known = {**self.lists.get(name, {}), **change.changed}
            self.lists[name] = {element_id: known[element_id] for element_id in change.order}

    def html(self, name: str) -> str:
        """Return the HTML of a region with its lists, or of a list."""
        html = self.regions.get(name) or "".join(self.lists.get(name, {}).values())
        for inner, pieces in self.lists.items():
            place = f' id="{inner}" data-list>'
            html = html.replace(place, place + "".join(pieces.values()))
        return html


class MemoryStorage:
    """A PageStorage in memory, by key, with the browser's codec."""

    def __init__(self) -> None:
        self.controller: Controller | None = None
        self.journals: dict[str, list[str]] = {}
        self.about: dict[str, ListEntry] = {}
        self.chosen = ""
        self.making = ""

    def new_key(self) -> str:
        return f"key-{len(self.journals) + 1}"

    def now(self) -> int:
        return 1_700_000_000_000

    def clock(self, at: int) -> str:
        return {1_700_000_000_000: "20:14"}[at]

    def append(self, key: str, number: int, record: str, entry: ListEntry) -> None:
        journal = self.journals.setdefault(key, [])
        assert number == len(journal) + 1, "records are numbered from 1 without a gap"
        journal.append(record)
        self.about[key] = entry

    def replace_journal(self, key: str, records: tuple[str, ...], entry: ListEntry) -> None:
        assert key in self.journals
        self.journals[key] = list(records)
        self.about[key] = entry

    def set_current(self, key: str) -> None:
        self.chosen = key

    def leave_fight(self) -> None:
        assert self.controller
        self.chosen = ""
        self.controller.close_fight()
        self.refresh_list()

    def save_draft(self, making: str) -> None:
        self.making = making

    def note_backup(self) -> None:
        """The time of a backup is of no interest here."""

    def take_over(self) -> None:
        """There is no other tab."""

    def retry_saving(self) -> None:
        """Nothing fails here."""

    def mark_exported(self, key: str) -> None:
        """Everything is kept here."""

    def drop_unsaved(self, key: str) -> None:
        """Everything is kept here."""

    def fetch_fight(self, key: str) -> None:
        assert self.controller
        records = self.journals[key]
        self.controller.show_fight(key, replay([decode_record(record) for record in records], SYSTEMS), len(records))

    def delete(self, key: str) -> None:
        del self.journals[key], self.about[key]
        self.refresh_list()

    def refresh_list(self) -> None:
        assert self.controller
        saved = (
            SavedFight(
                key, entry.name, entry.system, "today", entry.combatants,
                steps=len(self.journals[key]), left=entry.left,
            )
            for key, entry in self.about.items()
        )  # fmt: skip
        repository = self.controller.library.repository
        assert isinstance(repository, MemoryRepository)
        self.controller.show_list(tuple(saved), *repository.beside_fights())


class Table:
    """The page, its storage, and dice with listed faces."""

    def __init__(self, storage: MemoryStorage | None = None, faces: tuple[int, ...] = ()) -> None:
        self.screen = Screen()
        self.storage = storage or MemoryStorage()
        self.dice = ScriptedDice(list(faces))
        self.library = Library(SYSTEMS, MemoryRepository(), self.storage)
        self.controller = Controller(SYSTEMS, self.screen, self.storage, self.dice, self.library)
        self.typed: dict[str, str | bool] = {}
        """The typed values of the open dialog's fields that were not sent."""
        self._in_sheet: list[Element] = []
        self.storage.controller = self.controller
        self.storage.refresh_list()

    # Reading

    @property
    def last(self) -> Update:
        return self.screen.updates[-1]

    @property
    def session(self) -> Session:
        """Return the engine's session, to compare with the screen."""
        fight = self.controller.fight
        assert fight
        return fight.session

    def region(self, name: str) -> Element:
        """Return a region of the page, or the log in its sheet; the log is empty while the sheet is closed."""
        if name == "log":
            return next(iter(self.dialog.all(id="log")), Element("", {}))
        return read(self.screen.html(name))

    @property
    def rows(self) -> Element:
        """Return all rows: those of actors on the slab, the others on the string."""
        return read(self.screen.html("acting") + self.screen.html("track"))

    @property
    def dialog(self) -> Element:
        """Return the open dialog; an empty element if none is open."""
        assert bool(self.screen.regions["dialog"]) == bool(self.last.dialog)
        return self.region("dialog")

    @property
    def track(self) -> list[str]:
        """Return the rows in order, as name and number, with a star before actors."""
        rows = []
        for row in self.rows.all("li"):
            if "data-id" in row.attributes:
                (name,), numbers = row.with_class("name"), [*row.with_class("number"), *row.with_class("chance")]
                star = "*" if row.attributes.get("aria-current") == "true" else ""
                rows.append(f"{star}{name.text} {numbers[0].text if numbers else ''}".strip())
        return rows

    @property
    def log(self) -> list[str]:
        """Return the lines of the log, the newest step first, even if it is closed."""
        if not self._is_log_open:
            assert self.controller.fight
            entries = self.controller.fight.log.entries(STEPS_SHOWN)
            said = (sentence for entry in entries for sentence in entry.sentences)
            return [" ".join(filter(None, (each.text, ", ".join(each.rules)))) for each in said]
        return [line.text for line in self.region("log").with_class("line")]

    def id_of(self, name: str) -> str:
        """Return the id of the row with that name."""
        for row in self.rows.all("li"):
            if any(each.text == name for each in row.with_class("name")):
                return row.attributes["data-id"]
        raise AssertionError(f"no row for {name}")

    # Tapping and typing

    def tap(self, do: str, arg: str = "") -> None:
        """Tap the shown control of this intent: in the open sheet, or visible beside it.

        The log is opened if the control is there.
        """
        if (do, arg) == ("new", TABLE_RULES.key):
            self.open_without_rules()
            return
        if (do, arg) == ("sample", TABLE_RULES.key):  # a preset's: its tile is that of a game
            arg = PRESETS[1].key
        elements = self._shown(do, arg)
        if not elements and do in ("new", "sample") and self._shown("show-all-games", ""):
            self.tap("show-all-games")
            elements = self._shown(do, arg)
        if not elements and do in IN_LOG and not self.last.dialog:
            self.open_log()
            elements = self._shown(do, arg)
        if not elements and do == "CloseRound":
            self.tap("menu")
            elements = self._shown(do, arg)
        within = any(each is elements[0] for each in self._in_sheet) if elements else False
        assert elements, f"nothing shown does {do} {arg}"
        assert "disabled" not in elements[0].attributes, f"{do} {arg} is disabled"
        self._tell(do, arg, {}, within)

    def open_without_rules(self) -> None:
        """Open a stored fight of *Table rules* whose rules were never chosen; no tile begins such a fight."""
        session = Session(SYSTEMS)
        session.dispatch(MakeEncounter(UNNAMED, TABLE_RULES.key), self.dice)
        key, (record,) = self.storage.new_key(), map(encode_record, records_of(session))
        self.storage.append(key, 1, record, list_entry_of(session, TABLE_RULES))
        self.storage.fetch_fight(key)
        self.tap("dismiss")

    def do(self, command: Command) -> None:
        """Tap the shown control of this command."""
        self.tap(*write(Do(command)))

    def give(self, command: Command, is_within: bool = False) -> None:
        """Send a command as the browser does, whether or not a control for it is shown."""
        self.controller.handle(*write(Do(command)), {}, {}, is_within)

    def _shown(self, do: str, arg: str) -> list[Element]:
        return [
            each
            for each in self.reachable()
            if each.attributes.get("data-do") == do and each.attributes.get("data-arg", "") == arg
        ]

    def type(self, **typed: str | bool) -> None:
        """Type into fields of the open dialog without sending; dots in names are written as two underscores."""
        names = {each.attributes.get("name") for each in self.dialog}
        for name, value in typed.items():
            key = name.replace("__", ".")
            assert key in names, f"no field {key}"
            self.typed[key] = value

    def _tell(self, do: str, arg: str, values: dict[str, str | bool], within: bool = True) -> None:
        """Send an intent as the browser does, with the typed values of the sheet and whether it comes from there."""
        typed, self.typed = self.typed, {}
        self.controller.handle(do, arg, values, typed, within and bool(self.last.dialog))

    def choose(self, section: str, label: str) -> None:
        """Tap a choice of the now panel by its label."""
        (choice,) = [each for each in self.choices(section) if each.with_class("label")[0].text == label]
        self.controller.handle(choice.attributes["data-do"], choice.attributes["data-arg"], {})

    def choices(self, section: str) -> list[Element]:
        """Return the choices of a section, after opening its drawer if it has one."""
        self.open_drawer(section)
        choices = self.region("panel").with_class("choice")
        return [each for each in choices if f"-{section}:" in each.attributes.get("id", "")]

    def offered(self) -> list[Sent]:
        """Return what the shown choices of the panel send, without the refused ones."""
        choices = [each.attributes for each in self.region("panel").with_class("choice")]
        shown = [each for each in choices if each.get("data-do") == "Act" and "aria-disabled" not in each]
        return [(each["data-do"], each["data-arg"]) for each in shown]

    @property
    def people(self) -> int:
        """Count the combatants on the slab and the string, including those folded into one row."""
        folded = [int(each.attributes["data-count"]) - 1 for each in self.rows.with_class("fold")]
        return len(self.track) + sum(folded)

    def open_drawer(self, section: str) -> None:
        """Toggle the drawer of a section; a sheet over it is closed first."""
        if self.last.dialog:
            self.tap("dismiss")
        drawers = {each.attributes["data-arg"]: each for each in self.region("panel").with_class("drawer")}
        opened = [key for key, each in drawers.items() if each.attributes["aria-expanded"] == "true"]
        is_inside = bool(self.region("panel").all("section", id=f"section-{section}"))
        if section in opened or (is_inside and section not in drawers):
            return
        if section in drawers:
            self.tap("drawer", section)
        elif opened:
            self.tap("drawer", opened[0])
            self.open_drawer(section)
        elif MORE in drawers:
            self.tap("drawer", MORE)

    def open_log(self) -> None:
        """Open the log."""
        if not self._is_log_open:
            self.tap("show-log")

    @property
    def _is_log_open(self) -> bool:
        return self.last.dialog.endswith(" log")

    def send(self, form: str, **typed: str | bool) -> None:
        """Fill in the shown form and send it; dots in names are written as two underscores."""
        (form_element,) = [each for each in self.reachable() if each.attributes.get("data-submit") == form]
        shown = form_element.values()
        values = {**shown, **{name: value for name, value in self.typed.items() if name in shown}}
        for name, value in typed.items():
            key = name.replace("__", ".")
            assert key in values, f"the form has no {key}: {list(values)}"
            values[key] = value
        self.typed |= {name: value for name, value in values.items() if value != shown[name]}
        self._tell(form, form_element.attributes.get("data-arg", ""), values)

    def enter(self, name: str, value: str | bool) -> None:
        """Enter a value into a control outside a form."""
        section = name.partition(".")[0]
        if section == "log":
            self.open_log()
        elif not self.last.dialog and not self._asks(name):
            self.open_drawer(section)
        assert self._asks(name), f"no {name} is shown"
        self.controller.handle("enter", name, {"value": value})

    def change(self, name: str, value: str | bool) -> None:
        """Fill in a field of the open sheet that sends its value on leaving."""
        (element,) = [
            each for each in self.dialog if each.attributes.get("name") == name and "data-change" in each.attributes
        ]
        sent = {name: value}
        self.typed |= sent
        self._tell(element.attributes["data-change"], element.attributes["data-arg"], dict(sent))

    def key_in(self, name: str, value: str) -> None:
        """Type a text, key by key, into a field of the open sheet that redraws with each key."""
        assert self.dialog.all(data_type=name), f"no {name} is shown"
        self.controller.handle("type", name, {"value": value}, {}, is_within=True)

    def _asks(self, name: str) -> bool:
        return any(each.attributes.get("data-enter") == name for each in self.reachable())

    def add(self, *lines: str) -> None:
        """Add combatants by quick lines."""
        self.controller.handle("add", "", {})
        self.send("add-lines", lines="\n".join(lines))
        assert not self.last.dialog, self.dialog.text

    def reachable(self) -> list[Element]:
        """Return the controls in reach: those of the sheet first, without those that it covers."""
        self._in_sheet = list(self.region("dialog")) if self.last.dialog else []
        fixed = [Element("button", {"data-do": do}) for do in ("add", "find", "menu", "home")]  # in the page's skeleton
        beside = ("title", "fight-counters", "now", "acting", "track", "history") if self.last.view == "fight" else ()
        covered = () if self.last.dialog else ("panel",) if self.last.view == "fight" else ("home",)
        return self._in_sheet + [each for name in ("notice", *beside, *covered) for each in self.region(name)] + fixed
