"""What a search asks for values and priors; ``evaluator.py`` says what an evaluator is."""

from __future__ import annotations

from functools import cache

from footplate.agents.search.evaluators.evaluator import Asked, Evaluator, random_playout
from footplate.agents.search.evaluators.guided import follow_plans, guided_playout, prepare_plans
from footplate.agents.search.evaluators.priors import ask_planner, planned_priors

PLAYOUTS: dict[str, Asked] = {"random": random_playout, "guided": guided_playout}


@cache
def playouts(kind: str, *, with_priors: bool) -> Evaluator:
    """Values from playouts of one kind, with or without the priors of a planning player."""
    if with_priors:
        return Evaluator(PLAYOUTS[kind], planned_priors, ask_planner, follow_plans)
    if kind == "guided":
        return Evaluator(guided_playout, prepare=prepare_plans, follow=follow_plans)
    return Evaluator(PLAYOUTS[kind])
