"""The client for ``async`` callers; ``_sync`` is made of it when the package is built."""
