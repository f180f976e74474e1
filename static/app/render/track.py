"""The turn track and the ruler of counters."""

from __future__ import annotations

from functools import lru_cache

from app.intents.fight import Down, Person, Up, Why
from app.markup import Html, Pieces, button, classes, join, tag
from app.views.ruler import RulerView, Token
from app.views.track import RowView, TrackView
from engine.systems.protocol import Badge

LANE = 25
"""The height of a row of tokens, in units of the ruler's drawing."""

SCALE = 4
"""Units of the drawing for each hundredth of the way."""


def render_track(view: TrackView) -> Pieces:
    """Render the rows, first to act first; then those who are done, and the fallen, each after a divider."""
    rows = [(f"row-{row.id}", render_row(row)) for row in view.active]
    if view.done:
        rows.append(("divider", tag("li", view.done_title, class_="divider", id="divider")))
        rows += [(f"row-{row.id}", render_row(row)) for row in view.done]
    if view.fallen:
        rows.append(("divider-fallen", tag("li", "fallen", class_="divider", id="divider-fallen")))
        rows += [(f"row-{row.id}", render_row(row)) for row in view.fallen]
    return tuple(rows)


@lru_cache(maxsize=512)
def render_row(row: RowView) -> Html:
    marks = [tag("span", "acts", class_="mark acts")] if row.acting else []
    if row.next:
        marks.append(tag("span", "next", class_="mark"))
    if row.fallen:
        marks.append(tag("span", "fallen", class_="mark off"))
    about = join(
        *marks,
        *(render_badge(badge) for badge in row.badges),
        tag("span", f"♥ {row.health}", class_=classes("health", row.hurt and "hurt")) if row.health else None,
        tag("span", row.note, class_="note") if row.note else None,
    )
    body = tag("span", tag("span", row.name, class_="name"), tag("span", about, class_="about"), class_="who")
    number = (
        button(row.number, Why(row.id), class_="number", aria_label=f"{row.name}: {row.number}. Why?")
        if row.number
        else tag("span", row.chance, class_="number chance", title="chance to act first")
    )
    return tag(
        "li",
        tag(
            "button",
            tag("span", "≡", aria_hidden="true"),
            type="button",
            class_="handle",
            data_handle=row.id,
            id=f"handle-{row.id}",
            aria_label=f"Move {row.name}: drag, or use the arrow keys",
        ),
        tag("span", class_=f"side side-{row.side % 6}", title=row.side_name or None, aria_hidden="true"),
        button(body, Person(row.id), class_="body", id=f"body-{row.id}"),
        button("Give turn", row.nominate, class_="give", aria_label=f"Give turn to {row.name}")
        if row.nominate
        else None,
        number,
        tag(
            "span",
            button(
                "▲",
                Up(row.id),
                class_="step",
                id=f"up-{row.id}",
                aria_label=f"Move {row.name} up",
                disabled=row.first,
            ),
            button(
                "▼",
                Down(row.id),
                class_="step",
                id=f"down-{row.id}",
                aria_label=f"Move {row.name} down",
                disabled=row.last,
            ),
            class_="steps",
        ),
        class_=classes("row", row.acting and "acting", row.next and "next", (row.done or row.fallen) and "over"),
        id=f"row-{row.id}",
        data_id=row.id,
        aria_current="true" if row.acting else None,
    )


def render_badge(badge: Badge) -> Html:
    return tag("span", badge.text, class_=f"badge {badge.tone}", title=badge.rule or None)


def render_ruler(view: RulerView | None) -> Html:
    """Render tokens at their counters, the highest on the left, sliding to the right as points are spent."""
    if view is None:
        return Html("")
    height = view.lanes * LANE + 18
    marks = [
        join(
            tag(
                "line",
                x1=int(x * SCALE),
                x2=int(x * SCALE),
                y1=0,
                y2=height - 15,
                class_="zero" if mark == 0 else "tick",
            ),
            tag("text", mark, x=int(x * SCALE), y=height - 4),
        )
        for mark, x in view.marks
    ]
    tokens = tag("g", id="tokens", data_list=True)
    label = ", ".join(token_words(token) for token in view.tokens)
    return tag("svg", *marks, tokens, viewBox=f"-14 0 428 {height}", role="img", aria_label=f"Counters: {label}")


def render_tokens(view: RulerView | None) -> Pieces:
    return tuple((f"token-{token.id}", render_token(token)) for token in view.tokens) if view else ()


def token_words(token: Token) -> str:
    more = f" and {token.more} more" if token.more else ""
    return f"{token.name} {token.number}{more}"


@lru_cache(maxsize=512)
def render_token(token: Token) -> Html:
    return tag(
        "g",
        tag("circle", r=11),
        tag("text", f"+{token.more + 1}" if token.more else token.letters, y=4),
        tag("title", token_words(token)),
        id=f"token-{token.id}",
        class_=classes("token", f"side-{token.side % 6}", token.acting and "acting", token.out and "over"),
        transform=f"translate({int(token.x * SCALE)} {token.lane * LANE + 13})",
    )
