"""Pictures as plain data, one builder for each kind of result: what is drawn, before any library draws it.

A builder is loaded when it is called, so that reports in text pay for none.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
