"""Clusterings: how far two groupings of the same items agree, whatever their groups are called."""
