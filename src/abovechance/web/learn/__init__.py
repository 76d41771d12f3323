"""What the room to learn shows: the steps of the tour, their live views, and cards of measures."""
