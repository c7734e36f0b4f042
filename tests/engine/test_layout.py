"""The state can be copied whole, and a ticket can be in more places than there are."""

from __future__ import annotations

from footplate.engine.cards import put_ticket, ticket_known_by, ticket_place
from footplate.engine.layout import LINE, PLAYERS, STATE, UNKNOWN, new_records


def test_the_state_is_copied_whole():
    assert STATE.itemsize <= 1024


def test_every_state_of_an_array_begins_with_a_line():
    for n in (1, 2, 257):
        states = new_records(STATE, n)
        assert [states[i : i + 1].ctypes.data % LINE for i in range(n)] == [0] * n


def test_a_ticket_can_be_in_more_places():
    state = new_records(STATE)[0]
    for place in (UNKNOWN + 1, 2047):
        put_ticket(state, 5, place, (1 << PLAYERS) - 1)
        assert ticket_place(state, 5) == place
        assert ticket_known_by(state, 5) == 31
    assert ticket_place(state, 4) == ticket_place(state, 6) == 0
