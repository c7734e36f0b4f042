"""The WebSocket of a game: views go out, actions come in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any, TypeVar

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import SQLAlchemyError

from footplate.app.background import log, start
from footplate.app.http import messages
from footplate.app.http.context import Context, ContextHere, Visitor, VisitorHere
from footplate.app.http.rates import Rate, client_address
from footplate.app.live.game import LiveGame
from footplate.app.live.listeners import Listener, Refused, Send
from footplate.app.preparing import NotPrepared
from footplate.errors import FootplateError

Result = TypeVar("Result")
Coming = asyncio.Future[str | None]

router = APIRouter()

_POLICY, _LATER = 1008, 1013  # reasons to close, by their standard numbers
_MOST_WAITING = 200  # messages for somebody who does not read
_PATIENCE = 2.0  # seconds for the last words to a connection
_MOVES = ("act", "undo")  # whoever sends one that is refused gets the present view
SHORT_LOOK, LONG_LOOK = 1.5, 6.0  # seconds of the search panel


class Outbox:
    """Messages on their way to one connection. Somebody who reads slowly keeps nobody else waiting."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue(_MOST_WAITING)
        self._is_given_up = asyncio.Event()
        self._delivery = start(self._deliver())

    async def send(self, message: dict[str, Any]) -> None:
        """Queue a message. With far too many waiting the connection is given up; its page comes back."""
        if self._waiting.full():
            self.give_up()
        elif not self._is_given_up.is_set():
            self._waiting.put_nowait(message)

    def give_up(self) -> None:
        """End the connection; its page comes back, and is asked again who it is."""
        self._is_given_up.set()

    async def unless_given_up(self, work: Awaitable[Result]) -> Result:
        """Wait for something, as long as the connection is not given up."""
        waiting, given_up = asyncio.ensure_future(work), asyncio.ensure_future(self._is_given_up.wait())
        try:
            await asyncio.wait((waiting, given_up), return_when=asyncio.FIRST_COMPLETED)
            if self._is_given_up.is_set():
                raise WebSocketDisconnect(_LATER)
            return waiting.result()
        finally:
            waiting.cancel()
            given_up.cancel()

    async def refuse(self, error: str) -> None:
        """Say why, and close."""
        await self.send({"type": "error", "error": error, "fatal": True})
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._waiting.join(), _PATIENCE)
        await self._socket.close(_POLICY)

    async def _deliver(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._socket.send_json(await self._waiting.get())
                self._waiting.task_done()

    def stop(self) -> None:
        self._delivery.cancel()


@router.websocket("/api/games/{game}/live")
async def connect(context: ContextHere, visitor: VisitorHere, socket: WebSocket, game: str) -> None:
    await socket.accept()
    first = _read(socket)
    try:
        try:
            await _report_preparation(context, socket, first)
            live = await context.games.find(game)
            if live is None:
                raise Refused("there is no such game")
        except (Refused, NotPrepared) as error:
            await socket.send_json({"type": "error", "error": str(error), "fatal": True})
            await socket.close(_POLICY)
            return
        await _serve(context, visitor, socket, live, first)
    except WebSocketDisconnect:
        return
    except SQLAlchemyError as error:  # the page comes back by itself, when it may be mended
        log.error("the database can't be used: %s", error)
        with contextlib.suppress(RuntimeError):
            await socket.close(_LATER)
    finally:
        first.cancel()


def _read(socket: WebSocket) -> Coming:
    """Begin to wait for the next message. If nobody awaits it in the end, its error is dropped."""
    coming: Coming = asyncio.ensure_future(_receive(socket))
    coming.add_done_callback(lambda come: come.cancelled() or come.exception())
    return coming


async def _report_preparation(context: Context, socket: WebSocket, first: Coming) -> None:
    """Say how far the first start is, until games can begin.

    Pings are answered only while something is read, so what comes after the first message is read and dropped.
    """
    reading = first
    async for status in context.preparation.views():
        await socket.send_json({"type": "preparing", **status})
        if reading.done():
            reading.result()  # they may have gone
            reading = _read(socket)
    if reading is not first:
        reading.cancel()


async def _serve(context: Context, visitor: Visitor, socket: WebSocket, live: LiveGame, first: Coming) -> None:
    outbox = Outbox(socket)
    try:
        listener = await _join(context, visitor, socket, live, first, outbox.send)
        try:
            with context.live_pages.of(visitor.browser.id if visitor.browser else "", outbox.give_up):
                await _listen(context, socket, live, listener, outbox)
        finally:
            await live.leave(listener)
    except FootplateError as error:
        await outbox.refuse(str(error))
    finally:
        outbox.stop()


async def _listen(context: Context, socket: WebSocket, live: LiveGame, listener: Listener, outbox: Outbox) -> None:
    rate = Rate(context.settings.messages)
    while True:
        text = await outbox.unless_given_up(_receive(socket))
        if rate.wait():
            context.notices.warn("too many messages", listener.address, f"game {live.id}")
            await outbox.refuse("too many messages at once: wait a moment")
            return
        of = ""
        try:
            message = messages.read_message(text)
            of = message.type
            await _handle(live, listener, message)
        except FootplateError as error:
            of = error.of if isinstance(error, messages.NotUnderstood) else of
            await outbox.send({"type": "error", "of": of, "error": str(error)})
            if of in _MOVES and isinstance(error, Refused):
                await live.show_to(listener)


async def _join(
    context: Context, visitor: Visitor, socket: WebSocket, live: LiveGame, first: Coming, send: Send
) -> Listener:
    """The first message says where one sits: in a seat of one's own, which the cookie tells, or nowhere to watch."""
    try:
        text = await asyncio.wait_for(first, context.settings.seconds_to_join)
    except TimeoutError:
        raise Refused("nobody has joined: the first message must say who comes") from None
    message = messages.read_message(text)
    if not isinstance(message, messages.Join):
        raise Refused('the first message must be {"type": "join"}, with a "seat" of yours or null to watch')
    player = await visitor.known()
    await live.refresh()
    mine = live.saved.seating.stored.seats_of(player.id)
    seat = mine[0] if mine and "seat" not in message.model_fields_set else message.seat
    if seat is not None and seat not in mine:
        context.notices.warn("refused a seat", client_address(socket), f"game {live.id}")
        raise Refused("that is not your seat")
    listener = Listener(send, seat, client_address(socket), player.id)
    await live.join(listener)
    return listener


async def _receive(socket: WebSocket) -> str | None:
    """The next message; None if it was not text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    text: str | None = message.get("text")
    return text


def seat_of(listener: Listener) -> int:
    if listener.seat is None:
        raise Refused("you are watching: only players can act")
    return listener.seat


async def _handle(live: LiveGame, listener: Listener, message: messages.Message) -> None:
    match message:
        case messages.Ping():
            await listener.send({"type": "pong"})
        case messages.EndNow():
            await live.table.answer_end(listener.player_id, agrees=message.agree)
        case messages.Act():
            if not await live.act(seat_of(listener), message.version, [message.action, *message.then]):
                await live.show_to(listener)
        case messages.Undo():
            if not await live.undo(seat_of(listener), message.version):
                await live.show_to(listener)
        case messages.Resign():
            await live.table.resign(seat_of(listener), listener.player_id)
        case messages.ComeBack():
            await live.table.come_back(seat_of(listener))
        case messages.Say():
            await live.table.say(seat_of(listener), message.phrase)
        case messages.ChangePace():
            await live.change_pace(message.seconds, message.held)
        case messages.Search():
            listener.wants_search = message.on
            if message.on:
                await live.search(listener, LONG_LOOK if message.longer else SHORT_LOOK)
        case messages.Join():
            raise Refused("you have joined this game already")
