"""Every error code is explained in docs/errors.md, and nothing else is."""

import ast
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/errors.md").read_text("utf-8")
SECTION = re.compile(
    r"^### (\S+)\n(.*?)(?=^### |^## \w+\n\n### |^## The \w+\n\n### |\Z)", re.MULTILINE | re.DOTALL
)
SECTIONS = dict(SECTION.findall(PAGE))
SOURCES = "\n".join(
    path.read_text("utf-8") for path in sorted((ROOT / "plugins/upcard_library").glob("*.py"))
)
USED = set(re.findall(r'"([A-Z]+-[A-Z]+)"', SOURCES)) | set(re.findall(r"RECORD-[A-Z]+", SOURCES))
USED -= {"UTF-8"}


def test_every_code_has_a_section_and_every_section_a_code():
    assert set(SECTIONS) == USED


@pytest.mark.parametrize("code", sorted(SECTIONS))
def test_a_section_says_what_is_wrong_how_to_mend_it_and_shows_it(code):
    text = SECTIONS[code]
    assert len(text.split()) > 15
    assert "**To mend it:** " in text
    assert text.count("```") in (2, 4)


def test_nearly_every_code_is_among_the_golden_faults():
    golden = yaml.safe_load((ROOT / "tests/golden/faults.yml").read_text("utf-8"))
    seen = set(re.findall(r"[A-Z]+-[A-Z]+", " ".join(entry["told"] for entry in golden)))
    # Shown by tests of their own: test_run, test_coverage, test_translations, test_fmt, test_new.
    others = (
        "CHART", "CHECK", "COVERAGE", "EXAMPLE", "FORMAT", "FROZEN", "HOUSE", "ODDS", "TODO",
        "TRANSLATION",
    )  # fmt: skip
    running = {code for code in SECTIONS if code.split("-")[0] in others}
    elsewhere = {  # shown by other tests
        "CROSSCHECK-FAILS", "CROSSCHECK-FILE", "CROSSCHECK-UNKNOWN",
        "ENGINE-ERROR", "FILE-ENCODING", "FILE-SIZE", "FILE-STRAY",
        "RECORD-REFUSED", "TITLE-TAKEN", "VALUE-TWICE", "YAML-DEPTH", "YAML-KEY",
        "YAML-NUMBER", "YAML-TYPE",
    }  # fmt: skip
    assert set(SECTIONS) - running - elsewhere <= seen


def test_every_fault_says_what_to_write():
    """Where a fault is told, it names a fix, or the names from which the nearest is taken."""
    silent, told = [], 0
    for path in sorted((ROOT / "plugins/upcard_library").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                not isinstance(node, ast.Call) or path.name == "fmt.py"
            ):  # all of its say `upcard fmt`
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            codes = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if name not in ("Fault", "add", "fault", "_fault") or not USED & set(map(str, codes)):
                continue
            told += 1
            most = {"Fault": 6, "_fault": 5}.get(name, 9)
            named = {"fix", "known"} & {keyword.arg for keyword in node.keywords}
            if not named and len(node.args) < most:
                silent.append(f"{path.name}:{node.lineno}")
    assert told > 100
    assert silent == []
