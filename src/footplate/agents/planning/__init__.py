"""What bots that plan share: links, ways, networks, cards and claims."""
