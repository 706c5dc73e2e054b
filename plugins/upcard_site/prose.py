"""Contributed Markdown to HTML that cannot do anything.

Three steps, in this order. Python-Markdown renders the text with raw HTML switched off. nh3 then
keeps only the harmless tags below and links to https, mailto, an anchor of the same page or
another game; what comes out is well formed and its attributes hold no angle brackets, so it may be
split at tags. Last, `dress` sets quotation marks, cards and the glossary's terms in its text.

Marks and numbers travel through all of it as tokens of private-use characters, which contributed
text cannot contain because `strip_tokens` takes them out first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache

import markdown
import nh3
from markupsafe import Markup, escape

from upcard_library.article import MOST_BRACKETS, MOST_LEVELS
from upcard_site.language import say
from upcard_site.safe import trusted

Step = Callable[[Markup], Markup]
"""Turns safe text into safe HTML."""
OPEN, CLOSE = "\ue000", "\ue001"
TOKEN = re.compile(f"{OPEN}(\\d+){CLOSE}")
TAGS = {
    *("p", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre", "hr", "br"),
    *("em", "strong", "code", "a", "h3", "h4", "h5", "h6"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
Picture = Callable[[str, str], Markup]
"""Draws a picture, given the name of its file and what it shows."""
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_PIECES = re.compile(r"(<[^<>]+>)")
_TAG = re.compile(r"<(/?)([a-z0-9]+)")
_VERBATIM = {"a", "code", "pre"}
_HEADINGS = {"h3", "h4", "h5", "h6"}
_ANCHOR = re.compile(r"#[A-Za-z0-9-]+")
_FILE = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+\.(?:png|jpe?g|webp|svg)")
_NOTE = re.compile(r"fn(?:ref)?[0-9]*-[A-Za-z0-9-]+")
_ID = re.compile(r'\b(id|href)="(#?)(fn(?:ref)?[0-9]*-)')
_BACK = re.compile(r'title="Jump back[^"]*"')
_CALL = re.compile(r"(?m)\[\^[A-Za-z0-9-]+\](?!:)|^ {0,3}\[\^[A-Za-z0-9-]+\]:.*$")
"""A call of a footnote, or the note itself."""
_IMG = re.compile(r"<img\b[^<>]*>")
_VALUE = re.compile(r'(src|alt)="([^"]*)"')
_PARAGRAPH = re.compile(r"(\n[ \t]*\n)")
_DEEP = re.compile(
    rf"^[ \t]*(?:(?:[-*+>]|\d+[.)])[ \t]+){{{MOST_LEVELS},}}|^[ \t]{{40,}}", re.MULTILINE
)
_GAME = re.compile(r"\.\./([a-z0-9-]+)/(?:article\.md)?(#[a-z0-9-]+)?")


def strip_tokens(text: str) -> str:
    """Take out the characters that our own tokens are made of."""
    return _PRIVATE.sub("", text)


def token(number: int) -> str:
    """Return the token that stands for what is inserted later."""
    return f"{OPEN}{number}{CLOSE}"


@cache
def _renderer(*, notes: bool = False) -> markdown.Markdown:
    used = ["tables", "def_list", "sane_lists", *(["footnotes"] if notes else [])]
    md = markdown.Markdown(
        extensions=used, extension_configs={"footnotes": {"SEPARATOR": "-"}}, output_format="html"
    )
    md.preprocessors.deregister("html_block")
    for pattern in ("html", "image_reference", "short_image_ref"):
        md.inlinePatterns.deregister(pattern)
    return md


def _attribute(_tag: str, name: str, value: str) -> str | None:
    if name != "href":
        form = {"src": _FILE, "id": _NOTE}.get(name)
        return value if form is None or form.fullmatch(value) else None
    if game := _GAME.fullmatch(value):
        return f"../{game[1]}/{game[2] or ''}"
    safe = value.startswith(("https://", "mailto:")) or _ANCHOR.fullmatch(value)
    return value if safe else None


@cache
def _cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=TAGS | {"img", "sup"},
        clean_content_tags={"script", "style"},
        attributes={
            "a": {"href"},
            "img": {"src", "alt"},
            "sup": {"id"},
            "li": {"id"},
            "th": {"align"},
            "td": {"align"},
            "ol": {"start"},
        },
        attribute_filter=_attribute,
        url_schemes={"https", "mailto"},
        link_rel="noopener",
    )


def render(text: str, picture: Picture | None = None, notes: str = "") -> str:
    """Render Markdown to sanitised HTML; tokens come through.

    Args:
        text: contributed Markdown.
        picture: draws pictures; without it a picture is the words that say what it shows.
        notes: what the ids of footnotes begin with, its own for each fragment of a page; without
            it footnotes are left out.
    """
    text = text if notes else _CALL.sub("", text)
    try:
        html = _renderer(notes=bool(notes)).reset().convert(_bounded(text))
    except RecursionError:
        html = str(escape(text))
    html = _with_pictures(str(_cleaner().clean(html)).strip(), picture)
    return _with_notes(html, notes) if notes and "fn" in html else html


def _with_notes(html: str, prefix: str) -> str:
    """Give the ids of footnotes their prefix, so that no two fragments of a page share one."""
    put = rf'\1="\g<2>{prefix}-\3'
    back = str(Markup('aria-label="{}"').format(say("Back to the text")))
    return "".join(
        _BACK.sub(back, _ID.sub(put, piece)) if kind == "open" else piece
        for kind, piece in pieces(html)
    )


def _bounded(text: str) -> str:
    """Escape what would take a renderer longer than anybody waits; `check` refuses it as well."""
    if text.count("[") <= MOST_BRACKETS and not _DEEP.search(text):
        return text
    parts = _PARAGRAPH.split(_DEEP.sub(lambda match: escaped(match[0]), text))
    return "".join(part if part.count("[") <= MOST_BRACKETS else escaped(part) for part in parts)


def escaped(text: str) -> str:
    """Return Markdown that shows a text's brackets and markers of lists as they are."""
    return re.sub(r"[\[\]>*+.)-]", lambda match: f"&#{ord(match[0])};", text)


