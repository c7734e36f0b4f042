"""Bots that play by rules, without search or training: random, greedy, the racer and the ticket planner."""
