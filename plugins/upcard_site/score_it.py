"""Score it: what the page's form is made from, the section it stands in, addresses that fill it.

The form itself is drawn by `assets/play/score.js` from one file of data per page, which is made
here: the article as the engine needs it, the questions from their signatures, the pack with its
faces, and every word that is shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from upcard.cards import Deck
from upcard.forms import deck_form, question_forms
from upcard.game import Game
from upcard.options import text as plain
from upcard_library.model import Example
from upcard_site import labelled, play_it, words
from upcard_site.book import Book
from upcard_site.faces import Faces
from upcard_site.language import ENGLISH, printed, say, show, spoken
from upcard_site.rules_html import Anchors

PLAY = "assets/upcard/play"
LONGEST = 1_500
"""Longest address that fills in a form; a longer example gets no link."""
RESERVED = ("try", "rules", "q", "h")
"""Names in an address that mean something else; an argument of such a name is written `given.q`."""

WORDS = {
    "ask": "Score it",
    "asking": "One moment …",
    "cancel": "Cancel",
    "loading": "Loading the engine",
    "starting": "Starting the engine",
    "megabytes": "{} of {} MB",
    "rules": "Rules played",
    "chosen": "As chosen on this page",
    "pick": "Pick cards",
    "picking": "Cards for {}",
    "remove": "Take away {}",
    "added": "{} added",
    "removed": "{} taken away",
    "left": "{} left",
    "none": "none",
    "optional": "if any",
    "total": "Total",
    "nothing": "Nothing is scored.",
    "legal": "May be played",
    "allowed": "May be done",
    "nothing_legal": "nothing",
    "refused": "Refused",
    "not_allowed": "Not allowed",
    "answer": "Answer",
    "yes": "yes",
    "no": "no",
    "share": "Address of this question",
    "example": "Make this an example",
    "example_help": "Paste it below “examples:” in game.yaml and say why it is there.",
    "copy": "Copy",
    "copied": "Copied",
    "stopped": "Stopped.",
    "absent": "The engine in the page is not part of this build. "
    "In a terminal the same question is:",
    "unsupported": "This browser cannot run the engine: it has no WebAssembly or no workers. "
    "In a terminal the same question is:",
    "failed": "The engine could not be started: {} In a terminal the same question is:",
    "wanting": "The question also wants: {}",
    "internal": "The engine could not answer: {}",
}
"""Everything the form says, by the names its script uses."""


# --- addresses -------------------------------------------------------------------------------


def address(question: str, given: Mapping[str, Any], under: str = "base") -> str:
    """Return what leads to the form, filled in: `?try=show&hand=5H+5D#score-it`; or nothing.

    It is nothing if it would be too long.
    """
    pairs = [("try", question), *_pairs(given)]
    if under not in ("", "base"):
        pairs.append(("rules", " ".join(under.replace(",", " ").split())))
    found = f"?{urlencode(pairs)}#score-it"
    return found if len(found) <= LONGEST else ""


def _pairs(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in given.items():
        key = f"given.{name}" if name in RESERVED else name
        if isinstance(value, Mapping):
            yield from ((f"{key}.{seat}", plain(part)) for seat, part in value.items())
        else:
            yield key, plain(value)


def address_of(book: Book, example: Example, under: str) -> str:
    """Return the address that fills the form with an example's question; empty if it asks none."""
    if not book.game.module or "ask" not in example.data:
        return ""
    return address(example.data["ask"], example.data.get("given", {}), under)


# --- the section -----------------------------------------------------------------------------


def section(book: Book) -> Markup:
    """Return the section of the page: every question with a link that opens its form."""
    ruled = book.rules("base")
    if ruled is None or not ruled.game.questions:
        return Markup("")
    told = Markup("").join(
        Markup('<li><a href="{}">{}</a> <span>{}</span></li>').format(
            address(form["name"], {}),
            show(words.humanise(form["name"])),
            show(_about(form["about"])),
        )
        for form in question_forms(ruled.game)
    )
    return Markup(
        '<div class="tryit" data-tryit="{}" data-from="{}"><p class="tryit__intro">{}</p>'
        '<ul class="tryit__questions">{}</ul><div class="tryit__form"></div>'
        "<noscript><p>{}</p></noscript></div>"
    ).format(
        data_name(book).removeprefix(f"{PLAY}/"),
        book.link(f"{PLAY}/index.html").removesuffix("index.html"),
        show("The engine that proves these rules also runs in your browser. Give it cards, and it "
             "says what they come to and by which rule."),
        told,
        show("This needs JavaScript."),
    )  # fmt: skip


def _label(name: str) -> str:
    return say(words.humanise(name))


def _about(text: str) -> str:
    """Turn the first line about a question into a heading's words."""
    said = re.sub(r"^(Return|Say|Tell) ", "", text.replace("`", ""))
    return said[:1].upper() + said[1:]


# --- the data --------------------------------------------------------------------------------


def data_name(book: Book) -> str:
    """Return the address of a page's data within the site."""
    suffix = "" if book.language == ENGLISH else f".{book.language}"
    return f"{PLAY}/games/{book.game.id}{suffix}.json"


