"""Findings as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from upcard_library.explain import address, explained
from upcard_library.files import shown
from upcard_library.model import Fault
from upcard_library.reports import sentence

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(faults: Sequence[Fault]) -> str:
    """Write faults as one SARIF run."""
    codes = sorted({fault.code for fault in faults})
    driver = {
        "name": "upcard check",
        "informationUri": address("").rstrip("#"),
        "rules": [_rule(code) for code in codes],
    }
    results = [_result(fault, codes.index(fault.code)) for fault in faults]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: str) -> dict[str, Any]:
    told = explained().get(code, code).split("\n\n")
    what = " ".join(told[1].split()) if len(told) > 1 else code
    return {"id": code, "shortDescription": {"text": what}, "helpUri": address(code)}


def _result(fault: Fault, rule: int) -> dict[str, Any]:
    file = shown(fault.place.file)
    where = {
        "artifactLocation": {"uri": quote(file)},
        "region": {"startLine": fault.place.line, "startColumn": fault.place.column},
    }
    return {
        "ruleId": fault.code,
        "ruleIndex": rule,
        "level": fault.level,
        "message": {"text": sentence(fault)},
        "locations": [{"physicalLocation": where}],
    }


__all__ = ["as_sarif"]
