"""What the Silva bots list: draws first, and claims only where one may be wanted."""

from __future__ import annotations

from hypothesis import given

from footplate.agents.layout import WORK
from footplate.agents.planning.special import usual_actions, usual_draws
from footplate.engine.layout import CLAIM, DRAW_TICKETS, TURN, new_records
from footplate.game import Game
from footplate.papers.smith_anton.bots.cards import has_card, may_claim, may_claim_on, most_of_a_colour
from tests.support.strategies import games_in_play


@given(game=games_in_play())
def test_every_legal_claim_may_be_made(game: Game) -> None:
    b, o, w = game.tables.record, game.record, new_records(WORK)[0]
    if o.phase == TURN:
        most = most_of_a_colour(b, o)
        for action in w.acts[: usual_actions(b, o, w.acts)].tolist():
            if action >= CLAIM:
                r = b.claim_route[action - CLAIM]
                assert may_claim(b, o, r, most)
                assert may_claim_on(b, o, b.route_link[r], most)


@given(game=games_in_play())
def test_draws_are_the_usual_actions_before_the_claims(game: Game) -> None:
    b, o, w = game.tables.record, game.record, new_records(WORK)[0]
    if game.is_over or o.phase != TURN:
        return
    usual = w.acts[: usual_actions(b, o, w.acts)].tolist()
    n = usual_draws(b, o, w.acts)
    assert w.acts[:n].tolist() == [action for action in usual if action <= DRAW_TICKETS]
    assert has_card(w, n) == any(action < DRAW_TICKETS for action in usual)
