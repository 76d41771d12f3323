"""Whether tables show more than chance: all the tests of a question, as one answer."""
