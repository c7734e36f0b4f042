"""Other people's ways to adjust the difficulty, of which chapter 5 of the Warwick report tells, as agents."""
