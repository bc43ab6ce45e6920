"""Reads a dataset of events and a file of products with Polars and pyarrow, as docs/data-teams.md says.

read_exports.py PAGE NUTRIENTS: in the current folder lie `dataset` and `products.parquet`, and the same rows as `events.ndjson` and
`products.jsonl`. Columns and types must be those of the page's tables, with the other nutrients of the second page behind those of a product;
values those of the lines. Ends with 1 and names
what differs.
"""

import json
import re
import sys
from datetime import date, datetime, timezone
from pathlib import Path

import polars
import pyarrow


ABSENT = "no such column"


def section(page, heading):
    """What stands below a heading, up to the next one."""
    return re.split(r"\n##+ ", page.split(f"\n{heading}\n", 1)[1], maxsplit=1)[0]


def table(page, heading):
    """The rows of the first table below a heading, without its titles; cells without backticks."""
    lines = [line for line in section(page, heading).splitlines() if line.startswith("|")]
    return [[cell.strip().replace("`", "") for cell in line.strip("|").split("|")] for line in lines[2:]]


def expected_columns(page, heading, more):
    """(name, type in Polars, type in pyarrow) of each column, by the page and with more numbers behind them."""
    types = {row[0]: (row[1], row[2]) for row in table(page, "### Types in Polars and pyarrow")}
    columns = []
    for name, in_duckdb, what in table(page, heading):
        of_folder = f"{in_duckdb}, from the folder"
        kind = of_folder if what.startswith("from the folder") and of_folder in types else in_duckdb
        columns.append((name, *types[kind]))
    return columns + [(name, *types["DOUBLE"]) for name in more]


def same(what, found, expected):
    if found == expected:
        return
    if isinstance(expected, list) and len(found) == len(expected):
        index = next(i for i in range(len(expected)) if found[i] != expected[i])
        what, found, expected = f"{what}, row {index}", found[index], expected[index]
    elif isinstance(expected, list):
        found, expected = f"{len(found)} rows", f"{len(expected)} rows"
    if isinstance(expected, dict):
        names = [name for name in {**expected, **found} if found.get(name, ABSENT) != expected.get(name, ABSENT)]
        found, expected = ({name: row.get(name, ABSENT) for name in names} for row in (found, expected))
    sys.exit(f"{what}: found {found}, expected {expected}")


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def event_of_line(line):
    event = json.loads(line)
    tx, _, position = event.pop("cursor").rpartition(":")
    time = instant(event["time"])
    places = {"logtx": int(tx or 0), "logposition": int(position)}
    folder = {"category": event["stream"].split("-", 1)[0], "day": time.astimezone(timezone.utc).date()}
    return {**event, **places, "time": time, **folder}


def product_of_line(line):
    product = json.loads(line)
    day = product["modified_on"]
    return {
        **product,
        "changed_at": instant(product["changed_at"]),
        "modified_on": None if day is None else date.fromisoformat(day),
    }


def lines_as_rows(path, of_line, order):
    text = Path(path).read_text(encoding="utf-8")
    return sorted((of_line(line) for line in text.splitlines()), key=order)


def normal(row, json_columns):
    """A row as a reader gives it: JSON read, a day of the folder as a day whether it came as one or as text."""
    read = {name: json.loads(row[name]) for name in json_columns}
    if isinstance(row.get("day"), str):
        read["day"] = date.fromisoformat(row["day"])
    return {**row, **read}


def check(what, page, heading, in_polars, in_pyarrow, expected, order, json_columns, more=()):
    columns = expected_columns(page, heading, more)
    polars_rows = in_polars.collect()
    arrow_rows = in_pyarrow.to_table() if hasattr(in_pyarrow, "to_table") else in_pyarrow
    found = [(name, str(kind)) for name, kind in polars_rows.schema.items()]
    same(f"{what} in Polars, columns", found, [(name, kind) for name, kind, _ in columns])
    found = [(field.name, str(field.type)) for field in arrow_rows.schema]
    same(f"{what} in pyarrow, columns", found, [(name, kind) for name, _, kind in columns])
    for reader, rows in (("Polars", polars_rows.to_dicts()), ("pyarrow", arrow_rows.to_pylist())):
        rows = sorted((normal(row, json_columns) for row in rows), key=order)
        same(f"{what} in {reader}", rows, expected)
    print(f"{what}: {len(expected)} rows, {len(columns)} columns")


def main():
    page, nutrients = (Path(path).read_text(encoding="utf-8") for path in sys.argv[1:3])
    code = re.search(r"```python\n(.*?)```", section(page, "## Query it in Polars or pyarrow"), re.DOTALL)
    documented = {}
    exec(code[1], documented)  # what the page tells its readers to run, as it stands there

    def place(row):
        return (row["logtx"], row["logposition"])

    def by_id(row):
        return row["id"]

    check(
        "events",
        page,
        "### Columns of an event",
        documented["events"],
        documented["events_in_arrow"],
        lines_as_rows("events.ndjson", event_of_line, place),
        place,
        ["data"],
    )
    check(
        "products",
        page,
        "### Columns of a product",
        documented["products"],
        documented["products_in_arrow"],
        lines_as_rows("products.jsonl", product_of_line, by_id),
        by_id,
        [name for name, _, what in table(page, "### Columns of a product") if what.startswith("JSON")],
        [row[0] for row in table(nutrients, "## Under `details`")],
    )
    print(f"polars {polars.__version__}, pyarrow {pyarrow.__version__}")


main()
