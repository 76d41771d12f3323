"""What of a URL may be shown: tokens and passwords stay with the user."""

from __future__ import annotations

import os
import re

_HARMLESS = ("use_ssl", "user_id", "user_agent", "session_id")
_SHORTEST = 4
"""Shorter texts would be found in everything."""
_USER = re.compile(r"(?<=://)[^/@\s]*@")
_PARAMETERS = re.compile(r"/?[;?].*", re.DOTALL)


def without_secrets(place: str) -> str:
    """A URL or path without what may be secret in it: parameters, users and passwords.

    Examples
    --------
    >>> without_secrets("sc://host:15002/;token=abcdef;use_ssl=true")
    'sc://host:15002'
    >>> without_secrets("s3a://key:password@bucket/predictions/*.parquet")
    's3a://bucket/predictions/*.parquet'
    """
    shown = _USER.sub("", place)
    return _PARAMETERS.sub("", shown) if "://" in place and ";" in place else shown


def silenced(message: str, place: str) -> str:
    """A message of an engine in which nothing secret of the URL is left.

    Examples
    --------
    >>> silenced("token abcdef has expired", "sc://host:15002/;token=abcdef")
    'token *** has expired'
    """
    pairs = [part.partition("=") for part in place.split(";")[1:]]
    secrets = [value if equals else key for key, equals, value in pairs if key.lower() not in _HARMLESS]
    secrets += [user[:-1].rpartition(":")[2] for user in _USER.findall(place)]
    secrets.append(os.environ.get("SPARK_CONNECT_AUTHENTICATE_TOKEN", ""))
    for secret in secrets:
        if len(secret) >= _SHORTEST:
            message = message.replace(secret, "***")
    return message
