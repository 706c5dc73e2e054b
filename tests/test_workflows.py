"""What runs on the host: workflows, forms, owners, and the scripts that may write."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from upcard_library.load import load_library

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
FLOWS = {path.name: yaml.safe_load(path.read_text("utf-8"))
         for path in sorted((GITHUB / "workflows").glob("*.yml"))}  # fmt: skip
JOBS = [(name, job) for name, flow in FLOWS.items() for job in flow["jobs"]]
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
SHA = "0123456789abcdef0123456789abcdef01234567"

sys.path.insert(0, str(ROOT / "tools"))
import codeowners  # noqa: E402
import dco  # noqa: E402
import links  # noqa: E402
import pr_comment  # noqa: E402


def steps() -> list[tuple[str, dict]]:
    return [(name, step) for name, job in JOBS for step in FLOWS[name]["jobs"][job]["steps"]]


# --- form -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", [GITHUB / "workflows" / name for name in FLOWS]),
        ("custom.github-workflows-require-timeout", [GITHUB / "workflows" / n for n in FLOWS]),
        ("vendor.github-issue-forms", FORMS),
        ("vendor.github-issue-config", [GITHUB / "ISSUE_TEMPLATE/config.yml"]),
        ("vendor.dependabot", [GITHUB / "dependabot.yml"]),
    ],
)
def test_files_have_the_form_that_the_host_reads(schema, files):
    from check_jsonschema import main

    assert files
    told = CliRunner().invoke(main, ["--builtin-schema", schema, *map(str, files)])
    assert told.exit_code == 0, told.output


def test_zizmor_finds_nothing():
    zizmor = Path(sys.executable).with_name("zizmor")
    done = subprocess.run(
        [zizmor, "--offline", "--no-progress", "--quiet", str(ROOT / ".github")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_action_is_pinned_by_its_commit():
    text = "".join((GITHUB / "workflows" / name).read_text("utf-8") for name in FLOWS)
    used = re.findall(r"uses: (.*)", text)
    assert len(used) > 10
    for line in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
    assert len(set(used)) == len({line.split("@")[0] for line in used}), "one action, two commits"


@pytest.mark.parametrize(("name", "job"), JOBS)
def test_a_job_may_do_no_more_than_it_must(name, job):
    flow = FLOWS[name]
    assert flow["permissions"] == {}
    assert "concurrency" in flow
    may = flow["jobs"][job]["permissions"]
    writes = {what for what, how in may.items() if how == "write"}
    wanted = {
        ("comment.yml", "comment"): {"pull-requests"},
        ("links.yml", "links"): {"issues"},
        ("pages.yml", "deploy"): {"pages", "id-token"},
    }
    assert writes == wanted.get((name, job), set())
    assert flow["jobs"][job]["timeout-minutes"] <= 30


def test_no_secret_and_no_text_of_others_reaches_a_shell():
    for name, step in steps():
        assert "secrets." not in str(step), name
        assert "${{" not in step.get("run", ""), (name, step)
    for name, flow in FLOWS.items():
        assert "pull_request_target" not in str(flow), name


def test_no_host_and_no_repository_is_written_down():
    files = [p for p in GITHUB.rglob("*") if p.is_file()] + [
        Path(m.__file__) for m in (codeowners, dco, links, pr_comment)
    ]
    for path in files:
        hosts = set(re.findall(r"https?://[\w.-]+", path.read_text("utf-8")))
        assert not hosts, (path, hosts)


def test_the_job_that_may_write_never_checks_out_what_was_sent():
    (job,) = FLOWS["comment.yml"]["jobs"].values()
    checkouts = [step["with"] for step in job["steps"] if "checkout" in step.get("uses", "")]
    assert [entry["ref"] for entry in checkouts] == [
        "${{ github.event.repository.default_branch }}"
    ]
    ran = [step["run"] for step in job["steps"] if "run" in step]
    assert ran == ["python3 tools/pr_comment.py"]
    assert "download-artifact" not in str(job)


# --- a change to games/ is checked by the code it would join ----------------------------------


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(
        ["git", "-C", str(folder), *who, *words], check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.mark.parametrize(
    ("files", "only_games", "engine"),
    [
        ({"games/war/game.yaml": "new"}, "true", "base"),
        ({"games/war/game.yaml": "new", "games/war/conftest.py": "x"}, "true", "base"),
        ({"games/war/game.yaml": "new", "engine.py": "new"}, "false", "new"),
        ({"games/war/game.yaml": "new", "conftest.py": "new"}, "false", "base"),
    ],
)
def test_whose_code_runs(tmp_path, files, only_games, engine):
    """Run the workflow's own step on a merge of a branch into a base that has gone on."""
    script = next(step["run"] for _, step in steps() if step.get("id") == "code")
    root, out = tmp_path / "repo", tmp_path / "out"
    (root / "games/war").mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    for name in ("games/war/game.yaml", "engine.py"):
        (root / name).write_text("base", "utf-8")
    git(root, "add", ".")
    git(root, "commit", "-qm", "base")
    git(root, "checkout", "-qb", "change")
    for name, text in files.items():
        (root / name).write_text(text, "utf-8")
    git(root, "add", ".")
    git(root, "commit", "-qm", "change")
    git(root, "checkout", "-q", "main")
    (root / "README").write_text("the base has gone on", "utf-8")
    git(root, "add", ".")
    git(root, "commit", "-qm", "more")
    base = git(root, "rev-parse", "HEAD")
    git(root, "checkout", "-q", "--detach")
    git(root, "merge", "-q", "--no-ff", "-m", "merge", "change")
    env = os.environ | {"GITHUB_OUTPUT": str(out)}
    subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=root, env=env, check=True)
    told = dict(line.split("=") for line in out.read_text("utf-8").split())
    assert told == {"only_games": only_games, "base": base}
    assert (root / "engine.py").read_text("utf-8") == engine
    assert (root / "games/war/game.yaml").read_text("utf-8") == "new"
    assert (git(root, "rev-parse", "HEAD") == base) == (only_games == "true")


