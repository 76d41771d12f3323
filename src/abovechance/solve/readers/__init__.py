"""Readers of printed reports, a module for each program that prints them."""
