"""Who is asking: verified identities, their tiers, and the opaque ids that other services see."""