# --- the comment ------------------------------------------------------------------------------

FAULT = {
    "file": "games/a/game.yaml", "line": 3, "column": 4, "code": "ID-TAKEN", "level": "error",
    "message": "This name is taken", "found": "a", "nearest": "", "fix": "",
}  # fmt: skip


def packed(**files: bytes) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"{name}.json", content)
    return raw.getvalue()


def as_json(*faults: dict) -> bytes:
    return json.dumps({"faults": faults}).encode()


class Host:
    """Stands for the host's API: answers by the beginning of the path, and keeps what is sent."""

    def __init__(self, **answers: object) -> None:
        self.answers = {
            "repos/o/r/commits/": [],
            "repos/o/r/pulls": [self.pull(7)],
            "repos/o/r/actions/runs/5/artifacts": {"artifacts": [
                {"name": "findings", "id": 9, "expired": False, "size_in_bytes": 100}]},
            "repos/o/r/actions/artifacts/9/zip": packed(check=as_json(FAULT)),
            "repos/o/r/issues/7/comments": [[]],
        } | answers  # fmt: skip
        self.sent: list[tuple[str, object]] = []

    @staticmethod
    def pull(number: int, sha: str = SHA, state: str = "open", repo: str = "o/r") -> dict:
        return {"number": number, "state": state, "head": {"sha": sha},
                "base": {"repo": {"full_name": repo}}}  # fmt: skip

    def __call__(self, path: str, *words: str, given: object = None) -> bytes:
        if given is not None:
            self.sent.append((f"{words[-1]} {path}", given))
            return b"{}"
        answer = next(v for k, v in self.answers.items() if path.startswith(k))
        return answer if isinstance(answer, bytes) else json.dumps(answer).encode()


@pytest.fixture
def tell(monkeypatch):
    def run(conclusion: str = "failure", **answers: object) -> list[tuple[str, object]]:
        host = Host(**answers)
        monkeypatch.setattr(pr_comment, "gh", host)
        pr_comment.main({
            "REPO": "o/r", "RUN": "5", "RUN_URL": "RUN", "CONCLUSION": conclusion, "HEAD_SHA": SHA,
            "HEAD_OWNER": "c", "HEAD_BRANCH": "x&state=all",
        })  # fmt: skip
        return host.sent

    return run


def test_a_new_comment(tell):
    ((where, sent),) = tell()
    assert where == "POST repos/o/r/issues/7/comments"
    assert sent["body"].startswith(pr_comment.MARKER)
    assert "**One thing to mend**" in sent["body"]
    line = "games/a/game.yaml:3:4 ID-TAKEN This name is taken | found: a"
    assert f"```text\n{line}\n```" in sent["body"]


