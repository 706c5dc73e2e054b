"""Ask the YAML language server what an editor would show in a game.yaml, and say so.

    npm install --prefix /tmp/lsp yaml-language-server
    python tools/try_editor.py /tmp/lsp games/cribbage/game.yaml

It is the server of VS Code's YAML extension, spoken to as an editor does: over its standard input.
Exit code 1 if it offers, explains or underlines nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SERVER = "node_modules/yaml-language-server/bin/yaml-language-server"
SETTINGS = {"yaml": {"yamlVersion": "1.2", "validate": True, "hover": True, "completion": True,
                     "schemaStore": {"enable": False}}}  # fmt: skip


class Server:
    """The language server in a process of its own."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._stdin, self._stdout = self.process.stdin, self.process.stdout
        self.number = 0
        self.told: dict[str, Any] = {}

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        """Send a notification, or a request if it has a number."""
        self._write({"method": method, "params": params} | ({"id": number} if number else {}))

    def ask(self, method: str, params: Any) -> Any:
        """Send a request; return what is answered."""
        self.number += 1
        self.send(method, params, self.number)
        for message in self._messages():
            if message.get("id") == self.number and "method" not in message:
                return message.get("result")
        return None

    def wait_for(self, method: str) -> Any:
        """Return the parameters of the next notification of a kind."""
        for message in self._messages():
            if message.get("method") == method:
                return message["params"]
        return None

    def _write(self, message: dict[str, Any]) -> None:
        raw = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(raw), raw))
        self._stdin.flush()

    def _messages(self) -> Iterator[dict[str, Any]]:
        """Yield what the server says; answer what it asks."""
        out = self._stdout
        while line := out.readline():
            length = int(line.partition(b":")[2])
            while out.readline().strip():
                pass
            message = json.loads(out.read(length))
            if "id" in message and "method" in message:
                asked = message["method"] == "workspace/configuration"
                items = message["params"]["items"] if asked else []
                result = [SETTINGS.get(item.get("section", ""), {}) for item in items]
                self._write({"id": message["id"], "result": result if asked else None})
            yield message


def place(text: str, before: str) -> dict[str, int]:
    """Return the place behind some words of a text, as editors count."""
    at = text.index(before) + len(before)
    start = text.rfind("\n", 0, at) + 1
    return {"line": text.count("\n", 0, at), "character": at - start}


def main(home: Path, file: Path) -> int:
    """Open a game, ask, and print the answers."""
    server = Server(["node", str(home / SERVER), "--stdio"])
    uri, text = file.absolute().as_uri(), file.read_text("utf-8")
    server.ask("initialize", {"processId": None, "rootUri": Path.cwd().as_uri(), "capabilities": {
        "workspace": {"configuration": True},
        "textDocument": {"completion": {}, "hover": {}, "publishDiagnostics": {}}}})  # fmt: skip
    server.send("initialized", {})
    server.send("workspace/didChangeConfiguration", {"settings": SETTINGS})

    def show(now: str, version: int) -> list[str]:
        document = {"uri": uri, "languageId": "yaml", "version": version, "text": now}
        if version == 1:
            server.send("textDocument/didOpen", {"textDocument": document})
        else:
            server.send("textDocument/didChange", {"textDocument": document,
                        "contentChanges": [{"text": now}]})  # fmt: skip
        found = server.wait_for("textDocument/publishDiagnostics")["diagnostics"]
        return [f"{d['range']['start']['line'] + 1}: {d['message']}" for d in found]

    def offered(at: dict[str, int]) -> list[str]:
        answer = server.ask(
            "textDocument/completion", {"textDocument": {"uri": uri}, "position": at}
        )
        items = answer["items"] if isinstance(answer, dict) else answer or []
        return [item["label"] for item in items]

    sound = show(text, 1)
    at = place(text, "\ndeck")
    hover = server.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": at})
    broken = show(text.replace("\ndeck: ", "\ndeck: no-such-", 1), 2)
    begun = text.replace("    rules: [", "    rules: [, ", 1)
    show(begun, 3)
    rules = offered(place(begun, "    rules: ["))
    keyed = text.replace("\ndeck: ", "\ndec\ndeck: ", 1)
    show(keyed, 4)
    keys = offered(place(keyed, "\ndec"))
    server.process.kill()
    words = " ".join(str(hover["contents"]["value"]).split()) if hover else ""
    for name, told in (
        ("underlined in the sound game", sound or ["nothing"]), ("hover over `deck`", [words]),
        ("underlined in a wrong deck", broken), ("keys offered", keys), ("rules offered", rules),
    ):  # fmt: skip
        print(f"{name}: {'; '.join(told)[:500]}")
    return 0 if not sound and words and broken and keys else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
