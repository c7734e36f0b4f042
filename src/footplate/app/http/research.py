"""A study with people, as its researcher sees it. The key is in a link that the server prints at its start.

Whoever has it gets a cookie for these routes alone; the key leaves the address bar and is in no address and no log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, Field

from footplate.app.database.models import Participant
from footplate.app.http.context import COOKIE, AddressHere, Context, ContextHere, costs, needs_rules
from footplate.app.http.errors import Problem, existing
from footplate.app.http.studies import design_of
from footplate.app.user_studies.export import (
    CHOICES,
    FORMATS,
    TABLES,
    Format,
    archive,
    chosen_tables,
    export_files,
    preview,
)
from footplate.app.user_studies.orders import order_words
from footplate.app.user_studies.questions import questions_view
from footplate.arena.export import has_parquet

router = APIRouter(prefix="/api/research", tags=["research"])

SHOWN = 50  # rows of answers on the page
_REFUSED = "this page is for whoever runs the study: open the link that the server printed when it started"


class Key(BaseModel):
    key: str = Field(max_length=200)


def _cookie(context: Context, request: Request) -> tuple[str, bool]:
    """The cookie's name, and whether it is for https alone."""
    is_secure = context.settings.https or request.url.scheme == "https"
    return (f"__Host-{COOKIE}-research" if is_secure else f"{COOKIE}-research"), is_secure


async def _check(context: ContextHere, request: Request) -> None:
    key = request.cookies.get(_cookie(context, request)[0], "")
    studies = context.store.studies
    if not key or not await context.store.run_read(studies.is_key, design_of(context).name, key):
        raise Problem(403, _REFUSED)


for_researcher = Depends(_check)


def _wanted(tables: Annotated[str, Query(max_length=200)] = ",".join(CHOICES)) -> list[str]:
    """The tables that are asked for, with commas between them."""
    wanted = [name for name in tables.split(",") if name]
    if wrong := [name for name in wanted if name not in CHOICES]:
        raise Problem(422, f"there is no table {wrong[0]!r}; there are {', '.join(CHOICES)}")
    return wanted


TablesHere = Annotated[list[str], Depends(_wanted)]


@router.post("/key", status_code=204, dependencies=[costs("links")])
async def enter(context: ContextHere, request: Request, given: Key, response: Response) -> None:
    """Be the researcher in this browser, until it is closed."""
    if not await context.store.run_read(context.store.studies.is_key, design_of(context).name, given.key):
        raise Problem(403, _REFUSED)
    name, is_secure = _cookie(context, request)
    response.set_cookie(name, given.key, httponly=True, samesite="strict", secure=is_secure)


@router.get("", dependencies=[for_researcher])
async def show_research(context: ContextHere) -> dict[str, Any]:
    """Counts and rows; neither means nor charts, which would tell how it goes before it is over."""
    design, studies = design_of(context), context.store.studies
    study = existing(await context.store.run_read(studies.study, design.name), "study")
    people = await _people(context)
    games = [game for person in people for game in person.games]
    columns, rows = await asyncio.to_thread(_rows, context, people)
    return {
        "name": design.name,
        "title": design.title,
        "closed": study.closed,
        "people": len(people),
        "wanted": design.people,
        "withdrawn": study.withdrawn,
        "games": sum(game.game.result is not None for game in games),
        "answered": sum(game.answered == "sent" for game in games),
        "skipped": sum(game.answered == "skipped" for game in games),
        "reviewed": sum(game.review is not None for game in games),
        "order": order_words(design),
        "boards": list(design.boards),
        "conditions": [{"name": one.name, "opponent": one.opponent, "cheats": one.cheats} for one in design.conditions],
        "questions": questions_view(design.questions, with_skill=True),
        "columns": columns,
        "rows": rows[:SHOWN],
        "tables": {name: [f"{table.name}" for table in chosen_tables([name])[:-1]] for name in CHOICES},
        "parquet": has_parquet(),
    }


async def _people(context: Context) -> list[Participant]:
    return await context.store.run_read(context.store.studies.people, design_of(context).name, with_moves=True)


def _rows(context: Context, people: Sequence[Participant]) -> tuple[list[str], list[list[Any]]]:
    answers = TABLES[0]
    return [column.name for column in answers.columns], [list(row) for row in answers.rows(design_of(context), people)]


@router.get("/preview", dependencies=[for_researcher, needs_rules])
async def show_preview(context: ContextHere, address: AddressHere, tables: TablesHere) -> dict[str, str]:
    """The first lines of each file, as they will be."""
    people = await _people(context)
    async with context.heavy_work.turn(address):
        return await asyncio.to_thread(preview, design_of(context), people, tables)


@router.get("/export", dependencies=[for_researcher, needs_rules])
async def export(
    context: ContextHere, address: AddressHere, tables: TablesHere, format: Format = FORMATS[0]
) -> Response:
    """The files in an archive."""
    design, people = design_of(context), await _people(context)
    async with context.heavy_work.turn(address):
        packed = await asyncio.to_thread(lambda: archive(export_files(design, people, tables, format)))
    name = f'attachment; filename="{design.name}.zip"'
    return Response(packed, media_type="application/zip", headers={"Content-Disposition": name})


@router.post("/close", status_code=204, dependencies=[for_researcher])
async def close(context: ContextHere, address: AddressHere) -> None:
    """End the study, and delete what says whose games these are."""
    games = await context.store.run_write(context.store.studies.close, design_of(context).name)
    context.notices.note("closed the study", address)
    for game in games:
        await context.games.people_changed(game)
