"""Tests of the style sheets: the drawings of a kind are stacked in one picture, and no value is missing."""

import re

import pytest

from tools.layout import ROOT, files_under

CSS = ROOT / "static" / "css"
DRAWING = re.compile(r"%3C\w+ transform='translate\(0 (\d+)\)'")


@pytest.mark.parametrize(
    ("sheet", "place", "height", "at_once"),
    [("icons", "at", 24, 1), ("emblems", "at", 64, 2), ("tokens", "rings", 200, 1)],
)
def test_each_drawing_has_its_place(sheet: str, place: str, height: int, at_once: int) -> None:
    """No drawing is left out, none is shown twice, and the picture is as high as all of them together."""
    text = (CSS / f"{sheet}.css").read_text()
    drawn = [int(top) for top in DRAWING.findall(text)]
    assert drawn == [number * height for number in range(len(drawn))]
    assert f"height='{len(drawn) * height}'" in text
    assert [int(number) for number in re.findall(rf"--{place}: (\d+);", text)] == list(range(0, len(drawn), at_once))


@pytest.mark.parametrize(
    ("sheet", "picture", "shown_in"),
    [
        ("icons", "drawings", ["icons"]),
        ("emblems", "emblems", ["emblems"]),
        ("tokens", "ringed", ["home", "players", "slab"]),
    ],
)
def test_whoever_shows_a_drawing_knows_how_many_there_are(sheet: str, picture: str, shown_in: list[str]) -> None:
    """The height of the mask is the number of drawings, and the last drawing is at its end."""
    many = len(DRAWING.findall((CSS / f"{sheet}.css").read_text()))
    sheets = {path.stem: path.read_text() for path in CSS.glob("*.css") if f"var(--{picture})" in path.read_text()}
    assert sorted(sheets) == shown_in
    for text in sheets.values():
        assert f"/ 100% calc({many} * 100%)" in text or f"/ 100% {many * 100}%" in text
        assert f"* 100% / {many - 1})" in text or f"* {100 // (many - 1)}%)" in text


def test_each_icon_is_named_where_icons_are_drawn() -> None:
    text = (CSS / "icons.css").read_text()
    drawn = re.findall(r"^\.(i-\w+) \{ --at", text, re.MULTILINE)
    named = re.findall(r"\.(i-\w+)\b", text[text.index(":is(") : text.index(")::before")])
    assert named == drawn


def test_no_style_of_the_fight_hangs_on_a_part_of_a_class() -> None:
    """With such a selector, the browser restyles all descendants of an element whose class changes, at every tap."""
    sheets = [path for path in CSS.glob("*.css") if path.stem != "players"]
    assert not [path.name for path in sheets if re.search(r"\[class[*^$~|]?=", path.read_text())]


def test_every_value_that_is_used_is_defined() -> None:
    """In a style sheet, or by Python and scripts."""
    sheets = [path.read_text() for path in CSS.glob("*.css")]
    others = [path.read_text() for path in files_under(ROOT / "static" / "js", ROOT / "static" / "app")]
    defined = {name for text in sheets for name in re.findall(r"(--[\w-]+)\s*:", text)}
    defined |= {name for text in others for name in re.findall(r"--[\w-]+", text)}
    used = {name for text in sheets for name in re.findall(r"var\((--[\w-]+)", text)}
    assert len(used) > 30
    assert used - defined == set()
