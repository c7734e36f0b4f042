"""The practice of first turns. Its game is in the request; nothing is kept, and nobody has to be known."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from footplate.app.http.context import needs_rules
from footplate.app.http.errors import Problem
from footplate.app.views.practice import practice
from footplate.errors import IllegalAction

router = APIRouter(prefix="/api", tags=["practice"], dependencies=[needs_rules])


class PracticeRequest(BaseModel):
    """The numbers of one's own actions so far."""

    actions: Annotated[list[Annotated[int, Field(ge=0, lt=1 << 31)]], Field(max_length=20)] = []


@router.post("/practice")
async def show_practice(wanted: PracticeRequest) -> Response:
    """What happened since the last of these actions, and what is to be done now."""
    try:
        return Response(await asyncio.to_thread(_answer, tuple(wanted.actions)), media_type="application/json")
    except IllegalAction as error:
        raise Problem(409, str(error)) from None


@lru_cache(maxsize=16)
def _answer(actions: tuple[int, ...]) -> bytes:
    return json.dumps(practice(actions), ensure_ascii=False).encode()
