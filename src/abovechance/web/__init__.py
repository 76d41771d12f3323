"""The local web page: rooms to explore, to evaluate and to learn, served by Starlette."""
