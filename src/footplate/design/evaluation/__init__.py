"""How a board plays."""
