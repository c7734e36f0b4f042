"""The two bots to start with: random and greedy."""
