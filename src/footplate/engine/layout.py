"""The records that the engine works on: BOARD (tables, read only), STATE (one game) and SCRATCH (buffers).

Capacities are fixed, so one compile serves every board and player count; the real counts are in the board record.
A STATE is copied all the time, so it has at most 1,024 bytes: 904, and spare ones up to whole lines.

Actions are small integers with fixed offsets:

    DRAW_DECK            take the top card of the deck
    FACE_UP + kind       take a face-up card (kinds 0 .. 7 are the board's colours, LOCO is the locomotive)
    DRAW_TICKETS         look at new tickets
    DRAW_TICKETS + mask  keep the offered tickets whose bits are set
    PASS                 only when nothing else is possible
    CLAIM + claim        claim a route; the board's claim table gives route, colour, locomotives and cards of any kind

Behind the board's claims follow the kinds of action that only some boards have: those of kind k (PAY … PAIR) begin at
``b.special_first[k]`` and end where the next kind begins, so kinds that a board doesn't have take no numbers.

    PAY + way * KINDS + colour           pay what is due (a tunnel's further cards, a station; due.py has the ways)
    GIVE + kind                          give one card of any kind in place of a locomotive or a card of the colour
    DECLINE                              take the cards of a tunnel back; leave a passenger
    BUILD + city                         build a station
    TAKE + colour                        take a passenger
    SPLIT + (OFFER + 1) * n + m          look at new tickets, n short and m long ones
    SWAP                                 put all tickets back and draw as many new ones
    PAIR + …                             draw two cards at once (two_cards.py has the numbers)
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footplate.boards import limits as M
from footplate.compile.types import Int as Int
from footplate.compile.types import Record as Record

Records = npt.NDArray[np.void]

PLAYERS, CITIES, ROUTES, TICKETS, DECK, OFFER = (
    M.MAX_PLAYERS, M.MAX_CITIES, M.MAX_ROUTES + 1, M.MAX_TICKETS, M.MAX_CARDS, M.MAX_OFFER,
)  # fmt: skip
KINDS = len(M.COLOURS) + 1
LOCO = KINDS - 1
LENGTHS = M.MAX_LENGTH + 1
CLAIMS = M.MAX_PAYMENTS
EVERYBODY = (1 << PLAYERS) - 1  # a bit for each player
OWNED = M.MAX_TRAINS + 1  # routes that one player can own
PILE = DECK + 20  # the deck, and behind it what was paid since it was shuffled (memory.py)
VAGUE = 8  # tickets of which somebody knows only that a certain player kept it or put it back
PATHS = 64  # ways kept for each ticket

DRAW_DECK = 0
FACE_UP = 1
DRAW_TICKETS = FACE_UP + KINDS
PASS = DRAW_TICKETS + (1 << OFFER)
CLAIM = PASS + 1

# Kinds of action that only some boards have, and how many there can be of each.
PAY, GIVE, DECLINE, BUILD, TAKE, SPLIT, SWAP, PAIR = range(8)
SPECIAL_KINDS = 8
SPECIAL_MOST = (
    *(M.MAX_DUE * (M.MAX_DUE + 3) // 2 * KINDS, KINDS, 1, CITIES, M.MAX_PASSENGER_COLOURS, (OFFER + 1) ** 2, 1),
    (KINDS + 1) * (KINDS + 2) // 2,
)
ACTIONS = CLAIM + CLAIMS + sum(SPECIAL_MOST)

# What the player to move decides now; those after OVER come up on some boards only.
FIRST_TICKETS, TURN, SECOND_CARD, TICKET_CHOICE, OVER = range(5)
TUNNEL, SUBSTITUTES, STATION_PAYMENT, PASSENGER, SPLIT_FIRST = range(5, 10)

# Where a ticket is: in the deck, with player p (HELD + p), on offer, unknown, out of the game, or in its deck since
# that was shuffled (nobody knows where in it).
IN_DECK, HELD, ON_OFFER, UNKNOWN, OUT, SHUFFLED_IN = 0, 1, 6, 7, 8, 9
# Where tickets go that a player doesn't keep: under the deck, out of the game, or into the deck, which is shuffled.
TO_BOTTOM, LEAVE, SHUFFLE_IN = range(3)
NO_TICKET = 255  # in place of a ticket number that an observer can't know
NOBODY = -1

# Columns of SCRATCH.score.
ROUTE_POINTS, TICKETS_DONE, TICKETS_OPEN, LONGEST_PATH, GLOBETROTTER, ATTRACTIONS = range(6)
STATIONS, DISTRICTS, GRAND_TOUR, PASSENGERS = range(6, 10)
SCORE_COLUMNS = 10

# Amounts are signed. Numbers used as indices are unsigned: that spares the check for negative indices.
_I1, _I2, _I4, _I8 = np.int8, np.int16, np.int32, np.int64
_U1, _U2, _U4, _U8, _F8 = np.uint8, np.uint16, np.uint32, np.uint64, np.float64

LINE = 64  # bytes that a processor moves at once: states that begin with a line are copied a fifth quicker

BOARD = np.dtype(
    [
        ("n_players", _I8), ("n_cities", _I8), ("n_routes", _I8), ("n_tickets", _I8), ("n_colours", _I8),
        ("n_claims", _I8), ("n_plain_claims", _I8), ("n_actions", _I8), ("longest", _I8),  # longest: of all routes
        ("cards_per_colour", _I8), ("n_locos", _I8), ("n_trains", _I8), ("start_hand", _I8),
        ("n_face_up", _I8), ("redeal_locos", _I8),  # so many face-up locomotives force a redeal
        ("first_deal", _I8), ("first_keep", _I8), ("deal", _I8), ("keep", _I8), ("end_trains", _I8),
        ("close_twins", _I8),  # claiming one track of a double route closes the others to everybody
        ("both_tracks", _I8),  # otherwise: a player may claim another track of a route that it has
        ("path_bonus", _I8), ("globetrotter_bonus", _I8), ("attraction_points", _I8), ("attraction_cities", _U8),
        ("tie_tickets", _I8), ("tie_path", _I8), ("open_hands", _I8),  # tie_…: place among the tie-breaks, 0: none
        ("progress", _I8), ("blind_draw", _I8), ("cut_off_distance", _I8), ("decay", _F8),
        ("claims_apart", _I8), ("ends_apart", _I8),  # whether claims, or the ends of turns, have rules of their own
        # plain claims are sorted by (locomotives, colour, length): what a hand can pay is a prefix of each group;
        # behind them come those that are paid with cards of any kind, too
        ("group_first", _U2, (LENGTHS, KINDS)), ("group_count", _U2, (LENGTHS, KINDS, LENGTHS)),
        ("claim_route", _U2, (CLAIMS,)), ("claim_colour", _U1, (CLAIMS,)), ("claim_locos", _I1, (CLAIMS,)),
        ("route_a", _U1, (ROUTES,)), ("route_b", _U1, (ROUTES,)), ("route_length", _I1, (ROUTES,)),
        ("route_colour", _I1, (ROUTES,)), ("route_points", _I1, (ROUTES,)),  # colour -1: grey
        ("twin", _U1, (ROUTES,)),  # next route of the same double or triple; itself when single
        ("ticket_a", _U1, (TICKETS,)), ("ticket_b", _U1, (TICKETS,)), ("ticket_points", _I1, (TICKETS,)),
        ("ticket_given", _I1, (TICKETS,)),  # seat that has the ticket from the start, or NOBODY
        # a link is a pair of neighbouring cities; a path of a ticket is a set of links, a bit each
        ("n_links", _I8), ("link_a", _U1, (ROUTES,)), ("link_b", _U1, (ROUTES,)), ("link_length", _I1, (ROUTES,)),
        ("link_route", _U1, (ROUTES,)), ("route_link", _U1, (ROUTES,)),  # link_route: its first track
        # the links of city c are city_link[city_first[c]] up to city_first[c + 1]
        ("city_first", _U2, (CITIES + 1,)), ("city_link", _U1, (2 * ROUTES,)),
        # rules that only some boards have: each has a file of its own
        ("special_first", _I8, (SPECIAL_KINDS + 1,)),
        ("loco_ends_draw", _I8),  # a face-up locomotive is the whole draw
        ("two_cards", _I8),  # the two cards of a turn are drawn at once
        ("tunnel_cards", _I8), ("tunnel", _U1, (ROUTES,)),  # cards turned up, and whether a route is a tunnel
        ("takes_locos", _U1, (ROUTES,)),  # whether locomotives pay for a route
        ("claim_coloured", _I1, (CLAIMS,)), ("claim_others", _I1, (CLAIMS,)),  # cards of the colour, and of any kind
        ("n_stations", _I8), ("station_points", _I8), ("station_cost", _I1, (M.MAX_STATIONS,)),
        # long tickets: dealt apart at first, or a deck of their own of which a draw of ``split_deal`` may have some
        ("first_deal_long", _I8), ("two_decks", _I8), ("split_deal", _I8),
        ("n_short", _I8), ("n_long", _I8), ("ticket_long", _U1, (TICKETS,)),
        ("first_rejected", _I8), ("rejected", _I8),  # TO_BOTTOM, LEAVE or SHUFFLE_IN
        # a ticket's ends as sets of cities; its goals from the most points down; only with countries (country_tickets)
        ("country_tickets", _I8), ("ticket_from", _U8, (TICKETS,)), ("goal_n", _I1, (TICKETS,)),
        ("goal_cities", _U8, (TICKETS, M.MAX_GOALS)), ("goal_points", _I1, (TICKETS, M.MAX_GOALS)),
        ("n_districts", _I8),
        ("district_cities", _U8, (M.MAX_DISTRICTS,)), ("district_points", _I1, (M.MAX_DISTRICTS,)),
        ("grand_tour", _I8), ("tour_points", _I1, (M.MAX_TOUR + 1,)),  # by the number of tickets that count
        ("n_passengers", _I8), ("n_passenger_colours", _I8), ("passenger_most", _I8), ("passenger_second", _I8),
        ("passenger_place", _U1, (M.MAX_PASSENGERS,)),  # number of the place where each of them waits at first
        ("city_place", _U1, (CITIES,)),  # the place of a city: its own, or that of its country
        ("race", _I8), ("coast_cards", _I8), ("coast_a", _U8), ("coast_b", _U8),  # race: tickets that win
        ("tie_stations", _I8), ("tie_passengers", _I8),
        # for bots (paths.py): the fewest locomotives that a route is paid with, and whether some routes take none
        ("least_locos", _I1, (ROUTES,)), ("limited_locos", _I8),
        ("path_n", _I8, (TICKETS,)), ("path_lo", _U8, (TICKETS, PATHS)), ("path_hi", _U8, (TICKETS, PATHS)),
    ],
    align=True,
)  # fmt: skip

STATE = np.dtype(
    [
        ("rng", _U8),  # chance of this game: shuffles and nothing else
        ("reward", _F8, (PLAYERS,)),  # progress game only: discounted reward so far
        ("vague", _U4, (VAGUE,)),  # tickets that somebody lost sight of, oldest first (memory.py)
        ("ticket", _U2, (TICKETS,)),  # bits 0-4: players who know where it is; the bits above: where it is
        ("points", _I2, (PLAYERS,)),  # for routes, so far
        ("pending", _U2),  # claim + 1 that is not yet paid (tunnels, substitutes); 0: none
        ("turn", _I2), ("deck_n", _I2), ("discard_n", _I2),
        ("phase", _I1), ("player", _U1), ("last_turns", _I1), ("passes", _I1), ("shown", _I1),
        ("ticket_head", _U1), ("ticket_n", _I1), ("offer_n", _I1), ("observer", _I1),
        ("reshuffles", _U1), ("redeals", _U1),  # so far, modulo 256: tells who watches that it happened
        ("trains", _I1, (PLAYERS,)), ("hand_n", _I1, (PLAYERS,)), ("held_n", _I1, (PLAYERS,)), ("offer", _U1, (OFFER,)),
        ("hand", _I1, (PLAYERS, KINDS)),
        ("known", _I1, (PLAYERS, KINDS)),  # cards of the hand that everybody saw being taken and not yet being paid
        ("face_up", _I1, (KINDS,)), ("discard", _I1, (KINDS,)),
        # Of the last shuffle: what it put into the deck and the market hasn't shown since, and who drew how many blind.
        ("fresh", _I1, (KINDS,)), ("blind_n", _I1, (PLAYERS,)),
        ("deck_full", _U1),  # cards in the deck after the last shuffle of the discard; 0 before the first one
        ("paid_n", _U1), ("vague_n", _U1),  # how many of each are remembered
        # bits 0-3: kind; bits 4-7: player + 1 who drew it blind. deck_n of deck_full cards still lie there
        ("deck", _U1, (PILE,)),
        ("route", _U1, (ROUTES,)),  # bits 0-4: players who may not claim it; bits 5-7: owner + 1
        ("ticket_deck", _U1, (TICKETS,)),  # rings (ticket_decks.py): ticket_n tickets from ticket_head on
        ("turned_n", _I1), ("turned_up", _U1, (M.MAX_DUE,)),  # the latest tunnel's cards; in the discard after TUNNEL
        ("owed", _I1),  # cards that are still due: a tunnel's further ones, a station's, or those of any kind
        ("station", _U1, (PLAYERS, M.MAX_STATIONS)), ("building", _U1),  # city + 1; 0: none
        ("long_head", _U1), ("long_n", _I1), ("offer_long", _I1),  # the deck of long tickets; those on offer
        ("passenger", _U1, (M.MAX_PASSENGERS,)),  # bits 0-2: colour; bits 3-5: player + 1 who has it
        ("waiting", _U1, (2,)),  # city + 1 at each end of a claimed route where a passenger is still to be taken
        ("done_n", _I1, (PLAYERS,)), ("coasts", _U1),  # a race: tickets done; a bit for each player with a coast card
        # tickets kept that tell of long ones: of two decks the long ones, which everybody knows by their backs; where
        # long ones are dealt apart the first ones (a byte a player, and some that fill up the record)
        ("kept_n", _I1, (PLAYERS + 3,)),
        ("spare", _U1, (56,)),  # fills up the last line of the record
    ],
    align=True,
)  # fmt: skip
assert STATE.itemsize == sum(STATE[name].itemsize for name in STATE.names or ()) <= 1024

SCRATCH = np.dtype(
    [
        ("rng", _U8),  # a bot's or a search's own chance, never the game's
        ("acts", _U2, (ACTIONS,)),
        # what a hand can pay for, numbered group by group: where each group ends, and from a number to the claim
        ("group_end", _I4, (LENGTHS * KINDS,)), ("group_shift", _I4, (LENGTHS * KINDS,)),
        ("pool", _U1, (DECK,)), ("wanted", _I1, (PLAYERS,)), ("longs", _I1, (PLAYERS,)),
        # for samples after a reshuffle (determinize.py): by kind, by seat, by both
        ("unseen", _I4, (KINDS,)), ("fresh", _I4, (KINDS,)), ("old", _I4, (KINDS,)),
        ("fresh_left", _I4, (KINDS,)), ("old_left", _I4, (KINDS,)),
        ("hidden", _I4, (PLAYERS,)), ("old_slots", _I4, (PLAYERS,)), ("slots_left", _I4, (PLAYERS,)),
        ("used", _I4, (PLAYERS,)), ("trial", _I4, (PLAYERS, KINDS)), ("fresh_drawn", _I4, (PLAYERS, KINDS)),
        ("total", _F8, (PLAYERS,)), ("score", _I4, (PLAYERS, SCORE_COLUMNS)),
        ("done", _I4, (PLAYERS,)), ("trail", _I4, (PLAYERS,)),
        ("completed", _U1, (TICKETS,)),  # of tickets that somebody holds: whether it is
        ("unbuilt", _I4, (PLAYERS,)), ("fares", _I4, (PLAYERS,)),  # stations left over; passengers taken
        # stations: the routes that each may lend, the choice that is tried, and the best one (route + 1; loans.py)
        ("loan", _U1, (M.MAX_STATIONS, CITIES)), ("loan_n", _I4, (M.MAX_STATIONS,)), ("choice", _I4, (M.MAX_STATIONS,)),
        ("lent", _U1, (PLAYERS, M.MAX_STATIONS)), ("own_label", _U1, (CITIES,)),
        # a grand tour: a tree over a player's routes, and of each city one nearer to the root that two ways lead to
        ("parent", _U1, (CITIES,)), ("by_edge", _U1, (CITIES,)), ("depth", _I1, (CITIES,)), ("tour", _U1, (CITIES,)),
        ("network", _U1, (PLAYERS, CITIES)),  # a number for each network of the player (networks.py)
        ("adj_first", _U1, (CITIES + 1,)), ("cursor", _U1, (CITIES,)), ("odd", _U1, (CITIES,)),
        ("shortest", _I1, (CITIES,)), ("net_length", _I2, (CITIES,)), ("net_odd", _I2, (CITIES,)),
        ("adj", _U1, (2 * OWNED,)), ("edge_a", _U1, (OWNED,)), ("edge_b", _U1, (OWNED,)),
        ("edge_length", _I1, (OWNED,)),
        ("stack_city", _U1, (OWNED + 1,)), ("stack_next", _U1, (OWNED + 1,)), ("stack_edge", _U1, (OWNED + 1,)),
    ],
    align=True,
)  # fmt: skip


def new_records(dtype: np.dtype[np.void], n: int = 1) -> Records:
    """An array of n blank records whose fields are attributes, compiled or not; it begins with a line."""
    room = np.zeros(n * dtype.itemsize + LINE, np.uint8)
    return np.recarray(n, dtype, room.data, -room.ctypes.data % LINE)


def copy_records(records: Records) -> Records:
    """A copy, every byte of it (NumPy would copy field by field, which takes several times as long)."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def plain(records: Records, dtype: np.dtype[np.void]) -> Records:
    """The same memory, to be read as ``plain["name"][0]``: much quicker than an attribute of a NumPy record."""
    return np.ndarray(records.size, dtype, records)
