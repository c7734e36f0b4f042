"""Errors as the page gets them: {"error": one sentence}, a 4xx, and never a trace."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException

from footplate.app.tables import Refused
from footplate.errors import FootplateError


class Problem(Exception):
    """Something that the page did wrong: ``status``, a sentence, and details where there are several."""

    def __init__(self, status: int, error: str, problems: Sequence[str] = ()) -> None:
        super().__init__(error)
        self.status, self.error, self.problems = status, error, list(problems)


def not_found(what: str) -> Problem:
    return Problem(404, f"there is no such {what}")


def answer(status: int, error: str, problems: Sequence[str] = ()) -> JSONResponse:
    return JSONResponse({"error": error, "problems": list(problems)}, status_code=status)


def add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(Problem)
    async def problem(request: Request, error: Problem) -> JSONResponse:
        return answer(error.status, error.error, error.problems)

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        return answer(409, str(error))

    @app.exception_handler(FootplateError)
    async def footplate(request: Request, error: FootplateError) -> JSONResponse:
        return answer(422, str(error))

    @app.exception_handler(DataError)
    async def unkept(request: Request, error: DataError) -> JSONResponse:
        return answer(422, "the request has characters that can't be kept")

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        problems = [f"{'.'.join(map(str, part['loc'][1:])) or 'the request'}: {part['msg']}" for part in error.errors()]
        return answer(422, "the request is not as it should be: " + "; ".join(problems[:5]), problems)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        return answer(error.status_code, str(error.detail).lower())
