// Keeps tables of its own from the events of the log, which come in as lines of NDJSON. README.md says how it is fed.
import process from "node:process"
import { DatabaseSync } from "node:sqlite"

const [file = "products.db", question] = process.argv.slice(2)
const db = new DatabaseSync(file)
db.exec(`PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS place (cursor TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS streams (stream TEXT PRIMARY KEY, version INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS products (id TEXT PRIMARY KEY, name TEXT NOT NULL, calories REAL, licence TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS changes (day TEXT PRIMARY KEY, events INTEGER NOT NULL)`)

const place = db.prepare("SELECT cursor FROM place")
const forgetPlace = db.prepare("DELETE FROM place")
const keepPlace = db.prepare("INSERT INTO place VALUES (?)")
const versionOf = db.prepare("SELECT version FROM streams WHERE stream = ?")
const keepVersion = db.prepare("INSERT OR REPLACE INTO streams VALUES (?, ?)")
const put = db.prepare("INSERT OR REPLACE INTO products VALUES (?, ?, ?, ?)")
const remove = db.prepare("DELETE FROM products WHERE id = ?")
const count = db.prepare("INSERT INTO changes VALUES (?, 1) ON CONFLICT (day) DO UPDATE SET events = events + 1")

/** What one event changes. A count is here on purpose: done twice, it would be wrong. */
const project = ({ data, stream, time, type }) => {
  const id = stream.slice("product-".length)
  count.run(time.slice(0, 10))
  if (type === "ProductWithdrawn") remove.run(id)
  else {
    const { mainLanguage, names, nutrition, provenance } = data.facts
    put.run(id, names[mainLanguage][0], nutrition.calories, provenance.licence)
  }
}

/** One that was projected comes again after a crash: its version says so. One that is missing is never passed over. */
const apply = (event) => {
  const known = Number(versionOf.get(event.stream)?.version ?? 0)
  if (event.version <= known) return
  if (event.version > known + 1)
    throw new Error(`${event.stream}: version ${known + 1} is missing before ${event.version}`)
  project(event)
  keepVersion.run(event.stream, event.version)
}

/** The tables, the versions and the place change together or not at all: killed anywhere, they agree. */
const applyAll = (lines) => {
  const events = lines.map((line) => JSON.parse(line)).filter(({ stream }) => stream.startsWith("product-"))
  const last = events.at(-1)
  if (last === undefined) return
  db.exec("BEGIN IMMEDIATE")
  for (const event of events) apply(event)
  forgetPlace.run()
  keepPlace.run(last.cursor)
  db.exec("COMMIT")
  process.stdout.write(`${last.cursor}\n`)
}

if (question === "place") process.stdout.write(`${place.get()?.cursor ?? 0}\n`)
else {
  let rest = ""
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    applyAll(lines)
  }
}
