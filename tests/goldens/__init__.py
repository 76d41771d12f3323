"""What the package said when this was last recorded; see ``tests/test_goldens.py``."""
