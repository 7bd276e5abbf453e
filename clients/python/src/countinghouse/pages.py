"""Lists over all their pages."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Optional


def each_item(load: Callable[[Optional[str]], Any], cursor: Optional[str]) -> Iterator[Any]:
    """Every item of a list. A page is loaded when its first item is needed."""
    while True:
        page = load(cursor)
        yield from page["items"]
        cursor = page["nextCursor"]
        if cursor is None:
            return
