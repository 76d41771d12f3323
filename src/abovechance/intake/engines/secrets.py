"""What of a URL may be shown: tokens and passwords stay with the user."""

from __future__ import annotations

import os
import re
from urllib.parse import unquote

_HARMLESS = ("use_ssl", "user_id", "user_agent", "session_id")
_SHORTEST = 4
"""Shorter texts would be found in everything."""
_QUERY = re.compile(r"/?[;?][\w.-]+=.*", re.DOTALL)
_PASSWORD = re.compile(r"(?<=://)[^/:@\s]*:(?!//)(.*)@", re.DOTALL)
"""With a colon: what stands before the @ alone is the container of a store."""
_REST = re.compile(r"/?;.*", re.DOTALL)


def without_secrets(place: str) -> str:
    """A URL or path without what may be secret in it: parameters, users with passwords.

    Examples
    --------
    >>> without_secrets("sc://host:15002/;token=abcdef;use_ssl=true")
    'sc://host:15002'
    >>> without_secrets("s3a://key:password@bucket/predictions/*.parquet")
    's3a://bucket/predictions/*.parquet'
    """
    if "://" not in place:
        return place
    return _REST.sub("", _PASSWORD.sub("", _QUERY.sub("", place)))


def silenced(message: str, place: str) -> str:
    """A message of an engine in which nothing secret of the URL or path is left.

    Examples
    --------
    >>> silenced("token abcdef has expired", "sc://host:15002/;token=abcdef")
    'token *** has expired'
    """
    secrets = [os.environ.get("SPARK_CONNECT_AUTHENTICATE_TOKEN", "")]
    if "://" in place:
        secrets += _secrets(place)
    spelt = {text for secret in secrets for text in (secret, unquote(secret))}
    for secret in sorted(spelt, key=len, reverse=True):
        if len(secret) >= _SHORTEST:
            message = message.replace(secret, "***")
    return message


def _secrets(place: str) -> list[str]:
    """Values of parameters, and passwords: whole, and the parts that an engine may take them for."""
    query = _QUERY.search(place)
    rest, asked = (place, "") if query is None else (place[: query.start()], query[0])
    parts = [*rest.split(";")[1:], *re.split("[;?]", asked)[1:], *re.split("[;?&]", asked)[1:]]
    pairs = [part.partition("=") for part in parts]
    values = [value if equals else key for key, equals, value in pairs if key.lower() not in _HARMLESS]
    passwords = _PASSWORD.findall(rest)
    return [*values, *passwords, *(part for password in passwords for part in re.split("[/@]", password))]
