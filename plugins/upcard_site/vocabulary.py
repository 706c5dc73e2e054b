"""Names and descriptions of families, regions and the like, from `schema/vocabulary.json`."""

from __future__ import annotations

from upcard_library.schema import vocabulary
from upcard_site import words
from upcard_site.language import say


def name_of(kind: str, id_: str) -> str:
    """Return what people call an id of the vocabulary: `name_of("regions", "GB")`."""
    entry = vocabulary().get(kind, {}).get(id_, {})
    return say(str(entry.get("name") or words.humanise(id_)))


def description_of(kind: str, id_: str) -> str:
    """Return the sentence that describes an id."""
    return str(vocabulary().get(kind, {}).get(id_, {}).get("description", ""))


def ids(kind: str) -> list[str]:
    """Return the ids of one kind, in the vocabulary's order."""
    return list(vocabulary().get(kind, {}))
