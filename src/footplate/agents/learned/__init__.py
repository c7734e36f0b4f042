"""Networks that play: their files, their forward pass without a training library, and the agents made of them."""
