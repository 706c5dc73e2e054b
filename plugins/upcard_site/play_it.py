"""Play it: the section with the table, what the table is drawn from, and links that open it.

The table itself is `assets/play/table.js`, the same for all games. Here are its words, the names
that a page in another language needs, and the article's own hands and positions to open at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from upcard.examples import cases
from upcard.game import Game
from upcard_library.model import Example, GameArticle
from upcard_library.schema import languages
from upcard_site import words
from upcard_site.book import Book
from upcard_site.language import ENGLISH, say, show, spoken

PLAY = "assets/upcard/play"
PLACE = "play-it"
NEW = "new"
"""The address `?play=new` opens a table with a new deal; `?play=<example>` opens an example."""
LONGEST_NAME = 40
"""Longest text of a language that may be the name of a pile, a fact, a phase or a verb."""

WORDS = {
    "deal": "Deal",
    "new_deal": "New deal",
    "table": "The table",
    "sits": "Who plays {}",
    "person": "a person",
    "bot": "a bot ({})",
    "seed": "Seed",
    "seed_help": "A number; the same number gives the same deals. Empty: by chance.",
    "pace": "Bots play",
    "pace_calm": "so that you can follow",
    "pace_quick": "at once",
    "think": "Longest thought, in seconds",
    "your_turn": "Your turn",
    "turn_of": "{} to act",
    "acts_for": "{} acts for {}",
    "thinking": "{} is thinking …",
    "hand_number": "Hand {}",
    "hand_over": "The hand is over.",
    "match_over": "The match is over.",
    "won": "{} wins.",
    "won_many": "{} win.",
    "drawn": "Nobody wins.",
    "next_hand": "Next hand",
    "middle": "On the table",
    "you": "{} (you)",
    "face_down": "{} face down",
    "empty": "empty",
    "more_cards": "All {} cards",
    "playable": "playable",
    "chosen": "chosen",
    "not_now": "not playable now",
    "actions": "What you can do",
    "choose_cards": "Choose cards, or one of these:",
    "choose_only": "Choose cards.",
    "chosen_cards": "Chosen: {}",
    "clear": "Put back",
    "may_try": "Not allowed now; press to be told why:",
    "write": "Write a move",
    "write_help": "In notation, such as: {}",
    "make": "Make the move",
    "refused": "Not allowed",
    "read_rule": "Read the rule where it stands",
    "back_to_table": "Back to the table",
    "at_table": "At this table:",
    "undo": "Undo",
    "hint": "Hint",
    "hint_is": "A bot ({}) would: {}",
    "hint_scores": "It scores {} at once: {}",
    "save": "Save",
    "load": "Load",
    "save_help": "The record of the match: it holds all cards, also those hidden from you.",
    "download": "Download",
    "load_help": "Paste a record, or choose a file. Up to 256 KB; nothing in it is run.",
    "load_file": "Record as a file",
    "load_go": "Play on from it",
    "load_step": "Step through it",
    "load_fault": "The record cannot be played: {}",
    "load_line": "line {}",
    "too_long": "it is longer than 256 KB",
    "close": "Close",
    "keys": "Keys",
    "key_arrows": "arrows: from card to card and from pile to pile",
    "key_space": "space: choose a card or put it back",
    "key_enter": "Enter: play the card",
    "key_digits": "1 to 9: the buttons of what you can do, in order",
    "key_escape": "Escape: put the chosen cards back",
    "key_undo": "U: undo",
    "key_hint": "H: hint",
    "score": "Score",
    "this_hand": "This hand",
    "log": "Moves so far",
    "facts": "Known to all",
    "dealer_mark": "dealer",
    "low_wins": "The lower total wins.",
    "nothing_yet": "Nothing yet.",
    "pass_to": "Pass to {}, then press",
    "pass_done": "I am {}",
    "pass_help": "The cards are hidden until then.",
    "replay": "Step through",
    "step_first": "To the start",
    "step_back": "One move back",
    "step_on": "One move on",
    "step_last": "To the end",
    "step_at": "Move {} of {}",
    "play_on": "Play on from here",
    "cards_many": "{} cards",
    "one_card": "one card",
    "fault": "Something went wrong: {}",
    "notation": "The move cannot be read: {}",
    "table_absent": "The engine in the page is not part of this build. In a terminal you can play:",
    "table_unsupported": "This browser cannot run the engine: it has no WebAssembly or no workers. "
    "In a terminal you can play:",
    "table_failed": "The engine could not be started: {} In a terminal you can play:",
}
"""Everything the table says, by the names its script uses."""


BOTS = {
    "random": "plays at random",
    "simple": "takes what scores at once",
    "search": "thinks ahead",
}
"""What the bots do, by the names that the engine has for them."""


# --- what an article has to open at the table ------------------------------------------------


def scenes(game: GameArticle) -> dict[str, dict[str, Any]]:
    """Return the article's records and positions by example: what a table opens with."""
    found = {example.id: _scene(example) for example in game.examples if game.module}
    return {name: scene for name, scene in found.items() if scene}


def _scene(example: Example) -> dict[str, Any]:
    data = example.data
    under = cases(data)[0].under
    if "record" in data:
        return {"record": data["record"].strip() + "\n"}
    if "ask" in data or "given" not in data:
        return {}
    return {"under": under, "given": _plain(data["given"]), "do": list(data.get("do", []))}


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    return value if isinstance(value, (bool, int)) else str(value)


def address_of(book: Book, example: Example) -> str:
    """Return what opens an example at the table: `?play=a-whole-hand#play-it`; or nothing."""
    if not book.game.module or not _scene(example):
        return ""
    return f"?{urlencode({'play': example.id})}#{PLACE}"


# --- the section -----------------------------------------------------------------------------


def section(book: Book, data: str) -> Markup:
    """Return the section of the page; `data` is the address of the page's data."""
    if book.rules("base") is None:
        return Markup("")
    return Markup(
        '<div class="playit" data-table="{}" data-from="{}"><p class="playit__intro">{}</p>'
        '<p class="playit__start"><a class="playit__open" href="?play={}#{}">{}</a></p>'
        '<div class="playit__table"></div><noscript><p>{}</p></noscript></div>'
    ).format(
        data.removeprefix(f"{PLAY}/"),
        book.link(f"{PLAY}/index.html").removesuffix("index.html"),
        show(
            "Play it here, against bots or with somebody beside you. The table knows the rules: "
            "a move that they forbid is refused with the sentence that forbids it."
        ),
        NEW,
        PLACE,
        show("Open the table"),
        show("This needs JavaScript."),
    )


# --- the data --------------------------------------------------------------------------------


def page_data(book: Book, game: Game[Any]) -> dict[str, Any]:
    """Return what the table of one page is drawn from, besides what the form is drawn from."""
    return {
        "scenes": scenes(book.game),
        "titles": {name: words.humanise(name) for name in scenes(book.game)},
        "verbs": {name: say(words.humanise(name)) for name in game.verbs},
        "names": _names(),
        "bots": {name: say(said) for name, said in BOTS.items()},
        "words": {name: say(said) for name, said in WORDS.items()},
    }


def _names() -> dict[str, str]:
    """Return the short texts of the language spoken, for names that only the engine knows."""
    if spoken() == ENGLISH:
        return {}
    strings: Mapping[str, str] = languages().get(spoken(), {}).get("strings", {})
    return {text: said for text, said in strings.items()
            if len(text) <= LONGEST_NAME and "{" not in text}  # fmt: skip


__all__ = ["address_of", "page_data", "scenes", "section"]
