"""Files to tables: small ones are read in place, large and binary ones are counted by an engine.

Whichever way a file is read, labels are text, an empty cell is a missing value, and the result is
the same. A file that the engine refuses is read again by the careful reader, which can say where
and why it is wrong. Of several files each is counted apart, alike ones together, and tables add.
"""
