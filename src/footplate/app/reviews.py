"""Reviews of finished games, made in the background and kept with their moves, so that each is made once.

Some decisions at a time go to the workers that come last of all. What is judged is written down before anybody sees it.
A review that nobody has asked for lately still goes on, and a server that was ended goes on where it was.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from cachetools import LRUCache

from footplate.app.background import start
from footplate.app.database import Store
from footplate.app.thinking.jobs import ReviewJob
from footplate.app.thinking.work_queues import Thinking
from footplate.records import GameRecord
from footplate.review.decisions import Decision
from footplate.review.game import Reviewer

DEALS = 600  # for the last round of a decision in a game of two
_AT_ONCE = 2  # decisions of a job
_REMEMBERED = 100  # reviews
_TRIES = 3  # for a job that goes wrong


@dataclass
class _Review:
    """What is known of a game's review."""

    record: str
    reviewer: Reviewer
    found: dict[int, Decision]
    data: dict[str, Any] = field(default_factory=dict)  # once it is whole
    failed: bool = False
    task: asyncio.Task[None] | None = None


def deals_for(players: int) -> int:
    """Where more play there are more decisions, and all of them take longer."""
    return DEALS if players <= 2 else 2 * DEALS // 3


class Reviews:
    """The reviews of a server's games."""

    def __init__(self, store: Store, thinking: Thinking, workers: int) -> None:
        self._store, self._thinking, self._workers = store, thinking, workers
        self._known: LRUCache[str, _Review] = LRUCache(_REMEMBERED)
        self._opening = asyncio.Lock()

    async def look(self, game: str, record: GameRecord, owner: str) -> dict[str, Any]:
        """The review of a finished game as far as it is; it is begun, or goes on, if it is not whole."""
        async with self._opening:
            review = self._known.get(game) or await self._open(game, record)
        if not review.data and not review.failed and (review.task is None or review.task.done()):
            review.task = start(self._go_on(game, review, owner))
        if review.data:
            return {"failed": False, "whole": True, **review.data}
        part = await asyncio.to_thread(lambda: review.reviewer.review(_some(review)).to_dict())
        return {"failed": review.failed, "whole": False, **part}

    async def _open(self, game: str, record: GameRecord) -> _Review:
        deals = deals_for(record.players)
        judged = await self._store.run_read(self._store.judged, game)
        kept = (await self._store.run_read(self._store.reviews, [game])).get(game, {})
        found = {number: Decision.from_dict(data) for number, data in judged.items() if data["deals"] == deals}
        reviewer = await asyncio.to_thread(lambda: Reviewer(record, deals=deals))
        review = self._known[game] = _Review(record.to_text(), reviewer, found)
        review.data = kept if kept.get("deals") == deals else {}
        return review

    async def _go_on(self, game: str, review: _Review, owner: str) -> None:
        """Judge what is left, from the first turn on, with as many workers as there are."""
        missing = [question.number for question in review.reviewer.questions if question.number not in review.found]
        jobs = [tuple(missing[k : k + _AT_ONCE]) for k in range(0, len(missing), _AT_ONCE)]
        jobs.reverse()

        async def work() -> None:
            while jobs and not review.failed:
                await self._judge(game, review, jobs.pop(), owner)

        await asyncio.gather(*(work() for _ in range(self._workers)))
        if review.failed:
            return
        decisions = tuple(decision.to_dict() for decision in review.found.values())
        whole = await self._ask(
            ReviewJob(record=review.record, decisions=decisions, deals=review.reviewer.deals), owner
        )
        review.failed = whole is None
        if whole:
            await self._store.run_write(self._store.keep_review, game, whole.review)
            review.data = whole.review

    async def _judge(self, game: str, review: _Review, numbers: tuple[int, ...], owner: str) -> None:
        judged = await self._ask(ReviewJob(record=review.record, numbers=numbers, deals=review.reviewer.deals), owner)
        if judged is None:
            review.failed = True
            return
        by_number = {int(data["number"]): data for data in judged.decisions}
        await self._store.run_write(self._store.keep_judged, game, by_number)
        review.found |= {number: Decision.from_dict(data) for number, data in by_number.items()}

    async def _ask(self, job: ReviewJob, owner: str) -> Any:
        for _ in range(_TRIES):
            if answer := await self._thinking.review(job, owner=owner):
                return answer
        return None

    def close(self) -> None:
        """Give up what goes on."""
        for review in self._known.values():
            if review.task:
                review.task.cancel()


def _some(review: _Review) -> list[Decision]:
    """What is judged, less the last while the whole is not put together: that is the workers' to do."""
    found = list(review.found.values())
    return found[:-1] if len(found) == len(review.reviewer.questions) else found
