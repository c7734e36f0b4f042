"""The planning core: what bots share that plan a network for their tickets.

To plan, a bot looks at the links (``links.survey``), prices them (``prices.price_links``), lists the tickets that it
wants (``tickets``) and joins their cities. Then it works out what the plan takes from its hand. The bots differ in the
prices and in how they join:

    bot              a link costs (LinkPrices)        tickets are joined by             within
    planner          turns, less points of the route  network.plan_within               trains, turns, stations
    guided playouts  the same in other shares         network.plan_by_points            trains
    both in a race   turns (race.price_in_turns)      race.plan_race, the nearest one   trains
    Warwick's        8 a train, 1 on grey routes      unions, the cheapest              trains, 1.4 times the cost
    Yang's           trains                           unions, by cards or by points     trains
    Silva's          trains or links                  rules of their own, as published  trains

The cards are those of ``hand`` (a colour for every route) or, for the papers' bots, of ``claims`` (grey routes apart).
"""
