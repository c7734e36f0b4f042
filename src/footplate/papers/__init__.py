"""A package for each paper that this project is made from: its bots, encoder, training, map method and studies."""
