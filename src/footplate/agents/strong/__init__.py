"""The strongest bots by rules: the ticket planner and the racer."""
