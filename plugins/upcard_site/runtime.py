"""The engine's runtime for the page: Pyodide from npm, the engine in one file, and a snapshot.

All of it is put under `assets/upcard/pyodide/`, each file under an address that changes with its
content. `manifest.json` beside the page's scripts names them. Without Node and npm's parts the site
is whole but for this: the page then says so, or takes Pyodide from the configured address.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SNAPSHOT = HERE / "snapshot.mjs"
PARTS = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "python_stdlib.zip")
LIBRARY_PARTS = ("__init__.py", "numbers.py", "served.py")
"""The modules of the library that the engine's articles need in the page."""
WHERE = "assets/upcard/pyodide"
MANIFEST = "assets/upcard/play/manifest.json"
SECONDS = 120
"""Longest time that Node is given for a snapshot."""
_EPOCH = (2000, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Runtime:
    """What the site ships for the engine in the page.

    Attributes:
        files: file to copy, by address within the site.
        texts: small files by address, the manifest among them.
        note: one line on what is left out and why; nothing to warn of.
    """

    files: dict[str, Path] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    note: str = ""

    def generated(self, more: Mapping[str, str | Path]) -> Iterator[tuple[str, Any]]:
        """Yield each file, and more of them, by address: with its content or where it lies."""
        for name, known in {**more, **self.texts, **self.files}.items():
            what = "abs_src_path" if isinstance(known, Path) else "content"
            yield name, {what: str(known)}


def shipped(root: Path, elsewhere: str = "", cache: Path | None = None) -> Runtime:
    """Gather all files of the site that are no pages: our own assets, and the runtime."""
    assets = HERE / "assets"
    ours = {f"assets/upcard/{path.relative_to(assets).as_posix()}": path
            for path in sorted(assets.rglob("*.*")) if path.is_file()}  # fmt: skip
    made = runtime(root, elsewhere, cache)
    return Runtime(ours | made.files, made.texts, made.note)


def runtime(root: Path, elsewhere: str = "", cache: Path | None = None) -> Runtime:
    """Gather the runtime for a site.

    Args:
        root: the folder that holds `node_modules`.
        elsewhere: address of a folder with Pyodide, to be used instead of npm's copy.
        cache: where the packed engine and the snapshot are kept between builds, `.cache/runtime`
            unless given.
    """
    cache = cache or root / ".cache/runtime"
    engine = kept_engine(cache)
    here = root / "node_modules/pyodide"
    if elsewhere:
        return _with_manifest({f"{WHERE}/{engine.name}": engine}, engine, base=elsewhere)
    version = pyodide_version(here)
    if not version:
        note = "the engine in the page is left out: no node_modules/pyodide here (run: npm ci)"
        return Runtime(texts={MANIFEST: _json({"available": False})}, note=note)
    base = f"{WHERE}/{version}"
    files = {f"{base}/{name}": here / name for name in PARTS}
    files[f"{WHERE}/{engine.name}"] = engine
    snapshot, note = kept_snapshot(here, engine, cache, version)
    if snapshot:
        files[f"{WHERE}/{snapshot.name}"] = snapshot
    lock = _json(short_lock(here))
    made = _with_manifest(files, engine, base=f"../pyodide/{version}/", snapshot=snapshot)
    return Runtime(made.files, made.texts | {f"{base}/pyodide-lock.json": lock}, note)


def _with_manifest(
    files: dict[str, Path], engine: Path, *, base: str, snapshot: Path | None = None
) -> Runtime:
    sizes = {Path(name).name: path.stat().st_size for name, path in files.items()}
    told = {
        "available": True,
        "base": base if base.endswith("/") else f"{base}/",
        "engine": f"../pyodide/{engine.name}",
        "snapshot": f"../pyodide/{snapshot.name}" if snapshot else "",
        "sizes": sizes,
    }
    return Runtime(files, {MANIFEST: _json(told)})


def pyodide_version(folder: Path) -> str:
    """Return the version of npm's Pyodide; empty if it is not whole."""
    try:
        found = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    except (OSError, ValueError, KeyError):
        return ""
    return str(found) if all((folder / name).is_file() for name in PARTS) else ""


def short_lock(folder: Path) -> dict[str, Any]:
    """Return Pyodide's list of packages without any: the engine needs none."""
    full = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    return {"info": full["info"], "packages": {}}


# --- the engine in one file ------------------------------------------------------------------


def engine_sources() -> Iterator[tuple[str, bytes]]:
    """Yield the engine's modules by name within the archive, in a fixed order."""
    for package, wanted in (("upcard", None), ("upcard_library", LIBRARY_PARTS)):
        for folder in sorted(_folders(package)):
            for path in sorted(folder.rglob("*.py")):
                name = path.relative_to(folder).as_posix()
                if wanted is None or name in wanted:
                    yield f"{package}/{name}", path.read_bytes()


def _folders(package: str) -> list[Path]:
    spec = find_spec(package)
    return [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []


def pack_engine() -> bytes:
    """Return the engine as one zip file; the same sources give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, raw in engine_sources():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, raw)
    return packed.getvalue()


def kept_engine(cache: Path) -> Path:
    """Pack the engine unless the cache has it; return the file."""
    key = _digest(*(part for name, raw in engine_sources() for part in (name.encode(), raw)))
    file = cache / f"engine-{key}.zip"
    if not file.is_file():
        cache.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_bytes(pack_engine())
        part.replace(file)
        _drop_others(file)
    return file


# --- the snapshot ----------------------------------------------------------------------------


def kept_snapshot(
    pyodide: Path, engine: Path, cache: Path, version: str, node: str | None = None
) -> tuple[Path | None, str]:
    """Make the snapshot unless the cache has it; return the file, or nothing and why.

    A start without a snapshot takes longer and is otherwise the same, so failing is no fault.
    """
    key = _digest(engine.name.encode(), version.encode(), SNAPSHOT.read_bytes())
    file = cache / f"snapshot-{key}.bin.gz"
    if file.is_file():
        return file, ""
    program = node or shutil.which("node")
    if not program:
        return None, "the page starts the engine without a snapshot: no Node.js here to make one"
    paths = (SNAPSHOT, pyodide, engine, file)
    command = [program, *(str(path.absolute()) for path in paths)]
    try:
        done = subprocess.run(  # noqa: S603  our own script with our own files
            command, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        why = "" if done.returncode == 0 and file.is_file() else done.stderr.strip()[-300:]
    except subprocess.TimeoutExpired:
        why = f"Node.js took longer than {SECONDS} seconds"
    except OSError as error:
        why = str(error)
    if file.is_file():
        _drop_others(file)
        return file, ""
    return None, f"the page starts the engine without a snapshot: {why or 'Node.js failed'}"


def _drop_others(file: Path) -> None:
    """Remove what the cache holds of earlier engines."""
    kind = file.name.partition("-")[0]
    for old in file.parent.glob(f"{kind}-*"):
        if old.name != file.name:
            old.unlink(missing_ok=True)


def _digest(*parts: bytes) -> str:
    digest = hashlib.blake2b(digest_size=10)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _json(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":")) + "\n"
