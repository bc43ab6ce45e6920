// Runs the SQL of standard input in DuckDB and prints the rows of each answer, for whom has no `duckdb` program: the package
// comes with `npm install`. With `--bare` the names of the columns are left out.
import { DuckDBInstance } from "@duckdb/node-api"
import process from "node:process"
import { text } from "node:stream/consumers"

/** Lists and structs as JSON. */
const textOf = (cell) => (typeof cell === "string" ? cell : cell === null ? "NULL" : JSON.stringify(cell))

const isBare = process.argv.includes("--bare")
const connection = await (await DuckDBInstance.create(":memory:")).connect()
const statements = await connection.extractStatements(await text(process.stdin))
for (let i = 0; i < statements.count; i++) {
  const prepared = await statements.prepare(i)
  const answer = await prepared.runAndReadAll()
  if (answer.currentRowCount === 0) continue
  const rows = answer.getRowsJson().map((row) => row.map(textOf))
  const lines = isBare ? rows : [answer.columnNames(), ...rows]
  process.stdout.write(lines.map((cells) => `${cells.join("\t")}\n`).join("") + (isBare ? "" : "\n"))
}
