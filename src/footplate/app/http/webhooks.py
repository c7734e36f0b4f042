"""The host's address that is told whose turn it is: setting it, and trying it."""

from __future__ import annotations

import asyncio
import ipaddress

from fastapi import APIRouter
from pydantic import BaseModel, Field

from footplate.app.database.models import StoredGame
from footplate.app.database.tables import NotAllowed
from footplate.app.http.context import AddressHere, ContextHere, ReaderHere, costs
from footplate.app.http.errors import existing
from footplate.app.http.games import find_game
from footplate.app.webhook import NoWebhook, target_of
from footplate.boards import board_title

router = APIRouter(prefix="/api/games/{game}/webhook", tags=["games"], dependencies=[costs("webhooks")])


class WantedAddress(BaseModel):
    address: str = Field(max_length=400)  # empty for none


@router.put("", status_code=204)
async def set_webhook(
    context: ContextHere, player: ReaderHere, address: AddressHere, game: str, wanted: WantedAddress
) -> None:
    """Have an address told whose turn it is: https, or in this network if the host is in it."""
    await _hosted(context, player.id, game)
    inside = False
    if wanted.address:
        target = await asyncio.to_thread(target_of, wanted.address, from_network=_is_inside(address))
        inside = not ipaddress.ip_address(target.number.partition("%")[0]).is_global
    setting = context.store.set_webhook, game, player.id, wanted.address or None
    await context.store.run_write(*setting, inside=inside)
    await context.games.people_changed(game)


@router.post("/test")
async def try_webhook(context: ContextHere, player: ReaderHere, game: str) -> dict[str, float]:
    """Send the message of now; how many seconds it took."""
    stored = await _hosted(context, player.id, game)
    if not stored.webhook:
        raise NoWebhook("no address is set")
    live = await find_game(context, game)
    now = live.saved.game
    message = await context.games.webhooks.message(stored, board_title(now.board), now.to_move, now.turn)
    target = await asyncio.to_thread(target_of, stored.webhook, from_network=stored.webhook_inside)
    return {"seconds": round(await context.games.webhooks.send(target, message), 2)}


async def _hosted(context: ContextHere, player_id: str, game: str) -> StoredGame:
    stored = existing(await context.store.run_read(context.store.seating, game), "game")
    if stored.host_id != player_id:
        raise NotAllowed("only the host of this table can do that")
    return stored


def _is_inside(address: str) -> bool:
    """Whether whoever asks is in this network."""
    try:
        return not ipaddress.ip_network(address).is_global
    except ValueError:
        return False
