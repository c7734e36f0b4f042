"""Maps of how often routes are claimed."""

from __future__ import annotations

import pytest

from footplate.boards import load_board
from footplate.maps.route_use import draw_route_use


def test_the_map_of_claims_draws_every_route_by_its_share() -> None:
    board = load_board("small")
    shares = [0.0, 0.05, *([0.5] * (len(board.routes) - 2))]
    picture = draw_route_use(board, shares)
    assert picture.count("stroke-dasharray") == 2  # the dead route and its sample in the legend
    assert f"{board.routes[1].a} – {board.routes[1].b}" in picture
    assert "claimed in 10, 40, 70, 100 % of its games" in picture
    assert draw_route_use(board, shares, least=0.1).count("stroke-dasharray") == 3
    narrow = draw_route_use(board, shares, width=360, least=0.1)
    assert ">70 %</text>" in narrow
    assert "claimed in" not in narrow.split("</title>", 1)[1].replace("how often each route is claimed", "")
    with pytest.raises(ValueError, match="2 shares for"):
        draw_route_use(board, [0.5, 0.5])
