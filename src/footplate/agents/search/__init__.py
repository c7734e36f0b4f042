"""Tree search: in the true game, in information sets, and with a network; for a win or for a close game."""
