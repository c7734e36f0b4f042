"""A board that nobody has seen."""
