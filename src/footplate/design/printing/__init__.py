"""A board on paper."""
