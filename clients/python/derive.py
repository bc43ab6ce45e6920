"""Writes what is made of what was generated and written by hand.

``generated/operations.py`` has the methods of all groups of operations. ``_sync`` is the client for callers without
``async``, made of the one with it.
"""

from pathlib import Path

import unasync

_SOURCES = Path(__file__).parent / "src" / "fooddata_client"

# what the two libraries call by another name; the words of Python itself unasync knows
_NAMES = {
    "AsyncFooddata": "Fooddata",
    "AsyncOperations": "SyncOperations",
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


def _operations(groups: list[str]) -> str:
    lines = ['"""The operations of all groups."""\n']
    lines += [f"from .api import {group}" for group in groups]
    for prefix in ("Async", "Sync"):
        bases = [f"{group}.{prefix}{group.title().replace('_', '')}Operations" for group in groups]
        lines.append(f'\n\nclass {prefix}Operations({", ".join(bases)}):\n    """The operations of the service."""')
    return "\n".join(lines) + "\n"


_api = _SOURCES / "generated" / "api"
_groups = sorted(folder.name for folder in _api.iterdir() if (folder / "__init__.py").is_file())
(_SOURCES / "generated" / "operations.py").write_text(_operations(_groups))

unasync.unasync_files(
    [str(file) for file in sorted((_SOURCES / "_async").glob("*.py"))],
    rules=[unasync.Rule("/_async/", "/_sync/", additional_replacements=_NAMES)],
)
