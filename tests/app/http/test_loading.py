"""How the page loads: all modules of the first two pages at once, kept by the browser as long as they hold."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from footplate.app import upkeep
from footplate.app.http import boards
from footplate.app.http.caching import WebFiles
from footplate.app.server import WEB
from footplate.boards import listed_boards

_STATIC = re.compile(r'^(?:import|export) .*?from "(\.[^"]+)";', re.MULTILINE)
_PAGE = re.compile(r'import\("\./([^"]+)"\)')


def modules(start: str) -> list[str]:
    """A module and all that it imports, directly or not, as they are found."""
    found = [(WEB / "js" / start).resolve()]
    for module in found:
        near = [(module.parent / name).resolve() for name in _STATIC.findall(module.read_text("utf-8"))]
        found += [other for other in dict.fromkeys(near) if other not in found]
    return [module.relative_to((WEB / "js").resolve()).as_posix() for module in found]


FIRST = list(dict.fromkeys([*modules("main.js")[1:], *modules("pages/setup.js")]))


def test_what_the_first_page_needs_is_asked_for_at_once() -> None:
    """A module that is only found out about when another one has come costs a round trip."""
    links = [f'<link rel="modulepreload" href="js/{name}">' for name in FIRST]
    found = re.findall(r'<link rel="modulepreload".*?>', (WEB / "index.html").read_text("utf-8"))
    assert found == links, "index.html should have these lines:\n" + "\n".join(f"    {link}" for link in links)


def test_what_the_game_needs_beyond_that_is_asked_for_at_once() -> None:
    rest = [name for name in modules("game/page.js") if name not in FIRST]
    listed = re.findall(r'"([^"]+\.js)"', (WEB / "js" / "modules.js").read_text("utf-8"))
    assert listed == rest, "modules.js should list:\n" + "\n".join(f'  "{name}",' for name in rest)


def test_pages_are_modules_that_exist() -> None:
    pages = _PAGE.findall((WEB / "js" / "main.js").read_text("utf-8"))
    assert {"pages/setup.js", "game/page.js"} < set(pages)
    for page in pages:
        assert len(modules(page)) > 1


@pytest.fixture
def files(tmp_path: Path) -> TestClient:
    (tmp_path / "js").mkdir()
    (tmp_path / "index.html").write_text("<p>Hello</p>", "utf-8")
    (tmp_path / "js" / "long.js").write_text("let x = 1;\n" * 500, "utf-8")
    (tmp_path / "secret.txt").write_text("not for browsers", "utf-8")
    app = FastAPI()
    app.mount("/", WebFiles(tmp_path))
    client = TestClient(app)
    client.headers["Accept-Encoding"] = "identity"
    client.folder = tmp_path  # type: ignore[attr-defined]
    return client


def test_files_are_kept_by_their_tag(files: TestClient) -> None:
    first = files.get("/")
    assert (first.status_code, first.text) == (200, "<p>Hello</p>")
    assert first.headers["content-type"] == "text/html; charset=utf-8"
    assert first.headers["cache-control"] == "no-cache"
    assert files.get("/index.html").headers["etag"] == first.headers["etag"]
    again = files.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_file_that_has_changed_is_sent_anew(files: TestClient) -> None:
    tag = files.get("/").headers["etag"]
    page = files.folder / "index.html"  # type: ignore[attr-defined]
    page.write_text("<p>Changed</p>", "utf-8")
    os.utime(page, ns=(1, 1))
    again = files.get("/", headers={"If-None-Match": tag})
    assert (again.status_code, again.text) == (200, "<p>Changed</p>")


def test_long_files_are_packed_for_those_who_unpack(files: TestClient) -> None:
    plain = files.get("/js/long.js")
    assert "content-encoding" not in plain.headers
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    with files.stream("GET", "/js/long.js", headers={"Accept-Encoding": "gzip"}) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["vary"] == "Accept-Encoding"
        sent = b"".join(packed.iter_raw())
    assert len(sent) < len(plain.content) / 10
    assert gzip.decompress(sent) == plain.content
    small = files.get("/", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in small.headers


def test_nothing_else_is_given_out(files: TestClient) -> None:
    for path in ("/nothing.js", "/js/../../secret", "/%2e%2e/index.html"):
        assert files.get(path).status_code == 404
    assert files.post("/index.html").status_code == 405
    assert files.head("/js/long.js").status_code == 200


def test_maps_boards_and_small_drawings_are_kept_by_their_tags(client: TestClient) -> None:
    for path in ("small", "small/map?width=600&height=400", "small/thumbnail.svg", "small/thumbnail.svg?theme=dark"):
        first = client.get(f"/api/boards/{path}")
        again = client.get(f"/api/boards/{path}", headers={"If-None-Match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
        other = client.get(
            f"/api/boards/{path.replace('small', 'usa')}", headers={"If-None-Match": first.headers["etag"]}
        )
        assert other.status_code == 200


# ---------------------------------------------------------------- done beforehand


def test_what_set_up_pages_show_is_ready_before_the_first(client: TestClient) -> None:
    known = boards._facts.cache_info()
    assert known.currsize >= len(listed_boards())
    shown = [facts["name"] for facts in client.get("/api/boards").json()]
    assert shown == list(listed_boards())
    assert boards._facts.cache_info().misses == known.misses


async def until(is_true: Callable[[], bool]) -> None:
    while not is_true():
        await asyncio.sleep(0.001)


def test_work_in_the_background_waits_while_a_page_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    asked: list[bool] = []
    quiet = False

    def is_quiet() -> bool:
        asked.append(quiet)
        return quiet

    async def load_and_leave() -> None:
        nonlocal quiet
        warm = asyncio.create_task(upkeep.warm_up(is_quiet, pause=0.001))
        await until(lambda: len(asked) > 3)
        assert drawn == []
        quiet = True
        await warm

    monkeypatch.setattr(upkeep, "thumbnail", lambda board, theme: drawn.append(board.name))
    monkeypatch.setattr(upkeep, "is_prepared", lambda: False)
    asyncio.run(asyncio.wait_for(load_and_leave(), 60))
    assert drawn == list(listed_boards())


def test_a_page_that_is_being_loaded_is_not_quiet(files: TestClient, tmp_path: Path) -> None:
    web = WebFiles(tmp_path)
    assert web.is_quiet
    app = FastAPI()
    app.mount("/", web)
    TestClient(app).get("/")
    assert not web.is_quiet
