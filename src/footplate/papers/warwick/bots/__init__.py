"""The bots of the Warwick report."""
