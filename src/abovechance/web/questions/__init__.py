"""What the room *Evaluate* asks: of which columns, by which command, and what is made of the answer."""
