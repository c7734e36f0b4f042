"""Answers that stay the same for a while: a browser keeps them and asks by their tag whether they still hold.

They are compressed once. Starlette's StaticFiles with its GZipMiddleware would compress them for every request, which
takes the server 92 ms for the page's 80 files instead of 33.
"""

from __future__ import annotations

import gzip
import hashlib
import math
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from fastapi import Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

_PACKING = 5  # of 9: a map in 2 ms instead of 7, and hardly longer
_WORTH_PACKING = 1000  # bytes: smaller ones fit into one packet anyway
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_A_PAGE = 1.0  # seconds from one file to the next while a page is loaded, at most, with what it then asks for


class EtagContent:
    """A text with its tag, packed once for browsers that unpack; for ``keep`` seconds they need not ask again."""

    def __init__(self, text: bytes, media_type: str, keep: int = 0) -> None:
        self._text = text
        self._media_type = media_type
        self._cache = f"max-age={keep}" if keep else "no-cache"
        self._tag = f'"{hashlib.sha256(text).hexdigest()[:24]}"'
        self._packed = gzip.compress(text, _PACKING, mtime=0) if len(text) >= _WORTH_PACKING else None

    def answer(self, request: Request) -> Response:
        headers = {"ETag": self._tag, "Cache-Control": self._cache, "Vary": "Accept-Encoding"}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self._packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._text, media_type=self._media_type, headers=headers)
        return Response(self._packed, media_type=self._media_type, headers={**headers, "Content-Encoding": "gzip"})


class WebFiles(StaticFiles):
    """A folder of web files, served from memory; a file that has changed is read again.

    Its address is that of its index.html. ``others`` lie elsewhere, by their address.
    """

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
