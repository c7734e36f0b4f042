"""A bot to start from: it finds the cheapest way for each of its tickets and collects the cards for it.

Play it:  footplate match ./mybot.py:MyBot greedy --games 200
Change something, and play again. docs/bots.md explains everything that it uses.
"""

import heapq

from footplate.actions import ClaimRoute, DrawCard, KeepTickets, TakeCard


class MyBot:
    # What has a default here can be given in the spec string: ./mybot.py:MyBot:most_tickets=1
    def __init__(self, most_tickets=2):
        self.most_tickets = most_tickets

    def act(self, observation, budget):
        """Called for every decision; must return one of the legal actions."""
        legal = observation.legal_actions()

        # Which tickets to keep: those that give many points for each train that they still need.
        keeps = [action for action in legal if isinstance(action, KeepTickets)]
        if keeps:
            return max(keeps, key=lambda action: self.worth(observation, action))

        # Claim a route that brings a ticket nearer. If all tickets are done, the longest route there is.
        wanted = self.wanted_routes(observation)
        claims = [action for action in legal if isinstance(action, ClaimRoute)]
        useful = [action for action in claims if not wanted or action.route in wanted]
        if useful:
            return max(useful, key=lambda action: (action.length, -action.locomotives))

        # Otherwise collect: a face-up card of a colour that a wanted route needs and that we have most of already.
        colors = {observation.board.routes[route].color for route in wanted}
        cards = [action for action in legal if isinstance(action, TakeCard)]
        needed = [action for action in cards if action.card in colors or "grey" in colors]
        if needed:
            return max(needed, key=lambda action: observation.hand[action.card])
        return next((action for action in legal if isinstance(action, DrawCard)), legal[0])

    def worth(self, observation, keep):
        """How good it would be to keep these tickets; too many of them are worth nothing."""
        total = 0.0
        for number in keep.numbers:
            ticket = observation.offer[number - 1]
            trains = observation.trains_needed(ticket, observation.seat)
            total += ticket.points / (1 + trains) if trains is not None else -ticket.points
        too_many = len(keep.numbers) - max(self.most_tickets, observation.must_keep)
        return total if too_many <= 0 else total - 100 * too_many

    def wanted_routes(self, observation):
        """The routes (by number) that are still missing on the cheapest way of each ticket."""
        wanted = set()
        for ticket in observation.tickets:
            trains = observation.trains_needed(ticket, observation.seat)
            if trains and trains <= observation.trains[observation.seat]:  # 0: done; None: cut off
                wanted.update(cheapest_way(observation, ticket.a, ticket.b))
        return wanted


def cheapest_way(observation, start, goal):
    """Dijkstra's algorithm: our own routes cost nothing, open ones their length, all others can't be used."""
    seat, owners = observation.seat, observation.owners
    ways_out = {}
    for number, route in enumerate(observation.board.routes):
        if owners[number] == seat or observation.is_open(number, seat):
            cost = 0 if owners[number] == seat else route.length
            ways_out.setdefault(route.a, []).append((route.b, number, cost))
            ways_out.setdefault(route.b, []).append((route.a, number, cost))
    queue, reached = [(0, start, ())], set()
    while queue:
        so_far, city, routes = heapq.heappop(queue)
        if city == goal:
            return [number for number in routes if owners[number] != seat]
        if city not in reached:
            reached.add(city)
            for other, number, cost in ways_out.get(city, []):
                heapq.heappush(queue, (so_far + cost, other, (*routes, number)))
    return []
