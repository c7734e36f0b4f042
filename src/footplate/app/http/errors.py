"""Errors as the page gets them: {"error": one sentence}, a 4xx, and never a trace."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.exceptions import HTTPException

from footplate.app.background import log
from footplate.app.database.tables import LinkUsed, NotAllowed
from footplate.app.live.listeners import Refused
from footplate.app.preparing import NotPrepared
from footplate.errors import FootplateError

Found = TypeVar("Found")

_STATUS = {LinkUsed: 409, NotAllowed: 403, Refused: 409, NotPrepared: 503}  # the first that fits; all others have 422


class Problem(Exception):
    """A refused request: its HTTP status, a sentence, details if there are several, and the seconds to ``wait``."""

    def __init__(self, status: int, error: str, problems: Sequence[str] = (), wait: float = 0.0) -> None:
        super().__init__(error)
        self.status, self.error, self.problems, self.wait = status, error, list(problems), wait


def not_found(what: str) -> Problem:
    return Problem(404, f"there is no such {what}")


def existing(found: Found | None, what: str) -> Found:
    """What was found; a Problem if there is none."""
    if found is None:
        raise not_found(what)
    return found


def answer(status: int, error: str, problems: Sequence[str] = (), wait: float = 0.0) -> JSONResponse:
    headers = {"Retry-After": str(math.ceil(wait))} if wait else None
    return JSONResponse({"error": error, "problems": list(problems)}, status_code=status, headers=headers)


def add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(Problem)
    async def problem(request: Request, error: Problem) -> JSONResponse:
        return answer(error.status, error.error, error.problems, error.wait)

    @app.exception_handler(FootplateError)
    async def footplate(request: Request, error: FootplateError) -> JSONResponse:
        return answer(next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 422), str(error))

    @app.exception_handler(DataError)
    async def unkept(request: Request, error: DataError) -> JSONResponse:
        return answer(422, "the request has characters that can't be kept")

    @app.exception_handler(SQLAlchemyError)
    async def unsaved(request: Request, error: SQLAlchemyError) -> JSONResponse:
        log.error("the database can't be used: %s", error)
        return answer(503, "the server can't use its database now; try again later")

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        problems = [
            f"{'.'.join(map(str, part['loc'][1:])) or 'the request'}: {part['msg'].removeprefix('Value error, ')}"
            for part in error.errors()
        ]
        return answer(422, "the request is not as it should be: " + "; ".join(problems[:5]), problems)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        return answer(error.status_code, str(error.detail).lower())
