"""One builder of documents for each kind of result, see ``report/build.py``."""
