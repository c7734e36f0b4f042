"""Those who play: who sits where, whom one can play against, what a person has achieved."""