def data_files(book: Book) -> dict[str, str]:
    """Return the data of a page by its address; none for a game without engine or questions."""
    ruled = book.rules("base")
    if ruled is None:
        return {}
    told = json.dumps(page_data(book, ruled.game), ensure_ascii=False, separators=(",", ":"))
    return {data_name(book): told + "\n"}


def page_data(book: Book, game: Game[Any]) -> dict[str, Any]:
    """Return everything the form of one page is drawn from."""
    forms = question_forms(game)
    fields = {field["name"] for form in forms for field in form["fields"]}
    return {
        "id": book.game.id,
        "title": book.game.title,
        "language": book.language,
        "english": _english([*(f["name"] for f in forms), *fields], forms),
        "article": _article(book),
        "variants": [
            {"id": "base", "title": say("the base game")},
            *({"id": v.id, "title": v.title} for v in book.game.variants),
        ],
        "questions": forms,
        "labels": {name: _label(name) for name in sorted(fields | {f["name"] for f in forms})},
        "values": {value: say(words.humanise(value)) for value in sorted(_values(forms))},
        "about": {form["name"]: say(_about(form["about"])) for form in forms},
        "samples": _samples(book),
        "usual": _usual(book),
        "answers": dict(book.answers),
        "rules": {rule: str(book.ref(rule).label) for rule in book.rule_ids},
        "seats": {name: words.humanise(words.seat(name)) for name in _seats()},
        **_pack(book, game),
        "words": {name: say(said) for name, said in WORDS.items()},
        "play": play_it.page_data(book, game),
    }


def _english(names: Iterable[str], forms: list[dict[str, Any]]) -> list[str]:
    """Return the texts that stay English on a page in another language, to be marked as such."""
    texts = {words.humanise(name) for name in names} | {_about(form["about"]) for form in forms}
    return sorted(text for text in texts if spoken() != ENGLISH and say(text) == text)


def _values(forms: list[dict[str, Any]]) -> set[str]:
    fields = [field for form in forms for field in form["fields"]]
    return {value for field in fields if field["kind"] == "choice" for value in field["values"]}


def _seats() -> list[str]:
    return [*words.SEATS, *(f"P{number}" for number in range(1, 13))]


def _article(book: Book) -> dict[str, Any]:
    """Return the article as `upcard_library.served` takes it."""
    anchors = Anchors(book)
    return {
        "id": book.game.id,
        "module": book.game.module,
        "variants": {v.id: dict(v.settings) for v in book.game.variants},
        "sentences": [
            {"rule": s.rule, "when": s.when, "text": _said(s.markdown),
             "anchor": anchors.rule(s.rule, s.when).anchor}
            for s in book.game.article.sentences
        ],
        "asked": {
            example.data["ask"]: list(example.rules)
            for example in reversed(book.game.examples)
            if "ask" in example.data
        },
    }  # fmt: skip


def _said(markdown: str) -> str:
    """Return a sentence without Markdown's signs; numbers stay as `{{ name }}`."""
    linked = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return re.sub(r"\*\*|`|(?<!\w)[*_](?=\w)|(?<=[\w.,;])[*_](?!\w)", "", linked).strip()


def _samples(book: Book) -> dict[str, dict[str, Any]]:
    """Return for each question what its first example gives: shown as a hint of the form."""
    found: dict[str, dict[str, Any]] = {}
    for example in book.game.examples:
        if "ask" in example.data:
            found.setdefault(example.data["ask"], dict(example.data.get("given", {})))
    return found


def _usual(book: Book) -> dict[str, dict[str, int]]:
    """Return how many cards a part has, where all examples of the base game agree on it."""
    seen: dict[tuple[str, str], set[int]] = {}
    for example in book.game.examples:
        if "ask" in example.data and "variant" not in example.data:
            for name, value in example.data.get("given", {}).items():
                if isinstance(value, str) and (cards := book.faces.read(value)):
                    seen.setdefault((example.data["ask"], name), set()).add(len(cards))
    found: dict[str, dict[str, int]] = {}
    for (question, name), sizes in seen.items():
        if len(sizes) == 1:
            found.setdefault(question, {})[name] = sizes.pop()
    return found


def _pack(book: Book, game: Game[Any]) -> dict[str, Any]:
    """Return the packs that the game and its variants use, with faces for all their cards."""
    decks: dict[str, Deck] = {game.deck.id: game.deck}
    for variant in book.game.variants:
        if ruled := book.rules(variant.id):
            decks.setdefault(ruled.game.deck.id, ruled.game.deck)
    faces = Faces(game.deck, tuple(d for d in decks.values() if d is not game.deck))
    cards: dict[str, Any] = {}
    for deck in decks.values():
        for card in deck.pack.distinct():
            if str(card) in cards:
                continue
            faces.card(card)
            french = labelled.is_french(card, deck)
            cards[str(card)] = {
                "name": faces.said(card),
                "wide": labelled.is_wide(card, deck),
                **({"rank": printed(card.rank), "suit": card.suit} if french else {}),
            }
    suits = {suit: name for deck in decks.values() for suit, name in deck.suit_names.items()}
    return {
        "decks": {name: deck_form(deck) for name, deck in decks.items()},
        "deck": game.deck.id,
        "cards": cards,
        "suits": {suit: say(name) for suit, name in suits.items()},
        "sprite": str(faces.sprite()),
    }


__all__ = ["address", "address_of", "data_files", "data_name", "page_data", "section"]
