"""Tests of one table against chance."""
