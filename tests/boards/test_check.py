"""Every reason that the check can give, and that it never fails on anything, however broken."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.boards import Board, board_names, load_board
from footplate.boards.analysis import board_stats
from footplate.boards.check import problems

GONE = object()


def file_of(name: str) -> dict[str, Any]:
    data: dict[str, Any] = copy.deepcopy(dict(load_board(name).data))
    return data


def changed(name: str, changes: dict[str, Any]) -> dict[str, Any]:
    """The file of a board with some values replaced: ``{"routes.0.length": 12}``; ``GONE`` deletes, ``+`` appends."""
    data = file_of(name)
    for path, value in changes.items():
        *way, last = path.split(".")
        place: Any = data
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        key: Any = int(last) if isinstance(place, list) and last != "+" else last
        if last == "+":
            place.append(value)
        elif value is GONE:
            del place[key]
        else:
            place[key] = value
    return data


def route(a: str, b: str, **more: Any) -> dict[str, Any]:
    plain = {"length": 1, "color": "grey", "double": 0, "pair": 100, "tunnel": False, "locomotives": 0}
    return {"a": a, "b": b, **plain, **more}


def ticket(a: object, b: object, points: object = 3) -> dict[str, Any]:
    return {"a": a, "b": b, "points": points, "long": False}


LONELY = {"name": "Nowhere", "x": 0.9, "y": 0.9}

REASONS: list[tuple[str, dict[str, Any], str]] = [
    # fields
    ("small", {"tickets": GONE}, "the field 'tickets' is missing"),
    ("small", {"trian": 3}, "there is no field 'trian'; did you mean 'trains'?"),
    ("small", {"cities": {}}, "cities: an object, but it must be a list"),
    ("small", {"special": None}, "special: null, but it must be an object"),
    ("small", {"route_points": [1, 2, 4]}, "route_points: a list of 3, but it must be an object: length to points"),
    ("small", {"name": "my map"}, "name: 'my map', but a board's name is made of letters, digits, - and _"),
    ("small", {"title": " "}, "title: ' ', but it must be a line of text"),
    ("small", {"title": "\u3164"}, "title: '\u3164', but it must be a line of text"),
    ("small", {"title": "x\u202ex"}, "title: 'x\\u202ex', but it must be a line of text"),
    ("small", {"cities.0.name": "\u2800"}, "but it must be one line of 1 to 60 letters"),
    ("small", {"notes": [1]}, "notes: every entry must be a text"),
    ("small", {"layout": 3}, "layout: 3, but it must be an object such as {'aspect': 1.5}"),
    ("small", {"layout.aspect": 0}, "layout: aspect is 0, but it is the map's width over its height, from 0.2 to 5.0"),
    ("small", {"layout.apsect": 2}, "layout: there is no field 'apsect'; did you mean 'aspect'?"),
    ("small", {"special.why": float("nan")}, "the file has values that JSON can't hold"),
    ("small", {"special.why": "\ud800"}, "the file has values that JSON can't hold"),
    ("small", {"special.why": (1, 2)}, "the file has values that JSON can't hold"),
    # players, cards, points
    ("small", {"players": [2]}, "players: a list of 1, but players must be two whole numbers"),
    ("small", {"players": [3, 2]}, "players: [3, 2], but players must be two whole numbers"),
    ("small", {"players": [2, 6]}, "the least and the most, from 1 to 5"),
    ("small", {"players": [True, 2]}, "players: [true, 2]"),
    ("small", {"trains": 64}, "trains: 64, but it must be a whole number from 1 to 63"),
    ("small", {"trains": 10**5000}, "trains: a huge number, but it must be a whole number from 1 to 63"),
    ("small", {"trains": True}, "trains: true, but it must be a whole number"),
    ("small", {"trains": 9.5}, "trains: 9.5, but it must be a whole number"),
    ("small", {"face_up": 6}, "face_up: 6, but it must be a whole number from 0 to 5"),
    (
        "small",
        {"double_routes_min_players": 0},
        "double_routes_min_players: 0, but it must be a whole number from 1 to 6",
    ),
    (
        "small",
        {"longest_path_bonus": 200},
        "longest_path_bonus: 200, but it must be a whole number from 0 to 127, or null",
    ),
    ("small", {"globetrotter_bonus": "ten"}, "globetrotter_bonus: 'ten', but it must be a whole number"),
    ("small", {"max_face_up_locomotives": 0}, "max_face_up_locomotives: 0, but it must be a whole number from 1 to 5"),
    (
        "t2r",
        {"max_face_up_locomotives": 3},
        "max_face_up_locomotives: 3, but only 0 cards lie face up; null means no limit",
    ),
    ("small", {"colors": []}, "colors: the list is empty"),
    ("small", {"colors.0": "grey"}, "colors: 'grey' is the colour of routes that any colour pays for; no card has it"),
    ("small", {"colors.0": "rad"}, "colors: there is no colour 'rad'; there are red, orange"),
    ("small", {"colors.0": "rad"}, "did you mean 'red'?"),
    ("small", {"colors.0": "blue"}, "colors: 'blue' is listed more than once"),
    ("small", {"route_points.12": 3}, "route_points: '12' is no length of a route; lengths are '1' to '9'"),
    ("small", {"route_points.1": 128}, "route_points: length 1: 128, but it must be a whole number from 0 to 127"),
    ("small", {"cards_per_color": 27}, "the deck: 114 train cards, but there can be at most 112"),
    (
        "small",
        {"initial_cards": 13},
        "the deck: 30 train cards, but 2 players get 13 each and 5 lie face up: that needs 31",
    ),
    ("small", {"special.deck_size": 32}, "special.deck_size: 32, but colours and locomotives make 30 cards"),
    ("small", {"end_trains": 10}, "end_trains: 10, but players start with 10 trains: the game would end at once"),
    ("small", {"end_trains": -2}, "end_trains: -2, but it must be a whole number from -1 to 62"),
    (
        "small",
        {"tie_breaks": "tickets"},
        "tie_breaks: 'tickets', but it must be a list out of 'tickets', 'longest_path'",
    ),
    ("small", {"tie_breaks": ["ticket"]}, "tie_breaks: 'ticket', but it must be a list out of"),
    ("small", {"tie_breaks": ["tickets", "tickets"]}, "tie_breaks: 'tickets' is listed more than once"),
    ("small", {"open_hands": 1}, "open_hands: 1, but it must be true or false"),
    # ticket deals
    ("small", {"initial_tickets": 3}, "initial_tickets: 3, but it must be an object with deal and keep"),
    ("small", {"draw_tickets.keep": GONE}, "draw_tickets: the field 'keep' is missing"),
    ("small", {"draw_tickets.deal_long": 1}, "draw_tickets: there is no field 'deal_long'"),
    ("small", {"draw_tickets.keep": 3}, "draw_tickets: keep 3, but only 2 are dealt"),
    ("small", {"draw_tickets.keep": 0}, "draw_tickets: keep 0 of 2, but at least 1 must be kept"),
    ("small", {"draw_tickets.deal": 6}, "draw_tickets: deal is 6, but it must be a whole number from 0 to 5"),
    ("europe", {"initial_tickets.deal": 5}, "initial_tickets: 6 tickets dealt at once, long ones included"),
    ("small", {"initial_tickets.deal": 5}, "initial_tickets: 2 players get 5 tickets each, but there are only 8"),
    (
        "europe",
        {"initial_tickets.deal_long": 2},
        "initial_tickets: 5 players get 2 long tickets each, but there are only 6",
    ),
    # cities
    ("small", {"cities": []}, "cities: 0, but a board has 2 to 64"),
    ("small", {"cities.0": "Boston"}, "city 1 of the list: 'Boston', but it must be an object with name, x and y"),
    ("small", {"cities.0.name": GONE}, "city 1 of the list: the field 'name' is missing"),
    ("small", {"cities.0.name": "two\nlines"}, "city 1 of the list: name: 'two\\nlines', but it must be one line"),
    ("small", {"cities.0.y": GONE}, "city Arindale: the field 'y' is missing"),
    ("small", {"cities.0": {"name": "Arindale", "lat": 1, "lon": 2}}, "city Arindale: it has no x and y, but"),
    ("small", {"cities.0": {"name": "Arindale", "lat": 1}}, "city Arindale: the field 'lon' is missing"),
    ("small", {"cities.0.lat": 91}, "city Arindale: lat is 91, but it must be a number of degrees from -90 to 90"),
    ("small", {"cities.0.lon": float("nan")}, "city Arindale: lon is nan, but it must be a number of degrees"),
    ("small", {"cities.0.lable": "A"}, "city Arindale: there is no field 'lable'; did you mean 'label'?"),
    ("small", {"cities.0.x": 1.5}, "city Arindale: x is 1.5, but coordinates go from 0 to 1"),
    ("small", {"cities.0.x": float("nan")}, "city Arindale: x is nan, but coordinates go from 0 to 1"),
    ("small", {"cities.0.x": True}, "city Arindale: x is true, but coordinates go from 0 to 1"),
    ("small", {"cities.0.label": ""}, "city Arindale: label: '', but it must be one line"),
    ("small", {"cities.0.index": "1"}, "city Arindale: index is '1', but it must be a number"),
    ("small", {"cities.1.name": "Arindale"}, "city Arindale: there are 2 cities of this name; each needs its own"),
    ("small", {"cities.1.name": "ARINDALE"}, "cities Arindale and ARINDALE: the names differ only in capital letters"),
    ("small", {"cities.0.name": "A,b", "cities.1.name": "A B"}, "cities A,b and A B: the names differ only in commas"),
    ("small", {"cities.0.name": "A–B", "cities.1.name": "A-B"}, "cities A–B and A-B: the names differ only in commas"),
    (
        "small",
        {"cities.+": {"name": "Near", "x": 0.06, "y": 0.49}},
        "cities Arindale and Near: only 0.010 of the map's",
    ),
    (
        "new_york",
        {"cities.0.attraction": True},
        "city Lincoln Center: attraction is true, but special.attractions doesn't",
    ),
    ("new_york", {"cities.0.attraction": 1}, "city Lincoln Center: attraction is 1, but it must be true or false"),
    # routes
    ("small", {"routes": []}, "routes: 0, but a board has 1 to 127"),
    ("small", {"routes.0": None}, "route 1 of the list: null, but it must be an object with a, b, length"),
    ("small", {"routes.0.color": GONE}, "route Arindale–Brightwater: the field 'color' is missing"),
    (
        "small",
        {"routes.0.colour": "red"},
        "route Arindale–Brightwater: there is no field 'colour'; did you mean 'color'?",
    ),
    (
        "small",
        {"routes.0.a": "Arindal"},
        "route Arindal–Brightwater: there is no city 'Arindal'; did you mean 'Arindale'?",
    ),
    ("small", {"routes.0.a": ["x"]}, "route 1 of the list: there is no city a list of 1"),
    ("small", {"routes.0.b": "Arindale"}, "route Arindale–Arindale: it starts and ends in the same city"),
    ("small", {"routes.0.length": 12}, "route Arindale–Brightwater: length 12, but routes are 1 to 9 long"),
    ("small", {"routes.0.length": 4}, "route Arindale–Brightwater: length 4, but route_points has no entry '4'"),
    ("small", {"trains": 2, "end_trains": 0}, "route Arindale–Goldenreach: length 3, but a player has only 2 trains"),
    (
        "small",
        {"routes.0.color": "pink"},
        "colour 'pink', but the colours of this board are red, yellow, green, blue, grey",
    ),
    ("small", {"routes.0.color": "bleu"}, "did you mean 'blue'?"),
    ("small", {"routes.0.tunnel": 0}, "route Arindale–Brightwater: tunnel is 0, but it must be true or false"),
    (
        "small",
        {"routes.0.pair": 127},
        "route Arindale–Brightwater: pair: 127, but it must be a whole number from 0 to 126",
    ),
    ("small", {"routes.0.double": True}, "route Arindale–Brightwater: double: true, but it must be a whole number"),
    ("small", {"routes.0.locomotives": 3}, "locomotives: 3, but it must be a whole number from 0 to 2"),
    ("small", {"routes.0.substitutes": 10}, "substitutes: 10, but it must be a whole number from 0 to 9"),
    (
        "small",
        {"routes.0.substitutes": 2, "routes.0.tunnel": True},
        "route Arindale–Brightwater: it has substitutes, but a tunnel takes none; one of the two must go",
    ),
    ("small", {"special.tunnels": 3}, "special.tunnels: 3, but it must be an object such as {'reveal': 3}"),
    ("small", {"special.tunnels": {"reveal": 0}}, "special.tunnels: reveal: 0, but it must be a whole number from 1"),
    ("small", {"special.tunnels": {}}, "special.tunnels: the field 'reveal' is missing"),
    (
        "small",
        {"special.locomotives_only_on": "tunnel"},
        "special.locomotives_only_on: 'tunnel', but it must be a list",
    ),
    (
        "small",
        {"special.locomotives_only_on": ["tunel"]},
        "special.locomotives_only_on: 'tunel', but it must be a list out of 'tunnel', 'ferry'; did you mean 'tunnel'?",
    ),
    (
        "small",
        {"special.locomotives_only_on": ["ferry", "ferry"]},
        "special.locomotives_only_on: 'ferry' is listed more than once",
    ),
    (
        "small",
        {"special.locomotives_only_on": ["tunnel"], "routes.0.locomotives": 1},
        "route Arindale–Brightwater: demands 1 locomotive, but special.locomotives_only_on doesn't have 'ferry'",
    ),
    (
        "small",
        {"cards_per_color": 2, "special.locomotives_only_on": ["ferry"], "special.deck_size": GONE},
        "route Arindale–Goldenreach: length 3, but the deck has only 2 of a colour to pay with",
    ),
    ("t2r", {"routes.0.tunnel": True}, "route City 0–City 1: a tunnel, but the progress game has none"),
    (
        "t2r",
        {"routes.0.substitutes": 2},
        "route City 0–City 1: a route with substitutes, but the progress game has none",
    ),
    ("t2r", {"routes.0.locomotives": 1}, "route City 0–City 1: demands 1 locomotive, but the deck has only 0"),
    (
        "small",
        {"cards_per_color": 2, "locomotives": 0, "initial_cards": 1, "special.deck_size": 8},
        "route Arindale–Goldenreach: length 3, but the deck has only 2 of a colour and 0 locomotives to pay with",
    ),
    # parallel routes
    ("small", {"routes.0.double": 1}, "route Arindale–Brightwater: double must be 0, for there is one route"),
    ("small", {"routes.+": route("Celestia", "Arindale")}, "double must be 1, for there are several routes"),
    ("small", {"routes.+": route("Celestia", "Arindale")}, "have the pair numbers [1, 100], but they must share one"),
    ("small", {"routes.1.pair": 0}, "route Arindale–Celestia: pair 0 is also the number of route Arindale–Brightwater"),
    ("t2r", {"routes.2.length": 2}, "route City 0–City 3: parallel routes of lengths 2 and 3, but they must be equal"),
    (
        "t2r",
        {"routes.2.color": "yellow"},
        "route City 0–City 3: two parallel routes are yellow; they need different colours",
    ),
    (
        "t2r",
        {"routes.+": route("City 0", "City 3")},
        "3 parallel routes, but there can be 2 (3 if special.triple_routes",
    ),
    ("germany", {"special.triple_routes": []}, "route Dortmund–Dusseldorf: 3 parallel routes, but there can be 2"),
    ("nordic", {"special.unequal_parallel_routes": GONE}, "parallel routes of lengths"),
    ("germany", {"special.triple_routes": ["Dortmund"]}, "special.triple_routes: it must be a list of different pairs"),
    ("germany", {"special.triple_routes.0.0": "Dortmunt"}, "special.triple_routes: there is no city 'Dortmunt'"),
    ("germany", {"special.triple_routes.0.0": "Kiel"}, "special.triple_routes: there is no route Kiel–Dusseldorf"),
    # the network
    ("small", {"cities.+": LONELY}, "city Nowhere: no route leads there"),
    (
        "mini",
        {"routes.1": GONE},
        "Cinder Quay, Dunmoor are cut off: no way leads from there to Ashford Mill, Birchgate",
    ),
    # tickets
    ("small", {"tickets.0": 7}, "ticket 1 of the list: 7, but it must be an object with a, b, points"),
    ("small", {"tickets.+": ticket("Arindale", "Atlantis")}, "ticket Arindale–Atlantis: there is no city 'Atlantis'"),
    ("small", {"tickets.+": ticket("Arindale", "Emberforg")}, "did you mean 'Emberforge'?"),
    ("small", {"tickets.+": ticket({}, 3)}, "ticket 9 of the list: there is no city an object"),
    (
        "small",
        {"tickets.+": ticket("Celestia", "Celestia")},
        "ticket Celestia–Celestia: it starts and ends in the same city",
    ),
    (
        "small",
        {"tickets.0.points": 0},
        "ticket Arindale–Emberforge: points: 0, but it must be a whole number from 1 to 127",
    ),
    ("small", {"tickets.0.long": "no"}, "ticket Arindale–Emberforge: long is 'no', but it must be true or false"),
    ("small", {"tickets.0.set": 3}, "ticket Arindale–Emberforge: set is 3, but it must be the name of a ticket set"),
    ("small", {"tickets.0.length": 0}, "ticket Arindale–Emberforge: length: 0, but it must be a whole number"),
    (
        "small",
        {"tickets.0.pionts": 4},
        "ticket Arindale–Emberforge: there is no field 'pionts'; did you mean 'points'?",
    ),
    (
        "mini",
        {"routes.1": GONE},
        "ticket Birchgate–Dunmoor: it can't be completed, for no way leads from Birchgate to Dunmoor",
    ),
    ("mini", {"trains": 5}, "ticket Ashford Mill–Dunmoor: the shortest way takes 6 trains, but a player has only 5"),
    # special: keys, bonuses and references
    ("small", {"special.atractions": []}, "special: there is no rule 'atractions'; did you mean 'attractions'?"),
    (
        "usa",
        {"special.same_player_double_route": 0},
        "special.same_player_double_route: 0, but it must be true or false",
    ),
    ("new_york", {"special.attractions": []}, "special.attractions: an empty list, but it must be a list of cities"),
    ("new_york", {"special.attractions.0": "Bronx"}, "special.attractions: there is no city 'Bronx'"),
    ("new_york", {"special.attractions.0": "Chelsea"}, "special.attractions: 'Chelsea' is listed more than once"),
    (
        "new_york",
        {"special.attractions.0": "Chelsea"},
        "city Central Park: attraction is true, but special.attractions doesn't",
    ),
    ("new_york", {"special.attraction_points": GONE}, "special.attractions needs special.attraction_points as well"),
    ("new_york", {"special.attraction_points": 300}, "special.attraction_points: 300, but it must be a whole number"),
    ("usa_1910", {"special.globetrotter.points": 10}, "special.globetrotter: points 10, but globetrotter_bonus is 15"),
    (
        "usa_1910",
        {"special.globetrotter": 15},
        "special.globetrotter: 15, but it must be an object such as {'points': 15}",
    ),
    (
        "usa_1910",
        {"globetrotter_bonus": GONE},
        "special.globetrotter: the field 'globetrotter_bonus' that gives its points",
    ),
    (
        "usa_1910",
        {"special.big_cities.0": "Chikago"},
        "special.big_cities: there is no city 'Chikago'; did you mean 'Chicago'?",
    ),
    (
        "first_journey_usa",
        {"special.draw_cards": 0},
        "special.draw_cards: 0, but it must be a whole number from 1 to 5",
    ),
    ("first_journey_usa", {"face_up": 5}, "special.no_face_up_display: true, but face_up is not 0"),
    ("first_journey_usa", {"route_points.1": 5}, "special.no_route_points: true, but route_points has points"),
    (
        "first_journey_usa",
        {"special.coast_to_coast.west.0": "Seatle"},
        "special.coast_to_coast: west: there is no city",
    ),
    (
        "first_journey_usa",
        {"special.coast_to_coast": []},
        "special.coast_to_coast: an empty list, but it must be an object",
    ),
    ("europe", {"special.stations": 3}, "special.stations: 3, but it must be an object"),
    ("london", {"special.districts": {}}, "special.districts: it must be a list of objects with value and cities"),
    ("london", {"special.districts.0.value": -1}, "special.districts, district 1: value: -1, but it must be a whole"),
    ("london", {"special.districts.0.cities": ["Covent Garden"]}, "city British Museum: it is in 0 districts"),
    ("london", {"special.districts.0.cities": ["Covent Garden"]}, "district 1: only the city 'Covent Garden', but"),
    (
        "london",
        {"special.districts": [{"value": 1, "cities": ["Big Ben", "Waterloo"]}] * 9},
        "special.districts: 9, but there can be at most 8",
    ),
    ("india", {"special.grand_tour_bonus": 40}, "special.grand_tour_bonus: 40, but it must be an object"),
    ("india", {"special.grand_tour_bonus": {}}, "grand_tour_bonus: the field 'by_number_of_tickets' is missing"),
    (
        "india",
        {"special.grand_tour_bonus.by_number_of_tickets.7": 50},
        "has '1', '2', '3', '4', '5', '7', but it must give points for '1', '2' … tickets, for 5 at most",
    ),
    (
        "india",
        {"special.grand_tour_bonus.by_number_of_tickets": [5]},
        "special.grand_tour_bonus: by_number_of_tickets is a list of 1, but it must give points",
    ),
    (
        "india",
        {"special.grand_tour_bonus.by_number_of_tickets.2": 200},
        "special.grand_tour_bonus: points for 2 tickets: 200, but it must be a whole number from 0 to 127",
    ),
    ("t2r", {"special.grand_tour_bonus": {"by_number_of_tickets": {"1": 5}}}, "the progress game (special.decay) has"),
    ("europe", {"special.stations": {}}, "special.stations: the field 'cost_cards' is missing"),
    ("europe", {"special.stations.cost_cards": 3}, "cost_cards is 3, but it must be a list of the cards for 1 to 3"),
    ("europe", {"special.stations.cost_cards": [1, 2, 9]}, "cost_cards of station 3: 9, but it must be a whole number"),
    ("europe", {"special.stations.per_player": 2}, "per_player is 2, but cost_cards has 3 stations"),
    ("europe", {"special.stations.unused_points": -4}, "special.stations: unused_points: -4, but it must be"),
    ("germany", {"special.countries": []}, "special.countries: an empty list, but it must be an object"),
    (
        "germany",
        {"special.countries.Schweiz.0": "Schweitz 1"},
        "special.countries: 'Schweiz': there is no city 'Schweitz 1'",
    ),
    (
        "germany",
        {"special.countries.Schweiz": GONE},
        "city Schweiz 1: country 'Schweiz', but special.countries doesn't list it",
    ),
    ("germany", {"special.country_tickets": 4}, "special.country_tickets: 4, but it must be a list"),
    ("germany", {"special.country_tickets.0": 4}, "special.country_tickets, ticket 1: 4, but it must be an object"),
    (
        "germany",
        {"special.country_tickets.0.b": "Schweitz"},
        "there is no city or country 'Schweitz'; did you mean 'Schweiz'",
    ),
    (
        "germany",
        {"special.country_tickets.0.points": 0},
        "special.country_tickets, ticket 1: points: 0, but it must be",
    ),
    ("switzerland", {"special.country_tickets.0.from": "Franz"}, "there is no city or country 'Franz'"),
    ("germany", {"special.passengers": 60}, "special.passengers: it must be an object whose per_city gives"),
    ("germany", {"special.passengers.per_city.Bonn": 1}, "special.passengers: there is no city or country 'Bonn'"),
    ("germany", {"special.passengers.per_city.Kiel": -1}, "special.passengers: 'Kiel': -1, but it must be a whole"),
    ("germany", {"special.passengers.per_city.Kiel": 2}, "special.passengers: 61 in all, but there must be 1 to 60"),
    ("germany", {"special.passengers.per_city.Kiel": 0}, "59 in all, but there must be as many of each of the 6"),
    (
        "germany",
        {"special.passengers.per_city.Danemark 1": 1},
        "'Danemark 1' belongs to Danemark, and who waits there waits in the whole country",
    ),
    (
        "germany",
        {"special.passenger_gates": ["Schweiz 1"]},
        "special.passenger_gates: a list of 1, but it must be an object",
    ),
    ("germany", {"special.passenger_gates.Bayern": []}, "special.passenger_gates: there is no country 'Bayern'"),
    (
        "germany",
        {"special.passenger_gates.Osterreich": []},
        "'Osterreich' is an empty list, but it must be a list of some",
    ),
    ("germany", {"special.passenger_gates.Osterreich.0": "Kiel"}, "but it must be a list of some of its cities"),
    ("germany", {"special.passenger_gates.Osterreich.0": "Osterreich 2"}, "lists 'Osterreich 2' more than once"),
    ("switzerland", {"special.passenger_gates": {"Italia": []}}, "'Italia' has no passengers in special.passengers"),
    (
        "nordic",
        {"special.substitutes_for_any_locomotive": 1},
        "special.substitutes_for_any_locomotive: 1, but it must be",
    ),
    ("germany", {"special.passengers.colors": 6}, "special.passengers: colors is 6, but it must be a list of colours"),
    ("germany", {"special.passengers.colors.0": "mauve"}, "special.passengers: there is no colour 'mauve'"),
    ("germany", {"special.passengers.colors.0": "blue"}, "special.passengers: the colour 'blue' is listed more"),
    ("germany", {"special.passengers.most": "all"}, "special.passengers: most: 'all', but it must be a whole number"),
    (
        "germany",
        {
            "tickets": [ticket("Kiel", "Freiburg", 20)],
            "routes": [route("Kiel", "Schweiz 1"), route("Schweiz 1", "Freiburg")],
        },
        "ticket Kiel–Freiburg: it can't be completed, for no way leads from Kiel to Freiburg (ways through a country's",
    ),
    # the progress game
    ("t2r", {"special.decay": GONE}, "special.decay is missing; the progress game needs decay, disconnected_distance"),
    ("t2r", {"special.decay": 1.5}, "special.decay: 1.5, but it must be a number above 0 and at most 1"),
    (
        "t2r",
        {"special.disconnected_distance": 0},
        "special.disconnected_distance: 0, but it must be a whole number from 1",
    ),
    (
        "t2r",
        {"special.disconnected_distance": 4},
        "special.disconnected_distance: 4, but ticket City 2–City 3 is 5 long",
    ),
    ("t2r", {"special.objectives": "other"}, "special.objectives: 'other', but it must be 'same', 'different' or"),
    ("t2r", {"special.objectives": "private", "initial_tickets.keep": 1}, "private tickets are all kept, so it must"),
    ("t2r", {"special.objectives": "private", "players": [1, 4]}, "4 players get 2 tickets each, but there are only 4"),
    ("t2r", {"special.variants.private.more_tickets": 3}, "variant private: more_tickets is 3, but it must be a list"),
    ("t2r", {"face_up": 5}, "face_up: the progress game has no cards face up; it must be 0"),
    (
        "t2r",
        {"draw_tickets": {"deal": 2, "keep": 1}},
        "draw_tickets: the progress game has no ticket deck; deal must be 0",
    ),
    ("t2r", {"special.ticket_sets": [0, 1]}, "special.ticket_sets: a list of 2, but it must be an object with 'main'"),
    ("t2r", {"special.ticket_sets.main": GONE}, "special.ticket_sets: the field 'main' is missing"),
    ("t2r", {"special.ticket_sets.main": 3}, "special.ticket_sets: main is 3, but it must be a list of ticket numbers"),
    (
        "t2r",
        {"special.ticket_sets.main": [0, 4]},
        "special.ticket_sets: main has 4, but the tickets are numbered 0 to 3",
    ),
    ("t2r", {"special.ticket_sets.main": [0, 0]}, "special.ticket_sets: main has ticket 0 more than once"),
    ("t2r", {"special.ticket_sets.main": [0]}, "main gives 1 ticket, so initial_tickets must deal 1 and keep 1"),
    # variants
    (
        "small",
        {"special.variants": {f"v{n}": {} for n in range(21)}},
        "special.variants: 21, but a board has at most 20",
    ),
    ("small", {"special.variants": []}, "special.variants: an empty list, but it must be an object"),
    ("small", {"special.variants.a+b": {}}, "variant 'a+b': a variant's name is made of letters, digits, - and _"),
    (
        "small",
        {"special.variants.warwick": 3},
        "variant 'warwick': 3, but it must be an object with the fields that it",
    ),
    (
        "small",
        {"special.variants.warwick.trians": 3},
        "variant warwick: it can't change 'trians'; did you mean 'trains'?",
    ),
    ("small", {"special.variants.warwick.cities": []}, "variant warwick: it can't change 'cities'"),
    ("small", {"special.variants.warwick.trains": 99}, "variant warwick: trains: 99, but it must be a whole number"),
    ("small", {"special.variants.warwick.special": 1}, "variant warwick: special is 1, but it must be an object"),
    (
        "small",
        {"special.variants.warwick.special": {"variants": {}}},
        "variant warwick: a variant has no variants of its own",
    ),
    ("small", {"special.variants.warwick.special": {"dekay": 1}}, "variant warwick: special: there is no rule 'dekay'"),
    (
        "t2r",
        {"special.ticket_sets.other": GONE},
        "variant different: special.ticket_sets: the field 'other' is missing",
    ),
    (
        "usa_1910",
        {"special.variants.1910.ticket_filter": "set = 3"},
        "ticket_filter is 'set = 3', but it must be one of: all",
    ),
    (
        "usa_1910",
        {"special.variants.1910.ticket_filter": "a or b in small_cities"},
        "variant 1910: ticket_filter names special.small_cities, but there is no such list of cities",
    ),
    ("usa_1910", {"special.variants.1910.tickets": 34}, "variant 1910: tickets is 34, but it has 35"),
    ("usa_1910", {"special.variants.1910.ticket_filter": "set == 'none'"}, "3 tickets each, but there are only 0"),
]


@pytest.mark.parametrize(("name", "changes", "reason"), REASONS, ids=[f"{n}-{r[:60]}" for n, _, r in REASONS])
def test_reason(name: str, changes: dict[str, Any], reason: str) -> None:
    found = problems(changed(name, changes))
    assert any(reason in line for line in found), found


@pytest.mark.parametrize("data", [None, 3, [], "usa", True, float("nan")])
def test_what_is_no_object(data: object) -> None:
    assert len(problems(data)) == 1
    assert problems(data)[0].startswith("a board file holds an object with name, cities, routes, tickets")


def test_an_empty_file_lists_every_field_that_has_no_default() -> None:
    assert problems({}) == [f"the field '{key}' is missing" for key in ("name", "cities", "routes", "tickets")]


def test_every_reason_is_given_at_once() -> None:
    found = problems(changed("small", {"routes.0.length": 12, "tickets.0.b": "Atlantis", "cities.7.x": 2, "trains": 0}))
    about = ["trains: 0", "city Helios Hold", "route Arindale–Brightwater", "ticket Arindale–Atlantis"]
    assert all(any(line.startswith(start) for line in found) for start in about), found


def test_one_slip_gives_one_reason() -> None:
    """What follows from a slip isn't reported as well: a wrong length doesn't cut a city off."""
    assert len(problems(changed("mini", {"routes.0.pair": -1}))) == 1
    assert len(problems(changed("usa", {"title": ""}))) == 1
    found = problems(changed("usa", {"routes.0.length": 12}))
    assert [line for line in found if "cut off" in line or "no route leads" in line] == []


def test_too_many_of_everything() -> None:
    towns = [{"name": f"Town {i}", "x": i % 10 / 10, "y": i // 10 / 10} for i in range(65)]
    assert "cities: 65, but a board has 2 to 64" in problems(changed("small", {"cities": towns}))
    assert "routes: 160, but a board has 1 to 127" in problems(
        {**file_of("small"), "routes": file_of("small")["routes"] * 10}
    )
    assert "tickets: 104, but a board has at most 96" in problems(
        {**file_of("small"), "tickets": file_of("small")["tickets"] * 13}
    )


def test_too_many_payments() -> None:
    data = file_of("usa")
    for r in data["routes"]:
        r.update(color="grey", length=6)
    (reason,) = [line for line in problems(data) if "ways to pay" in line]
    assert reason.startswith("routes: 4,900 ways to pay for them all, but at most 2,048 are possible")


def test_duplicate_tickets_are_two_copies_of_a_card() -> None:
    data = file_of("small")
    assert problems({**data, "tickets": data["tickets"] * 2}) == []


def test_nested_remarks_have_a_floor() -> None:
    deep: list[Any] = []
    for _ in range(900):
        deep = [deep]
    assert problems(changed("small", {"special.why": deep})) == [
        "the file has lists or objects more than 20 levels inside one another"
    ]


def test_a_variant_may_not_fit_another() -> None:
    """Two ticket filters that exclude each other are both fine, for only one is played at a time."""
    data = file_of("usa_1910")
    data["special"]["variants"]["old"] = {"ticket_filter": "set == 'base_revised'"}
    board = Board.from_dict(data)
    assert len(board.with_variant("old").tickets) == 34
    assert len(board.with_variant("1910").tickets) == 35


@pytest.mark.parametrize("name", board_names())
def test_the_catalogue_is_sound(name: str) -> None:
    assert problems(load_board(name).data) == []
    for variant in load_board(name).variants:
        assert problems(load_board(f"{name}:{variant}").data) == []


# ---------------------------------------------------------------- fuzz

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-1, 0, 1, 2, 3, 10**400])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["red", "grey", "Arindale", "City 0", "all", "set == 'x'", "a or b in attractions", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a file."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else []
    found = [(data, key) for key in keys]
    for key in keys:
        found += places(data[key])
    return found


@st.composite
def mutated_files(draw: st.DrawFn) -> dict[str, Any]:
    data = file_of(draw(st.sampled_from(["mini", "small", "t2r", "new_york", "london", "first_journey_usa"])))
    for _ in range(draw(st.integers(1, 3))):
        top = draw(st.sampled_from(sorted(data))) if data else None
        if top is None:
            break
        container, key = draw(st.sampled_from([(data, top), *places(data[top])]))
        action = draw(st.sampled_from(["delete", "replace", "nudge", "add"]))
        if action == "delete":
            del container[key]
        elif action == "nudge" and isinstance(container[key], int):
            container[key] += draw(st.integers(-2, 2))
        elif action == "add" and isinstance(container, list):
            container.append(copy.deepcopy(container[key]))
        else:
            container[key] = draw(anything)
    return data


@settings(max_examples=400)
@given(mutated_files())
def test_a_broken_file_is_refused_and_a_sound_one_loads(data: dict[str, Any]) -> None:
    reasons = problems(data)
    assert all(isinstance(line, str) and line and line.isprintable() for line in reasons)
    if reasons:
        return
    board = Board.from_dict(data)
    assert Board.from_json(board.to_json()) == board
    assert board_stats(board).actions > 0
    for variant in board.variants:
        assert board.with_variant(variant).name == f"{board.name}:{variant}"


@settings(max_examples=200)
@given(anything)
def test_no_value_breaks_the_check(data: object) -> None:
    assert problems(data)


@settings(max_examples=100)
@given(st.sampled_from(sorted(file_of("small"))), anything)
def test_no_value_of_a_field_breaks_the_check(key: str, value: object) -> None:
    problems({**file_of("small"), key: value})


def test_messages_read_like_sentences() -> None:
    for name, changes, _ in REASONS:
        for line in problems(changed(name, changes)):
            assert not re.search(r"\bNone\b|\bTrue\b|\bFalse\b|Traceback|<", line), line


def test_routes_that_could_not_be_told_apart_in_a_record_are_refused():
    """Claims are written with the names of their cities: two that read alike would be replayed as one."""
    board = load_board("small")
    one = board.routes[0]
    two = next(route for route in board.routes if not {route.a, route.b} & {one.a, one.b})
    text = json.dumps(board.data)
    for name, new in zip((one.a, one.b, two.a, two.b), ("A-B", "C", "A", "B-C"), strict=True):
        text = text.replace(json.dumps(name), json.dumps(new))
    found = problems(json.loads(text))
    assert "route A–B-C: it reads like route A-B–C; one of their cities needs another name" in found
