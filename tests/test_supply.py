"""Tests of the supply chain: dependencies are pinned and run no scripts, and a published page has passed the tests."""

import json
import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.browser import traces
from tests.hands import engines
from tests.hands.engines import WEBKIT
from tools.layout import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/workflows/\w+\.yml")


def jobs(workflow: str) -> dict[str, str]:
    """Return the text of each job of a workflow, by the job's name."""
    text = (ROOT / ".github" / "workflows" / workflow).read_text().partition("\njobs:\n")[2]
    _, *parts = re.split(r"^  (\w+):\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_named_by_their_commit(workflow: Path) -> None:
    """A tag can be moved to other code; the version stands beside it, for people."""
    used = re.findall(r"uses: (.*)", workflow.read_text())
    assert used
    assert [action for action in used if not PINNED.fullmatch(action)] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_no_step_can_use_the_credentials_of_the_checkout(workflow: Path) -> None:
    """They would stay in the folder, where every installed package could read them."""
    steps = re.split(r"^      - ", workflow.read_text(), flags=re.MULTILINE)
    for step in steps:
        if "actions/checkout@" in step:
            assert "persist-credentials: false" in step
    assert "pull_request_target" not in workflow.read_text()


def test_what_is_published_has_passed_the_tests() -> None:
    """The job that publishes needs the one that tests, which is the same as for a pull request."""
    published = jobs("deploy.yml")
    assert "uses: ./.github/workflows/check.yml" in published["test"]
    needed = re.search(r"needs: \[(.*)\]", published["deploy"])
    assert needed
    assert set(needed[1].split(", ")) == {"test", "build"}
    assert "actions/deploy-pages@" in published["deploy"]
    assert "bash .ci/run" in jobs("check.yml")["test"]
    assert "workflow_call:" in (ROOT / ".github" / "workflows" / "check.yml").read_text()


def test_a_check_has_every_engine_and_keeps_what_failed() -> None:
    """Tests of an engine that is missing would be skipped, and the saving would be tried in one engine alone."""
    check = jobs("check.yml")["test"]
    assert "TURNTRACK_ENGINES: all" in check
    assert all(package in check for package in WEBKIT.packages)
    assert 'TURNTRACK_TRACES: "1"' in check
    kept = check.partition("actions/upload-artifact@")[2]
    assert "if: failure()" in kept
    assert f"path: {traces.FOLDER.relative_to(ROOT)}" in kept


@pytest.mark.parametrize("workflow", ["deploy.yml", "release.yml"])
def test_reports_go_to_the_repository_that_built_the_page(workflow: str) -> None:
    text = (ROOT / ".github" / "workflows" / workflow).read_text()
    assert "ISSUES: ${{ github.server_url }}/${{ github.repository }}/issues/new/choose" in text


@pytest.mark.parametrize(("needed", "outcome"), [(True, pytest.fail.Exception), (False, pytest.skip.Exception)])
def test_a_missing_engine_fails_the_test_where_all_are_needed(
    monkeypatch: pytest.MonkeyPatch, needed: bool, outcome: type[BaseException]
) -> None:
    monkeypatch.setattr(engines, "ALL_ARE_NEEDED", needed)
    missing = engines.Engine("Presto", ("presto",), ("presto|presto-esr",))
    assert missing.paths() is None
    with pytest.raises(outcome, match="Presto is not here"):
        missing.miss()
    monkeypatch.setattr(engines, "WEBKIT", missing)
    monkeypatch.setattr(engines, "install", lambda _: False)
    with pytest.raises(SystemExit) if needed else nullcontext():
        engines.main()


def test_a_release_is_made_of_what_has_passed_the_tests() -> None:
    """By the same targets that a person can run."""
    released = jobs("release.yml")
    assert "uses: ./.github/workflows/check.yml" in released["test"]
    assert "needs: [test]" in released["publish"]
    assert "- run: make packages\n" in released["publish"]
    assert "build/packages/*" in released["publish"]


def test_known_weaknesses_are_asked_for_every_week() -> None:
    """Without a push no other job would run."""
    text = (ROOT / ".github" / "workflows" / "advisories.yml").read_text()
    assert "make advisories" in text
    assert re.search(r'cron: "\d+ \d+ \* \* \d"', text)
    renewed = re.findall(r"package-ecosystem: (\S+)", (ROOT / ".github" / "dependabot.yml").read_text())
    assert renewed == ["github-actions", "npm", "pip"]


def test_no_package_runs_a_script_when_it_is_installed() -> None:
    """Neither here nor when somebody types a plain `npm install`; Python packages come as wheels, which run nothing."""
    assert "ignore-scripts=true" in (ROOT / ".npmrc").read_text().splitlines()
    installing = (ROOT / "tools" / "install_python.sh").read_text()
    assert "--only-binary :all: --require-hashes --no-deps" in installing


@pytest.mark.parametrize("folder", [ROOT, ROOT / "tools" / "node22"], ids=lambda path: path.name)
def test_every_package_is_locked_with_its_hash(folder: Path) -> None:
    locked = json.loads((folder / "package-lock.json").read_text())["packages"]
    assert len(locked) > 1
    assert all("integrity" in about for name, about in locked.items() if name)


def test_what_is_compiled_is_locked_for_every_kind_of_machine() -> None:
    """A registry that lacks the package of one platform would otherwise drop it from the lock file silently."""
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    kinds = {name: about["optionalDependencies"] for name, about in locked.items() if "optionalDependencies" in about}
    assert set(kinds) == {"node_modules/@rollup/wasm-node", "node_modules/oxlint", "node_modules/typescript"}
    missing = [name for names in kinds.values() for name in names if f"node_modules/{name}" not in locked]
    assert missing == []
