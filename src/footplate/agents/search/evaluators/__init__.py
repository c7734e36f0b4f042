"""What a search asks for values and priors; ``evaluator.py`` says what an evaluator is."""

from __future__ import annotations

from footplate.agents.search.evaluators.evaluator import Asked, Evaluator, random_playout
from footplate.agents.search.evaluators.guided import follow_plans, guided_playout, prepare_plans
from footplate.agents.search.evaluators.priors import ask_planner, planned_priors
from footplate.agents.search.options import SearchOptions

_PLAYOUTS: dict[str, Asked] = {"random": random_playout, "guided": guided_playout}


def evaluator_of(options: SearchOptions) -> Evaluator:
    """What a search with these options asks: values from playouts, and a planning player's priors if they count."""
    value = _PLAYOUTS[options.playouts]
    if options.prior > 0:
        return Evaluator(value, planned_priors, ask_planner, follow_plans)
    if value is guided_playout:
        return Evaluator(value, prepare=prepare_plans, follow=follow_plans)
    return Evaluator(value)
