"""Designing boards: how fair one is, what may change, methods that make it fairer, and what is shown of it."""
