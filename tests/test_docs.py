"""Tests that the documents agree with the program."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.app.table import Table
from tools import address, news, preset_table, readings, results, schemas
from tools.layout import ROOT, files_under
from turntrack.saves.journal import encode_template
from turntrack.systems import SYSTEMS
from turntrack.systems.table_rules.presets.catalogue import PRESETS, Preset
from turntrack.systems.table_rules.rule_set import rules_to_json


def test_the_document_of_readings_is_as_the_systems_have_them() -> None:
    """`make readings` writes it anew."""
    text = readings.DOCUMENT.read_text(encoding="utf-8")
    assert text.partition(readings.MARK)[2] == readings.of_all_systems()


def test_the_table_of_presets_is_as_the_presets_and_their_transcripts_have_them() -> None:
    """`make presets` writes it anew."""
    assert preset_table.DOCUMENT.read_text(encoding="utf-8") == preset_table.table()
    assert [preset.key for preset in PRESETS if preset.like and not preset_table.source_of(preset)] == []


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_the_tile_says_what_no_text_was_found_for(preset: Preset) -> None:
    source = preset_table.source_of(preset)
    assert (preset_table.UNCHECKED in preset.words) == (preset_table.UNCHECKED in source)
    assert ".txt" not in source
    assert ">" not in source


def test_the_schemas_are_those_of_the_dataclasses() -> None:
    """`make schemas` writes them anew."""
    assert {path.name: path.read_text(encoding="utf-8") for path in schemas.FOLDER.iterdir()} == schemas.files()


def test_what_is_written_fits_the_schemas() -> None:
    """All presets, and the sample fight of each system; what has another name, kind or value does not."""
    rules, fight = (json.loads((schemas.FOLDER / f"{name}.schema.json").read_text()) for name in ("rules", "fight"))
    for preset in PRESETS:
        assert fits(rules_to_json(preset.rules), rules)
    for system in SYSTEMS:
        text = encode_template(schemas.sample_template(system.key))
        assert fits(json.loads(text), fight)
    (whole,) = (rules_to_json(preset.rules) for preset in PRESETS[:1])
    for wrong in ({"kind": "other"}, {"number": 3}, {"fresh": "daily"}, {"colour": "red"}):
        assert not fits(whole | wrong, rules)
    assert not fits({key: value for key, value in whole.items() if key != "format"}, rules)


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Return whether a value fits a schema, by the few words of JSON Schema that ours have."""
    choices = schema.get("anyOf", schema.get("oneOf"))
    if choices:
        return any(fits(value, choice) for choice in choices)
    if "const" in schema or "enum" in schema:
        return value in schema.get("enum", [schema.get("const")])
    kinds: dict[str, type] = {
        "string": str,
        "integer": int,
        "boolean": bool,
        "null": type(None),
        "array": list,
        "object": dict,
    }
    if type(value) is not kinds[schema["type"]]:
        return False
    if isinstance(value, list):
        return all(fits(item, schema["items"]) for item in value)
    if not isinstance(value, dict):
        return True
    known, others = schema.get("properties", {}), schema["additionalProperties"]
    return {*schema.get("required", ())} <= {*value} and all(
        fits(item, known[key]) if key in known else bool(others) and fits(item, others) for key, item in value.items()
    )


def examples() -> list[str]:
    """Return the names of the files that a tool's author would begin from."""
    return sorted(name for name in schemas.files() if re.fullmatch(r"\w+-\d\.json", name))


@pytest.mark.parametrize("name", examples())
def test_examples_fit_their_schemas(name: str) -> None:
    """By a validator of other people, if it is installed: `make` installs it."""
    text, schema = (
        json.loads((schemas.FOLDER / file).read_text()) for file in (name, f"{name.partition('-')[0]}.schema.json")
    )
    assert fits(text, schema)
    validator = pytest.importorskip("fastjsonschema", reason="requirements.txt has it: run make")
    validate = validator.compile(schema)
    validate(text)
    for wrong in ({"kind": "other"}, {"colour": "red"}, {"name": 7}, {"name": "x" * 2_001}):
        with pytest.raises(validator.JsonSchemaValueException):
            validate(text | wrong)


