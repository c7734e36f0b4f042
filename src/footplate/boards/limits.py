"""How large a board may be, and the colours that cards and routes can have.

The engine's records have these fixed capacities, so that one compile serves every board (docs/architecture.md).
"""

COLOURS = ("red", "orange", "yellow", "green", "blue", "pink", "white", "black")
GREY = "grey"

MAX_PLAYERS = 5
MAX_CITIES = 64
MAX_ROUTES = 127
MAX_TICKETS = 96  # cards in the ticket deck, or given to the players
MAX_CARDS = 112  # train cards in all
MAX_CARDS_OF_A_KIND = 100
MAX_LENGTH = 9  # of a route
MAX_TRAINS = 63  # of a player: also the most routes one player can own
MAX_PAYMENTS = 2048  # ways to pay for all routes together
MAX_OFFER = 5  # tickets dealt at once
MAX_FACE_UP = 5
MAX_SUBSTITUTES = 9  # cards of any kind that stand for one space of a route
MAX_DUE = 5  # cards that a tunnel or a station may ask for
MAX_STATIONS = 3  # of a player
MAX_GOALS = 4  # countries that a ticket may lead to
MAX_DISTRICTS = 8
MAX_TOUR = 5  # tickets that a grand tour counts
MAX_PASSENGERS = 60
MAX_PASSENGER_COLOURS = 8
