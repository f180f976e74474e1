"""HTML of the rule editor: the current question, a trial fight, and the sheets of a rule set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from app.intents.html_codec import write
from app.intents.library import CopyRuleSet, DeleteRuleSet, ExportRuleSet, ImportButton, SaveRuleSet
from app.intents.page import New
from app.intents.rule_editor import (
    EditorButton,
    MakeAdd,
    MakeChoose,
    MakeFormula,
    MakeFrom,
    MakeLike,
    MakeOf,
    MakeRemove,
    MakeStep,
    MakeUnfold,
    MakeWrite,
)
from app.rule_editor.question_form_controls import (
    AmountBox,
    Block,
    Fold,
    RowTable,
    SettingOption,
    SettingOptions,
    TableRow,
    TextBox,
)
from app.rule_editor.questions import question
from app.rule_editor.state import BEGIN, LAST_QUESTION, TITLE_OF, RuleEditor, is_begun
from app.rule_editor.trial import Trial, TrialTurn, play_trial
from app.ui.markup import Child, Html, button, classes, entry_for, join, tag, toggle
from app.ui.sheet import Sheet, problem
from app.values.stored import SavedRuleSet
from turntrack.core.score import write_count
from turntrack.systems.table_rules.presets.catalogue import PRESETS
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import changed, rule_texts
from turntrack.systems.toolkit.dice_expression import LONGEST_EXPRESSION


def render_rule_editor(
    editor: RuleEditor, made: tuple[SavedRuleSet, ...], error: str, now: tuple[str, ...] = ()
) -> Sheet:
    """Render the question on screen.

    ``made`` are the stored rule sets, offered as beginnings; ``now`` lists what would change at once in the open fight.
    """
    return _render_beginning(editor, made, error) if editor.step == BEGIN else _render_question(editor, error, now)


def _render_beginning(editor: RuleEditor, made: tuple[SavedRuleSet, ...], error: str) -> Sheet:
    """Render the choice of a beginning."""
    picks = (
        button(
            join(tag("strong", preset.title), " ", tag("small", preset.words)), MakeFrom(preset.key), class_="answer"
        )
        for preset in PRESETS
    )
    own = [
        button(
            join(tag("strong", rule_set.rules.name), " ", tag("small", rule_set.rules.note)),
            MakeLike(rule_set.key),
            class_="answer",
        )
        for rule_set in made
        if not rule_set.gone
    ]
    go_on = button(f"Continue with “{editor.rules.name}”", MakeStep(1), class_="primary", id="make-on")
    return Sheet(
        "Your own rules",
        (
            problem(error),
            tag(
                "p", "Four pages of questions, with a small trial fight alongside to show how it plays.", class_="lead"
            ),
            button(
                join(tag("strong", "Start from scratch"), " ", tag("small", "It begins with a d20 and a bonus.")),
                MakeFrom(""),
                class_="answer primary",
                id="from-nothing",
            ),
            *((tag("h3", "Or from your own"), tag("div", *own, class_="answers")) if own else ()),
            tag("h3", "Or from rules that are ready"),
            tag("div", *picks, class_="answers"),
            tag(
                "p",
                "What they cannot do: secret orders written down beforehand, hits that change somebody’s place, and "
                "checks that earn actions.",
                class_="hint",
            ),
        ),
        foot=(go_on,) if is_begun(editor) else (),
        kind="begin",
    )


def _render_question(editor: RuleEditor, error: str, now: tuple[str, ...]) -> Sheet:
    asked = question(editor)
    step, rules = editor.step, editor.rules
    steps = (
        button(
            join(tag("b", at), " ", tag("span", TITLE_OF[at])),
            MakeStep(at),
            class_=classes("step-of", at == step and "on"),
            aria_current="step" if at == step else None,
        )
        for at in range(1, LAST_QUESTION + 1)
    )
    blocks = tuple(_render_block(block) for block in asked.blocks)
    told = tag(
        "section",
        _render_changes(editor, now),
        tag("h3", "Trial fight"),
        *_render_trial(play_trial(rules)),
        tag("div", tag("h3", "In sentences"), _render_sentences(rules), class_="told"),
        class_="trial",
        tabindex=0,
        aria_label="Trial fight",
    )
    return Sheet(
        asked.title,
        (
            tag("div", *steps, class_="steps"),
            tag("div", problem(error), *blocks, class_="asked", id=f"asked-{step}"),
            told,
        ),
        under=asked.under,
        beside=button("Start over", MakeStep(BEGIN), class_="quiet"),
        foot=(
            button("Back", MakeStep(step - 1), class_="quiet", id="make-back"),
            _render_next(editor),
        ),
        kind="making",
    )


def _render_next(editor: RuleEditor) -> Html:
    if editor.step < LAST_QUESTION:
        return button("Next", MakeStep(editor.step + 1), class_="primary", id="make-next")
    if editor.of_fight:
        return button("Use them in this fight", EditorButton.MAKE_TAKE, class_="primary", id="make-take")
    return button("Save these rules", SaveRuleSet(), class_="primary", id="make-keep")


# Blocks


def _render_block(block: Block) -> Html:
    match block:
        case SettingOptions():
            return _render_picks(block)
        case AmountBox():
            return _render_amount(block)
        case TextBox():
            return _render_box(block)
        case RowTable():
            return _render_rows(block)
        case Fold(key, title, blocks):
            within = tag("div", *(_render_block(inner) for inner in blocks), class_="within")
            return tag("details", tag("summary", title), within, id=f"fold-{key}")
        case _:
            assert_never(block)


def _render_picks(block: SettingOptions) -> Html:
    title = tag("h3", block.title) if block.title else None
    choices = tag(
        "div", *(_render_pick(pick, block.small) for pick in block.picks), class_="set" if block.small else "answers"
    )
    return tag("div", title, choices, _render_error(block.wrong), class_="asks")


def _render_pick(pick: SettingOption, small: bool) -> Html:
    if pick.emblem:
        drawing = tag("span", class_=f"emblem e-{pick.emblem}")
        return toggle(
            drawing, MakeChoose(pick.what, pick.value), pick.is_on, "chip drawing", aria_label=f"Picture: {pick.title}"
        )
    words = pick.title if small else join(tag("strong", pick.title), " ", tag("small", pick.words))
    return toggle(words, MakeChoose(pick.what, pick.value), pick.is_on, "chip" if small else "answer")


def _render_amount(block: AmountBox) -> Html:
    low, high = block.amount <= block.low, block.amount >= block.high
    return tag(
        "div",
        tag("h3", block.title),
        tag(
            "div",
            button(
                "−",
                MakeChoose(block.what, str(block.amount - 1)),
                class_="chip",
                disabled=low,
                aria_label=f"{block.title}: less",
            ),
            _render_text_box(block.what, block.text, block.title, numeric=True),
            button(
                "+",
                MakeChoose(block.what, str(block.amount + 1)),
                class_="chip",
                disabled=high,
                aria_label=f"{block.title}: more",
            ),
            class_="set",
        ),
        _render_error(block.wrong),
        class_="asks line",
    )


def _render_box(block: TextBox) -> Html:
    name = _name(block.what)
    field = (
        tag(
            "input",
            type="text",
            id=name,
            value=block.text,
            data_type=entry_for(MakeFormula()),
            autocomplete="off",
            spellcheck="false",
            maxlength=LONGEST_EXPRESSION,
        )
        if block.live
        else _render_text_box(block.what, block.text, "", numeric=block.numeric)
    )
    more = button(
        f"Add “{', '.join(block.missing)}” to the sheet",
        EditorButton.MAKE_MISSING,
        class_="chip ask",
        id="make-missing",
    )
    return tag(
        "div",
        tag("label", block.label, for_=name),
        field,
        _render_error(block.wrong) if not block.missing else None,
        more if block.missing else None,
        tag("small", block.hint) if block.hint else None,
        class_=classes("asks", "box", block.numeric and "line"),
    )


def _render_text_box(what: str, text: str, label: str, numeric: bool) -> Html:
    """Render a text box that sends its text when it loses focus."""
    do, arg = write(MakeWrite(what))
    return tag(
        "input",
        type="text",
        name=what,
        id=_name(what),
        value=text,
        data_change=do,
        data_arg=arg,
        inputmode="numeric" if numeric else None,
        data_whole=what.endswith((" name", " label")),
        autocomplete="off",
        aria_label=label or None,
    )


def _name(what: str) -> str:
    return f"make-{what.replace(' ', '-')}"


def _render_error(why: str) -> Html | None:
    return tag("p", why, class_="error", role="alert") if why else None


def _render_rows(block: RowTable) -> Html:
    return tag(
        "div",
        tag("h3", block.title),
        tag("ul", *(_render_row(row) for row in block.rows), class_="made-rows") if block.rows else None,
        _render_error(block.wrong),
        tag(
            "div",
            button(block.more, MakeAdd(block.table), class_="chip i-plus"),
            tag("small", block.hint) if block.hint else None,
            class_="set",
        ),
        class_="asks",
    )


def _render_row(row: TableRow) -> Html:
    head = button(
        join(tag("strong", row.title), " ", tag("small", row.words)),
        MakeUnfold(row.key),
        class_="answer",
        aria_expanded="true" if row.is_open else "false",
    )
    less = button("", MakeRemove(row.key), class_="icon i-bin", aria_label=f"Remove {row.title}")
    within = tag("div", *(_render_block(block) for block in row.blocks), class_="within") if row.is_open else None
    return tag("li", head, less, _render_error(row.wrong), within, id=f"row-{row.key.replace(' ', '-')}")


# The trial fight and the sentences


def _render_trial(trial: Trial) -> Iterable[Child]:
    for trial_round in trial.rounds:
        turns = [_render_turn(turn) for turn in trial_round.turns]
        if trial_round.more:
            turns.append(tag("li", tag("small", f"and {write_count(trial_round.more, 'more turn')}"), class_="more"))
        yield tag("h3", trial_round.title, class_="round")
        yield tag("ol", *turns, class_="turns")
    if trial.wrong:
        yield tag("p", f"It stops here: {trial.wrong}", class_="error")
    elif not trial.rounds:
        yield tag("p", "Nobody gets a turn by these rules.", class_="error")


def _render_turn(turn: TrialTurn) -> Html:
    return tag(
        "li",
        tag("b", turn.number or "·", class_=f"at side-{turn.side}"),
        tag("span", tag("strong", turn.name), " ", tag("small", ", ".join(_count_repeats(turn.deeds)))),
    )


def _count_repeats(deeds: tuple[str, ...]) -> Iterable[str]:
    for deed in dict.fromkeys(deeds):
        many = deeds.count(deed)
        yield f"{deed} ×{many}" if many > 1 else deed


def _render_changes(editor: RuleEditor, now: tuple[str, ...]) -> Html | None:
    """Render the changes that these rules make to the open fight."""
    others = changed(editor.was, editor.rules) if editor.of_fight and editor.was else ()
    if not others:
        return None
    rows = (tag("li", tag("cite", rule.id), " ", rule.text) for rule in others)
    at_once = tag("p", f"At once: {'; '.join(now)}.") if now else None
    return tag("div", tag("h3", "What changes in this fight"), tag("ul", *rows, class_="rules"), at_once, class_="told")


def render_own_rules() -> Html:
    """Render the way to the rule editor for a fight without rules."""
    return tag(
        "section",
        tag("p", "Choose the rules of this fight, or"),
        button("Make your own rules", EditorButton.MAKE_OF_FIGHT, class_="chip i-plus", id="make-of-fight"),
        class_="block aside",
        id="own-rules",
    )


def _render_sentences(rules: RuleSet) -> Html:
    """Render the sentences of a rule set."""
    return tag("ul", *(tag("li", tag("cite", rule.id), " ", rule.text) for rule in rule_texts(rules)), class_="rules")


def render_rule_set(made: SavedRuleSet, error: str) -> Sheet:
    """Render the actions for a stored rule set."""
    note = tag("p", made.rules.note, class_="hint") if made.rules.note else None
    return Sheet(
        made.rules.name,
        (
            problem(error),
            note,
            tag(
                "div",
                button("Change them", MakeOf(made.key), class_="menu-item i-options"),
                button("Copy", CopyRuleSet(made.key), class_="menu-item i-copy"),
                button("Share…", ExportRuleSet(made.key), class_="menu-item i-export"),
                button("Delete", DeleteRuleSet(made.key), class_="menu-item i-bin danger"),
                class_="menu-items",
            ),
            tag("h3", "In sentences"),
            _render_sentences(made.rules),
        ),
        under="Saved on this device",
        before=tag("span", class_=f"emblem e-{made.rules.emblem.value}"),
        foot=(button("Begin a fight", New(made.key), class_="primary", id="new-by"),),
    )


def render_rule_set_import(rules: RuleSet, known: bool, error: str) -> Sheet:
    """Render a rule set from elsewhere before it is stored."""
    said = (
        "You already have these rules, unchanged."
        if known
        else "These rules come from elsewhere and are not saved yet."
    )
    keep: tuple[Html, ...] = () if known else (button("Save these rules", ImportButton.RULES_KEEP, class_="primary"),)
    note = tag("p", rules.note, class_="hint") if rules.note else None
    return Sheet(
        rules.name,
        (problem(error), tag("p", said), note, tag("h3", "In sentences"), _render_sentences(rules)),
        under="Table rules",
        before=tag("span", class_=f"emblem e-{rules.emblem.value}"),
        foot=keep,
    )
