"""Worlds whose truth is known: tables drawn from them show what measures, intervals and tests are worth."""
