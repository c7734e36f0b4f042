"""The page's files, served from memory; a file that has changed is read again."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from fastapi import Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

from footplate.app.http.etag import EtagContent

_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_A_PAGE = 1.0  # seconds from one file to the next while a page is loaded, at most, with what it then asks for


class WebFiles(StaticFiles):
    """A folder of web files; its address is that of its index.html. ``others`` lie elsewhere, by their address."""

    def __init__(self, folder: Path, others: Mapping[str, Path] = MappingProxyType({})) -> None:
        super().__init__(directory=folder, html=True)
        own = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.suffix in _TYPES}
        self._paths = {**own, **others}
        self._kept: dict[Path, tuple[int, EtagContent]] = {}  # when the file was changed, and the answer
        self._asked = -math.inf  # when a file was last asked for

    @property
    def is_quiet(self) -> bool:
        """Whether no page is being loaded."""
        return time.monotonic() - self._asked > _A_PAGE

    async def get_response(self, path: str, scope: Scope) -> Response:
        self._asked = time.monotonic()
        file = self._paths.get("index.html" if path == "." else Path(path).as_posix())
        if file is None or scope["method"] not in ("GET", "HEAD"):
            return await super().get_response(path, scope)
        changed = file.stat().st_mtime_ns
        if file not in self._kept or self._kept[file][0] != changed:
            self._kept[file] = changed, EtagContent(file.read_bytes(), _TYPES[file.suffix])
        return self._kept[file][1].answer(Request(scope))
