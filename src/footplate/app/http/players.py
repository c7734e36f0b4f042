"""The person behind a browser: name, settings, results, and all of it as a file or deleted."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field, field_validator

from footplate.agents.adaptive.profile import profiles_text
from footplate.app.database import Store
from footplate.app.database.models import Browser, Participant, Player, StoredGame
from footplate.app.database.past import past_games
from footplate.app.http.context import AddressHere, ContextHere, ReaderHere, VisitorHere, costs, needs_rules
from footplate.app.http.errors import Problem, existing, not_found
from footplate.app.http.games import checked_name, game_facts
from footplate.app.http.rates import client_address
from footplate.app.live.saved_game import SavedGame
from footplate.app.people.progress import progress_of
from footplate.app.people.results import results_of
from footplate.plain_text import NAME_RULE

router = APIRouter(prefix="/api/me", tags=["me"])

_MOST_SETTINGS = 4000  # characters


class PlayerChange(BaseModel):
    name: str | None = Field(default=None, max_length=40)
    settings: dict[str, Any] | None = None

    @field_validator("name")
    @classmethod
    def can_be_seen(cls, name: str | None) -> str | None:
        if name is not None and not name.strip():
            raise ValueError(NAME_RULE)
        return None if name is None else checked_name(name)

    @field_validator("settings")
    @classmethod
    def is_small(cls, settings: dict[str, Any] | None) -> dict[str, Any] | None:
        if settings is not None and len(json.dumps(settings)) > _MOST_SETTINGS:
            raise ValueError(f"settings have at most {_MOST_SETTINGS} characters")
        if settings is not None and re.search(r"\\u(0000|d[89a-f])", json.dumps(settings)):
            raise ValueError("settings have no halves of characters")
        return settings


def _facts(player: Player) -> dict[str, Any]:
    return {"id": player.id or None, "name": player.name, "settings": player.settings, "has_code": player.has_code}


@router.get("")
async def show_me(context: ContextHere, visitor: VisitorHere, response: Response) -> dict[str, Any]:
    """Who you are, and whether people take part in a study here; a visitor of whom nothing is kept has no id yet."""
    await visitor.greet(response)
    return {**_facts(await visitor.known()), "study": context.settings.study is not None}


@router.patch("")
async def change_me(
    context: ContextHere, visitor: VisitorHere, change: PlayerChange, response: Response
) -> dict[str, Any]:
    values = {name: value for name, value in change.model_dump().items() if value is not None}
    player = await visitor.player(response)
    changed = await context.store.run_write(context.store.change_player, player.id, **values)
    return _facts(existing(changed, "player"))


@router.get("/results")
async def show_results(context: ContextHere, player: ReaderHere) -> dict[str, Any]:
    """Results against each opponent, a rating with its interval, and how the adaptive opponent sees the player."""
    games = await context.store.run_read(context.store.games_of, player.id)
    return await asyncio.to_thread(results_of, player.id, player.name, games, player.adaptive, past_games(player))


@router.get("/progress")
async def show_progress(context: ContextHere, player: ReaderHere) -> dict[str, Any]:
    """By board, how the player got on from game to game; typical mistakes and puzzles, from reviews that are whole."""
    games = await context.store.run_read(context.store.games_of, player.id)
    reviews = await context.store.run_read(context.store.reviews, [game.id for game in games if game.result])
    return await asyncio.to_thread(progress_of, player.id, games, reviews)


@router.get("/export", dependencies=[needs_rules])
async def export_me(context: ContextHere, player: ReaderHere, address: AddressHere) -> Response:
    """Everything that is kept of the player."""
    name = 'attachment; filename="footplate.json"'
    async with context.heavy_work.turn(address):
        text = await asyncio.to_thread(_everything_of, player, context.store)
    return Response(text, media_type="application/json", headers={"Content-Disposition": name})


@router.get("/adaptive")
async def export_adaptive(player: ReaderHere) -> Response:
    """What adaptive opponents remember of the player, as a file that ``adaptive:profile=PATH`` reads."""
    headers = {"Content-Disposition": 'attachment; filename="footplate-adaptive.json"'}
    return Response(profiles_text(player.adaptive), media_type="application/json", headers=headers)


@router.delete("/adaptive", status_code=204)
async def forget_adaptive(
    context: ContextHere, player: ReaderHere, key: Annotated[str | None, Query(max_length=1000)] = None
) -> None:
    """Delete it: for one board and those who sat there, by its key, or all of it."""
    if not await context.store.run_write(context.store.forget_adaptive, player.id, key):
        raise not_found("profile")


def _everything_of(player: Player, store: Store) -> str:
    data = {
        **_facts(player),
        "created": player.created.isoformat(),
        "browsers": [_browser_facts(browser) for browser in store.identities.browsers_of(player.id)],
        "adaptive": player.adaptive,
        "deleted_games": player.past or [],
        "games": [_whole(game, player.id, store) for game in store.games_of(player.id)],
        "studies": [_part(part) for part in store.studies.parts_of(player.id)],
        "boards": {board.name: json.loads(board.json) for board in store.boards_of(player.id)},
        "replays": {replay.id: replay.record for replay in store.replays_of(player.id)},
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def _part(part: Participant) -> dict[str, Any]:
    """What one answered in a study; one's number there is left out, so that nobody can ask for it."""
    games = [{"game": game.game_id, "answered": game.answered, **game.answers} for game in part.games]
    agreed = part.agreed.date().isoformat() if part.agreed else None
    return {"study": part.study, "agreed": agreed, "skill": part.skill, "adaptive": part.adaptive, "games": games}


