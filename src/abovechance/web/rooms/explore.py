"""Explore: a table and sliders, and how all measures follow.

What is shown is in the fragment of the address, the part after ``#``, which browsers do not send: it can be
kept, shared and linked to, and holds no token. Its parts are ``name=value``, with ``&`` between them, in any
order; each may be missing, and one that makes no sense is left out, which the page says.

======== =================================================== ========================== ======================
part     what it says                                        if it is missing           example
======== =================================================== ========================== ======================
``p``    a preset, see ``web/explore/presets.py``; the other none                       ``p=table-2``
         parts go before what it says
``t``    the counts of system A, row by row: rows are truth, 30,30,12,28                ``t=30,30,12,28``
         columns prediction, 2 to 8 classes. The first class
         is the positive one, so of two classes they are true
         positives, false negatives, false positives, true
         negatives
``u``    the counts of a system B of the same classes        no system B                ``u=56,12,20,12``
``on``   which of the two is changed, ``a`` or ``b``         ``a``                      ``on=b``
``l``    the labels in order, each percent-encoded           positive,negative; A,B,C…  ``l=spam,no%20spam``
``m``    the measure whose lines of equal value are drawn    ``informedness``           ``m=mcc``
``s``    the space they are drawn in, ``roc`` or ``pn``      ``roc``                    ``s=pn``
``keep`` what a change of prevalence keeps: ``rates``, each  ``rates``                  ``keep=bias``
         class's shares of predictions (so Recall and
         Fallout), or ``bias``, together with Informedness
``k``    of more than two classes, the number of the one     0                          ``k=2``
         that the sliders are of, from 0
``c``    what an error on an item of the first class costs,  ``1,1``                    ``c=5,1``
         and on an item of another
``v``    the view to scroll to: ``table``, ``space``,        the top                    ``v=kappas``
         ``measures``, ``prevalence``, ``kappas`` or
         ``winnings``
======== =================================================== ========================== ======================

So ``/explore#p=skew&v=kappas`` opens a preset at the Kappas, ``/explore#t=90,0,10,0&l=noun,verb`` a table.
The presets are ``table-2``, ``skew``, ``water``, ``paradox`` and ``rare``.
"""

from __future__ import annotations

from abovechance.web.room import Room

EXPLORE = Room("explore", "Explore", "Change a table and see what every measure makes of it.")
