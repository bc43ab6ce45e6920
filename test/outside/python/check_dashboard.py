"""Reads a dashboard into Grafana's published types and writes it again: a field that is lost is none of Grafana's."""

import json
import sys
from collections.abc import Iterator

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard


def lost(given: object, kept: object, place: str = "") -> Iterator[str]:
    if isinstance(given, dict) and isinstance(kept, dict):
        for name, value in given.items():
            if name in kept:
                yield from lost(value, kept[name], f"{place}.{name}")
            else:
                yield f"{place}.{name}"
    elif isinstance(given, list) and isinstance(kept, list) and len(given) == len(kept):
        for index, (value, other) in enumerate(zip(given, kept)):
            yield from lost(value, other, f"{place}[{index}]")
    elif given != kept:
        yield f"{place}: {given!r} became {kept!r}"


register_default_plugins()
with open(sys.argv[1]) as file:
    given = json.load(file)
found = list(lost(given, json.loads(JSONEncoder().encode(Dashboard.from_json(given)))))
print("\n".join(found))
sys.exit(1 if found else 0)