def _with_pictures(html: str, picture: Picture | None) -> str:
    """Put pictures in the place of `<img>`, or the words that stand for them."""

    def put(match: re.Match[str]) -> str:
        told = {name: trusted(value).unescape() for name, value in _VALUE.findall(match[0])}
        name, alt = told.get("src", ""), told.get("alt", "")
        return str(picture(name, alt) if picture and name else escape(alt))

    return _IMG.sub(put, html) if "<img" in html else html


@lru_cache(maxsize=4096)
def render_line(text: str) -> str:
    """Render one paragraph without its `<p>`; whatever is not a plain paragraph stays a block."""
    html = render(" ".join(strip_tokens(text).split()))
    inner = html.removeprefix("<p>").removesuffix("</p>")
    return inner if html == f"<p>{inner}</p>" and "<p>" not in inner else html


def pieces(html: str) -> Iterator[tuple[str, str]]:
    """Split sanitised HTML into `("text", ...)`, `("open", ...)` and `("close", ...)` pieces."""
    for piece in _PIECES.split(html):
        if not piece:
            continue
        tag = _TAG.match(piece)
        kind = "text" if not tag else "close" if tag[1] else "open"
        yield kind, piece


def tag_name(piece: str) -> str:
    """Return the name of a tag."""
    match = _TAG.match(piece)
    return match[2] if match else ""


def dress(html: str, steps: Iterable[Step], code: Callable[[str], str]) -> str:
    """Set quotation marks, then run each step over the text outside links, code and headings.

    Args:
        html: as `render` returns it.
        steps: each turns safe text into safe HTML.
        code: what a span of code becomes, given its safe text; empty leaves it as it is.
    """
    before = " "

    def quotes(text: Markup) -> Markup:
        nonlocal before
        curled, before = curl(str(text), before)
        return trusted(curled)

    done = _over_text(html, quotes, {"pre", "code"})
    for step in steps:
        done = _over_text(done, step, _VERBATIM | _HEADINGS)
    return _over_code(done, code)


def _over_text(html: str, step: Step, skip: set[str]) -> str:
    out: list[str] = []
    inside: list[str] = []
    for kind, piece in pieces(html):
        if kind == "text":
            out.append(piece if inside else str(step(trusted(piece))))
            continue
        name = tag_name(piece)
        if kind == "open" and name in skip:
            inside.append(name)
        elif kind == "close" and inside and name == inside[-1]:
            inside.pop()
        out.append(piece)
    return "".join(out)


def _over_code(html: str, code: Callable[[str], str]) -> str:
    def replace(match: re.Match[str]) -> str:
        return code(match[1]) or match[0]

    return re.sub(r"(?<!<pre>)<code>([^<]*)</code>", replace, html)


def curl(text: str, before: str = " ") -> tuple[str, str]:
    """Turn straight quotation marks into curly ones; return the last character too."""
    out = []
    last = before
    for char in text:
        opens = last.isspace() or last in "([{—–-/“‘"
        if char == '"':
            out.append("“" if opens else "”")
        elif char == "'":
            out.append("‘" if opens else "’")
        else:
            out.append(char)
        last = out[-1]
    return "".join(out), last
