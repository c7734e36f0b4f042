"""The search panel: a fair search looks at the position of a person whose turn it is."""

from __future__ import annotations

import asyncio

from footplate.app.background import start
from footplate.app.live.listeners import Listener, Listeners, Message
from footplate.app.live.saved_game import SavedGame
from footplate.app.thinking.work_queues import Thinking
from footplate.app.views.opinion import ADVISER, report


class SearchPanel:
    """One look at a time for each listener."""

    def __init__(self, saved: SavedGame, listeners: Listeners, thinking: Thinking) -> None:
        self._saved, self._listeners, self._thinking = saved, listeners, thinking

    def begin(self, listener: Listener, seconds: float) -> None:
        if listener.look is None or listener.look.done():
            listener.look = start(self._look(listener, seconds))

    async def _look(self, listener: Listener, seconds: float) -> None:
        while listener.wants_search and listener in self._listeners and self._saved.may_move(listener.seat):
            game = self._saved.game
            assert listener.seat is not None
            job = self._saved.job(listener.seat, ADVISER, seconds=seconds)
            thought = await self._thinking.think(job, owner=listener.address, look=True)
            if thought.error:
                sentence = f"the search could not finish: {thought.error}"
                message: Message = {"type": "error", "of": "search", "error": sentence}
            else:
                found = await asyncio.to_thread(report, game, thought)
                message = {"type": "search", "version": len(game.history), **found}
            if self._saved.game is game or thought.error:
                await listener.send(message)
                return
