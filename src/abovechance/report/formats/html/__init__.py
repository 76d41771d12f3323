"""HTML: a report as one file that needs nothing else, or as a part of a page for a notebook.

- ``to_html(document, provenance)`` is the page: one file with its own style sheet and script, which asks
  nothing of the network. ``provenance`` says how it was made, see :class:`Provenance`; it may be left out.
- ``policy()`` is the content-security policy that the page carries in its head: nothing is allowed but this
  script and this style sheet, by their hashes, and pictures as data. ``policy(frame_ancestors="'self'")``
  is the same for the header of a response, where it may say too who may frame the page. A frame for it needs
  ``sandbox="allow-scripts allow-downloads"``, and ``allow="clipboard-write"`` for its button to copy data.
- ``to_fragment(document)`` is the plain part of a page without script that notebooks show.
"""

from abovechance.report.formats.html.fragment import to_fragment
from abovechance.report.formats.html.page import to_html
from abovechance.report.formats.html.policy import policy
from abovechance.report.formats.html.provenance import Input, Provenance

__all__ = ["Input", "Provenance", "policy", "to_fragment", "to_html"]