def test_the_comment_is_edited_in_place_if_it_is_ours(tell):
    ours = {"id": 3, "user": {"login": "github-actions[bot]"}, "body": pr_comment.MARKER + "\nold"}
    planted = {"id": 2, "user": {"login": "c"}, "body": pr_comment.MARKER}
    ((where, _),) = tell(**{"repos/o/r/issues/7/comments": [[planted], [ours]]})
    assert where == "PATCH repos/o/r/issues/comments/3"
    ((where, _),) = tell(**{"repos/o/r/issues/7/comments": [[planted]]})
    assert where.startswith("POST")


@pytest.mark.parametrize(
    "pull",
    [Host.pull(7, sha="f" * 40), Host.pull(7, state="closed"), Host.pull(7, repo="o/other")],
)
def test_only_the_pull_request_with_this_very_commit_is_told(tell, pull):
    assert tell(**{"repos/o/r/pulls": [pull]}) == []


def test_nothing_wrong(tell):
    zipped = packed(check=as_json(), frozen=as_json())
    ((_, sent),) = tell("success", **{"repos/o/r/actions/artifacts/9/zip": zipped})
    assert "**All checks pass.**" in sent["body"]
    ((_, sent),) = tell("failure", **{"repos/o/r/actions/artifacts/9/zip": zipped})
    assert "[a check has failed](RUN)" in sent["body"]


def test_advice_is_apart_from_what_must_be_mended(tell):
    zipped = packed(check=as_json(FAULT | {"level": "warning"}))
    ((_, sent),) = tell("success", **{"repos/o/r/actions/artifacts/9/zip": zipped})
    assert "All checks pass" in sent["body"]
    assert "Advice, which you may pass over: 1" in sent["body"]


@pytest.mark.parametrize(
    "zipped",
    [
        b"no zip", packed(check=b"{"), packed(check=b"[]"), packed(check=b'{"faults": [1]}'),
        packed(check=b"[" * 100_000), packed(check=as_json(FAULT | {"line": "x"})),
        packed(check=as_json(FAULT | {"message": ["x"]})), packed(check=b" " * 5_000_000),
        b"x" * 1_000_001, packed(check=as_json())[:-30],
    ],
)  # fmt: skip
def test_what_the_checks_left_is_not_trusted(tell, zipped):
    ((_, sent),) = tell(**{"repos/o/r/actions/artifacts/9/zip": zipped})
    assert sent["body"].startswith(f"{pr_comment.MARKER}\n[The checks have run](RUN), but ")


@pytest.mark.parametrize("change", [{"size_in_bytes": 2_000_000}, {"expired": True}, {"name": "x"}])
def test_too_large_or_none_is_not_even_fetched(tell, change):
    entry = {"name": "findings", "id": 9, "expired": False, "size_in_bytes": 100} | change
    ((_, sent),) = tell(**{
        "repos/o/r/actions/runs/5/artifacts": {"artifacts": [entry]},
        "repos/o/r/actions/artifacts/9/zip": None,
    })  # fmt: skip
    assert "The checks have run" in sent["body"]


def test_no_finding_leaves_its_block_or_fills_the_page(tell):
    bad = "```\n# @everyone <img src=x> \u202e\x1b[31m [x](javascript:y)" + "a" * 5000
    faults = [FAULT | {"message": bad, "file": "```\n\n@team"}] * 60
    ((_, sent),) = tell(**{"repos/o/r/actions/artifacts/9/zip": packed(check=as_json(*faults))})
    head, block, tail = sent["body"].split("```")
    lines = block.splitlines()
    assert len(lines) == 1 + pr_comment.SHOWN + 1
    assert lines[-1] == "and 30 more; the run holds them all"
    assert max(map(len, lines)) <= pr_comment.WIDTH
    assert "@" not in head + tail
    assert "\u202e" not in block
    assert "\x1b" not in block


# --- signing off, links, owners ---------------------------------------------------------------


def test_a_commit_that_is_not_signed_off_is_named(tmp_path, monkeypatch, capsys):
    git(tmp_path, "init", "-q")
    for number, end in enumerate((
        "\n\nSigned-off-by: A <a@example.org>", "", "\n\nSigned-off-by: B <b@example.org>",
        "\n\nsigned-off-by: A <A@Example.org>",
    )):  # fmt: skip
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", f"number {number}{end}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["dco.py", "HEAD"])
    assert dco.main() == 1
    told = capsys.readouterr().out
    assert [line.split(" ", 4)[-1] for line in told.splitlines() if line.startswith("not ")] == [
        "number 2", "number 1",
    ]  # fmt: skip
    assert "git rebase --signoff" in told
    monkeypatch.setattr(sys, "argv", ["dco.py", "HEAD~1..HEAD"])
    assert dco.main() == 0


