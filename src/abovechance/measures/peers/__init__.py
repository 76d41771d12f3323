"""What other software calls each measure: a file for each software, ``NAMES`` of theirs → our key."""

PEERS: dict[str, dict[str, str]] = {}
