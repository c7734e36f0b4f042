"""What a search asks for values and priors."""
