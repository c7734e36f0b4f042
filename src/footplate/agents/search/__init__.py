"""Tree search: cheating UCT, information-set search, and what keeps it as strong as one wishes."""
