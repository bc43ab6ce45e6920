"""Writes src/fooddata_client/_sync: the client for callers without ``async``, made of the one with it."""

from pathlib import Path

import unasync

_SOURCES = Path(__file__).parent / "src" / "fooddata_client"

# what the two libraries call by another name; the words of Python itself unasync knows
_NAMES = {
    "AsyncFooddata": "Fooddata",
    "AsyncRetryTransport": "RetryTransport",
    "AsyncBaseTransport": "BaseTransport",
    "AsyncHTTPTransport": "HTTPTransport",
    "AsyncClient": "Client",
    "aclose": "close",
    "anyio": "time",
    "aread": "read",
    "asyncio_detailed": "sync_detailed",
    "handle_async_request": "handle_request",
    "set_async_httpx_client": "set_httpx_client",
}

unasync.unasync_files(
    [str(file) for file in sorted((_SOURCES / "_async").glob("*.py"))],
    rules=[unasync.Rule("/_async/", "/_sync/", additional_replacements=_NAMES)],
)