def _whole(game: StoredGame, player_id: str, store: Store) -> dict[str, Any]:
    """A game with its moves: its record when it is over, before that what the player did."""
    facts, stored = game_facts(game, player_id), store.game(game.id)
    if stored is None:  # it has just been deleted
        return facts
    if stored.result:
        review = store.reviews([game.id]).get(game.id)
        return {**facts, "record": SavedGame(stored, store).record().to_text(), "review": review}
    mine = {seat.seat for seat in stored.seats if seat.player_id == player_id}
    moves = [move for move in stored.moves if move.seat in mine]
    return {
        **facts,
        "moves": [{"n": m.number, "seat": m.seat, "elapsed": m.elapsed, "action": m.action} for m in moves],
    }


@router.delete("", status_code=204)
async def delete_me(context: ContextHere, visitor: VisitorHere, address: AddressHere, response: Response) -> None:
    """Delete everything of the player; games in which other people sit stay, without the name."""
    player = await visitor.known()
    games = await context.store.run_read(context.store.games_of, player.id)
    await context.store.run_write(context.store.delete_player, player.id)
    if player.id:
        context.notices.note(f"deleted player {player.id} and {len(games)} games", address)
    for game in games:
        stays = await context.store.run_read(context.store.seating, game.id)
        await (context.games.people_changed(game.id) if stays else context.games.forget(game.id))
    visitor.forget(response)


# ---------------------------------------------------------------- browsers, and how to get back


class Code(BaseModel):
    """A recovery code, as it was typed."""

    code: str = Field(max_length=200)


@router.get("/browsers")
async def list_browsers(context: ContextHere, visitor: VisitorHere) -> list[dict[str, Any]]:
    """Where the player is known, the browser that was used last first."""
    player, here = await visitor.known(), visitor.browser
    browsers = await context.store.run_read(context.store.identities.browsers_of, player.id)
    return [{**_browser_facts(one), "id": one.id, "here": here is not None and one.id == here.id} for one in browsers]


def _browser_facts(browser: Browser) -> dict[str, str]:
    return {"name": browser.name, "created": browser.created.isoformat(), "seen": browser.seen.isoformat()}


@router.delete("/browsers/{browser}", status_code=204)
async def sign_out(
    context: ContextHere, visitor: VisitorHere, browser: str, address: AddressHere, response: Response
) -> None:
    """A browser is the player's no more, this one or another; its open games are closed."""
    player = await visitor.known()
    if not await context.store.run_write(context.store.identities.sign_out, player.id, browser):
        raise not_found("browser")
    context.live_pages.close(browser)
    context.notices.note(f"signed out a browser of player {player.id}", address)
    if visitor.browser and visitor.browser.id == browser:
        visitor.forget(response)


@router.post("/code", status_code=201)
async def make_code(context: ContextHere, visitor: VisitorHere, response: Response) -> dict[str, str]:
    """A recovery code, which is shown only now; an earlier one is no longer good."""
    player = await visitor.player(response)
    code = await context.store.run_write(context.store.identities.new_code, player.id)
    return {"code": existing(code, "player")}


@router.post("/recover", dependencies=[costs("recoveries")])
async def recover(
    context: ContextHere, visitor: VisitorHere, given: Code, request: Request, response: Response
) -> dict[str, str]:
    """Be the player of a recovery code in this browser from now on. That uses it up; the answer has the next one."""
    code = await visitor.recover(given.code, response)
    if code is None:
        context.notices.warn("a wrong recovery code", client_address(request), request.url.path)
        raise Problem(422, "nobody has this recovery code: it may be mistyped, used up, or replaced by a newer one")
    context.notices.note(
        f"came back by a recovery code as player {(await visitor.known()).id}", client_address(request)
    )
    return {"code": code}
