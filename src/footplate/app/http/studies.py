"""A study with people, as those see it who take part: they agree, play, answer, and can stop at any time."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field, Strict

from footplate.app.database.models import Participant
from footplate.app.database.studies import Deal
from footplate.app.http.context import AddressHere, Context, ContextHere, ReaderHere, VisitorHere, costs, needs_room
from footplate.app.http.errors import Problem, existing
from footplate.app.user_studies.design import Design
from footplate.app.user_studies.orders import games_at
from footplate.app.user_studies.questions import RATINGS, SKILL, SKILLS, questions_view

router = APIRouter(prefix="/api/study", tags=["study"])

Rating = Annotated[int, Strict(), Field(ge=1, le=RATINGS)]


class Answers(BaseModel):
    """What was answered after a game of one's own; without ``ratings`` it was skipped."""

    number: Annotated[int, Field(ge=1, le=1000)]
    ratings: dict[str, Rating] | None = None
    skill: str | None = Field(default=None, max_length=20)


def design_of(context: Context) -> Design:
    """The study of a server that runs one: others have none of these routes."""
    assert context.settings.study
    return context.settings.study


@router.get("")
async def show_study(context: ContextHere, player: ReaderHere) -> dict[str, Any]:
    """What the study asks people to agree to, and how far one is. It never tells whom one meets."""
    design, studies = design_of(context), context.store.studies
    part = await context.store.run_read(studies.part, design.name, player.id)
    study = existing(await context.store.run_read(studies.study, design.name), "study")
    there = await context.store.run_read(studies.count, design.name)
    return {
        "title": design.title,
        "consent": [part.strip() for part in design.consent.split("\n\n") if part.strip()],
        "cheats": design.cheats,
        "games": design.games,
        "ratings": RATINGS,
        "closed": study.closed,
        "full": there >= design.people,
        "you": _own(design, part) if part else None,
    }


def _own(design: Design, part: Participant) -> dict[str, Any]:
    last = part.games[-1] if part.games else None
    asked = questions_view(design.questions, with_skill=part.skill is None)
    return {
        "agreed": part.agreed.date().isoformat() if part.agreed else None,
        "done": sum(game.answered is not None for game in part.games),
        "game": last and {
            "id": last.game_id,
            "number": last.number,
            "over": last.game.result is not None,
            "answered": last.answered,
        },
        "questions": asked,
    }  # fmt: skip


@router.post("/part", status_code=201)
async def agree(context: ContextHere, visitor: VisitorHere, response: Response) -> dict[str, Any]:
    """Take part."""
    design, player = design_of(context), await visitor.player(response)
    await context.store.run_write(context.store.studies.agree, design.name, player.id, design.people)
    return await show_study(context, player)


@router.delete("/part", status_code=204)
async def withdraw(context: ContextHere, player: ReaderHere, address: AddressHere) -> None:
    """Stop: one's games and answers are deleted, and in no export from now on."""
    games = await context.store.run_write(context.store.studies.withdraw, design_of(context).name, player.id)
    context.notices.note("withdrew from the study", address)
    for game in games:
        await context.games.forget(game)


@router.post("/games", status_code=201, dependencies=[costs("games"), needs_room("games")])
async def next_game(context: ContextHere, player: ReaderHere) -> dict[str, str]:
    """The game to play now, set up as the study plans it; however often one asks, it is one."""
    design = design_of(context)
    boards = await asyncio.to_thread(design.load_boards)

    def deal(place: int, number: int) -> Deal:
        condition, board = games_at(design, place)[number - 1]
        planned = design.conditions[condition]
        return Deal(planned.name, planned.opponent, boards[board].name, boards[board].to_json())

    ask = context.store.studies.next_game, design.name, player.id, design.games, deal
    return {"id": await context.store.run_write(*ask)}


@router.post("/answers", status_code=204)
async def answer(context: ContextHere, player: ReaderHere, given: Answers) -> None:
    """Answer the questions after a game, all of them, or skip them."""
    design = design_of(context)
    asked = [name for name in design.questions if name != SKILL]
    if given.ratings is not None and sorted(given.ratings) != sorted(asked):
        raise Problem(422, f"ratings must be those of {', '.join(asked) or 'no question'}, each from 1 to {RATINGS}")
    if given.skill is not None and given.skill not in SKILLS:
        raise Problem(422, f"skill must be one of {', '.join(SKILLS)}")
    skill = given.skill if SKILL in design.questions else None
    keep = context.store.studies.answer, design.name, player.id, given.number, given.ratings, skill
    await context.store.run_write(*keep)
