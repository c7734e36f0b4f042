"""What people are asked after a game: the words are the same in every study, so that studies can be compared."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

RATINGS = 7  # of a question: 1 to 7
SKILL = "skill"  # asked once, after the first game


@dataclass(frozen=True)
class Question:
    """A rating from ``low`` (1) to ``high`` (7)."""

    name: str
    words: str
    low: str
    high: str


QUESTIONS = (
    Question("enjoyed", "I enjoyed this game.", "not at all", "very much"),
    Question("hard", "How hard was this game?", "too easy", "too hard"),
    Question("open", "How long was the result open?", "decided early", "open to the end"),
    Question("human", "My opponent played like a person.", "not at all", "fully"),
)
SKILL_WORDS = "How well do you play Ticket to Ride?"
SKILLS = ("never did", "a few times", "often", "very well")
NAMES = (*(question.name for question in QUESTIONS), SKILL)


def questions_view(names: tuple[str, ...], *, with_skill: bool) -> list[dict[str, Any]]:
    """The questions of a study as the page asks them; skill has choices in place of a scale."""
    asked: list[dict[str, Any]] = [asdict(question) for question in QUESTIONS if question.name in names]
    if with_skill and SKILL in names:
        asked.append({"name": SKILL, "words": SKILL_WORDS, "choices": list(SKILLS)})
    return asked