@pytest.mark.parametrize("name", examples())
def test_examples_open_on_the_page(name: str) -> None:
    """As a paste under *Import*, and then as what they are."""
    table = Table()
    table.tap("import")
    table.send("read-text", text=(schemas.FOLDER / name).read_text())
    title = table.dialog.find("h2").text
    kind = name.partition("-")[0]
    if kind == "fight":
        assert "Preview" in title
        table.tap("import-beside")
    elif kind == "rules":
        table.tap("rules-keep")
    else:
        assert "Reeds" in title
        table.tap("pack-keep")
    assert not table.last.dialog
    assert table.last.toast


def test_every_property_of_a_creature_is_described() -> None:
    schema = json.loads((schemas.FOLDER / "creatures.schema.json").read_text())
    creature = schema["properties"]["creatures"]["items"]["properties"]
    assert [name for name, kind in creature.items() if "description" not in kind] == ["name", "note"]
    assert schema["$id"] == "urn:turntrack:creatures:1"


def test_the_page_has_the_news_of_the_changelog() -> None:
    """`make news` writes them anew."""
    assert news.MODULE.read_text(encoding="utf-8") == news.module_text(news.CHANGELOG.read_text(encoding="utf-8"))


@pytest.mark.parametrize("part", ["bench", "soak", "corpora"])
def test_a_part_of_the_results_is_renewed_alone(part: str) -> None:
    text = results.DOCUMENT.read_text(encoding="utf-8")
    renewed = results.replace_part(text, part, "| 1 \\1 |")
    first, mark, rest = text.partition(f"<!-- written by `make {part}` -->\n")
    assert renewed == f"{first}{mark}\n| 1 \\1 |\n\n{rest[rest.index('<!-- end -->') :]}"


def test_the_results_of_the_soak_are_those_of_the_reports() -> None:
    """Failures and errors are counted as failed; notes are listed, other properties are not."""
    noted = '<property name="note" value="5 kills, none lost"/><property name="seed" value="5"/>'
    cases = f"<testcase><properties>{noted}</properties></testcase><testcase><failure/></testcase>"
    counts = 'tests="1203" failures="2" errors="1" skipped="4"'
    report = f"<testsuites><testsuite {counts}>{cases}</testsuite></testsuites>"
    assert results.soak_tables([("kills", report)]).splitlines()[2:] == [
        "| kills | 1,196 | 3 | 4 |",
        "",
        "- 5 kills, none lost",
    ]


def test_the_index_of_the_documents_lists_each_once() -> None:
    listed = re.findall(r"\]\(([A-Z_]+\.md)\)", (ROOT / "docs" / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(path.name for path in (ROOT / "docs").glob("*.md") if path.name != "README.md")


def test_the_readme_has_the_address_that_it_was_given() -> None:
    """`make address` writes it. Without one there is no line."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    there = address.with_line(text, "https://example.org/turntrack/")
    assert "-->\n**Play it here: <https://example.org/turntrack/>**\n" in there
    without = address.with_line(there, "")
    assert "Play it here" not in without
    assert address.with_line(there, "https://example.org/other/") == there.replace("turntrack/>", "other/>", 1)
    assert text in (without, address.with_line(text, "".join(re.findall(r"Play it here: <(.*)>", text))))


def test_every_default_has_its_reason() -> None:
    assert [option.label for system in SYSTEMS for option in system.options if not option.why] == []


def test_the_readme_lists_every_system() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [system.title for system in SYSTEMS] == re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)


def test_what_the_documents_point_to_is_there() -> None:
    for document in (*ROOT.glob("*.md"), *sorted((ROOT / "docs").glob("*.md"))):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} points to {target}"


def test_every_file_that_a_document_names_is_there() -> None:
    """A file moves or gets another name: so does each mention of it."""
    sources = [path.as_posix() for path in files_under(*(ROOT / top for top in ("engine", "static", "tests", "tools")))]
    for document in (ROOT / "README.md", ROOT / "tests" / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name in re.findall(r"`([\w./-]+\.(?:py|js|css))`", text):
            assert any(path.endswith(f"/{name}") for path in sources), f"{document.name} names {name}"


def test_the_architecture_is_read_in_ten_minutes() -> None:
    assert len((ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8").split()) <= 2_650


def test_the_fight_in_the_document_opens() -> None:
    text = (ROOT / "docs" / "SEND_TO_TURNTRACK.md").read_text(encoding="utf-8")
    table = Table()
    table.tap("import")
    table.send("read-text", text=text.partition("```json\n")[2].partition("```")[0])
    table.tap("import-beside")
    assert [saved.name for saved in table.controller.saved if saved.template] == ["In the reeds"]