def test_links_that_do_not_answer_are_listed_with_their_games():
    cited = links.cited(load_library(ROOT).games.values())
    assert len(cited) > 20
    assert all(url.startswith("https://") for url in cited)
    url = next(iter(cited))
    lines = links.report(cited, lambda asked: "answers 404" if asked == url else "")
    assert lines == [f"- `{url}` answers 404: {', '.join(cited[url])}"]


@pytest.mark.parametrize(("code", "dead"), [(200, False), (404, True), (403, False), (500, True)])
def test_what_counts_as_an_answer(code, dead):
    from http.server import BaseHTTPRequestHandler, HTTPServer
    from threading import Thread

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(code)
            self.end_headers()

        def log_message(self, *_): ...

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        assert bool(links.trouble(f"http://127.0.0.1:{server.server_port}/", pause=0)) == dead
        server.shutdown()
    assert links.trouble(f"http://127.0.0.1:{server.server_port}/", pause=0)


@pytest.mark.parametrize(
    ("known", "lines", "done", "sent"),
    [
        (False, ["- x"], "opened", ["POST repos/o/r/issues"]),
        (True, ["- x"], "brought up to date", ["PATCH repos/o/r/issues/4"]),
        (True, [], "closed", ["PATCH repos/o/r/issues/4"]),
        (False, [], "nothing to open", []),
    ],
)
def test_there_is_one_issue_of_dead_links(monkeypatch, known, lines, done, sent):
    issues = [{"number": 3, "body": None}] + [{"number": 4, "body": links.MARKER}] * known
    host = Host(**{"repos/o/r/issues": issues})
    monkeypatch.setattr(links, "gh", host)
    assert links.keep_issue("o/r", lines) == done
    assert [where for where, _ in host.sent] == sent


def test_every_game_has_an_owner_and_no_line_is_false():
    games = load_library(ROOT).games
    lines = codeowners.FILE.read_text("utf-8").splitlines()
    rules = dict(line.split() for line in lines if line and line[0] != "#")
    assert rules["/games/"]  # whatever game is not listed yet
    listed = {name.split("/")[2]: team for name, team in rules.items()
              if name.startswith("/games/") and "*" not in name and name != "/games/"}  # fmt: skip
    assert set(listed) <= set(games)
    for game, team in listed.items():
        assert team == f"@upcard/{games[game].families[0]}", game
    assert codeowners.codeowners([games[game] for game in listed]).splitlines() == lines


# --- what people fill in ----------------------------------------------------------------------


def test_there_is_a_form_for_each_kind_of_issue():
    assert {form.stem for form in FORMS} >= {
        "new-game", "rule-dispute", "wanted-game", "translation",
    }  # fmt: skip


def test_a_pull_request_is_one_of_three_kinds_with_five_boxes():
    text = (GITHUB / "PULL_REQUEST_TEMPLATE.md").read_text("utf-8")
    kinds = re.split(r"^## ", text.split("\n---\n")[0], flags=re.MULTILINE)[1:]
    assert [kind.count("- [ ] ") for kind in kinds] == [5, 5, 5]


def test_hooks_before_a_commit_are_local_and_call_what_there_is():
    (repo,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert repo["repo"] == "local"
    for hook in repo["hooks"]:
        assert hook["language"] == "system"
        assert {"id", "name", "entry"} <= set(hook)
    check = next(hook["entry"] for hook in repo["hooks"] if hook["id"] == "upcard-check")
    asked = check.replace("xargs upcard", "xargs echo")
    files = ["games/war/game.yaml", "games/war/article.md", "games/rummy/records/x.txt"]
    done = subprocess.run(
        ["bash", "-c", f'{asked} "$@"', "--", *files], capture_output=True, text=True, check=True
    )
    assert done.stdout == "check rummy war\n"


def test_a_strict_build_is_not_made_deaf():
    """MkDocs counts no warnings under `--quiet`, so both together refuse nothing."""
    for path in (ROOT / "Makefile", *(GITHUB / "workflows").glob("*.yml")):
        for line in path.read_text("utf-8").splitlines():
            assert not ("--strict" in line and re.search(r"(^|\s)(-q|--quiet)\b", line)), line
