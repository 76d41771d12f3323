"""What a system will be worth where classes have other shares than in the table that it was tried on."""
