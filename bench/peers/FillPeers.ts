import { Effect } from "effect"
import { createWriteStream, existsSync, rmSync, statSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { openOff } from "../../infra/sources/off/OffDump.ts"
import type { SourceRow } from "../../infra/sources/SourceRow.ts"
import { TermNumbering } from "../../infra/inverted-index/TermNumbering.ts"
import { createProductIndex } from "../../infra/sqlite/product-index/IndexSchema.ts"
import { loadedTables } from "../../infra/sqlite/product-index/LoadedTables.ts"
import { loadedProduct } from "../../infra/sqlite/product-index/LoadedProduct.ts"
import { openSqlite } from "../../infra/sqlite/Sqlite.ts"
import { type ProductDocument, toDocument } from "../../projections/product-search/ProductDocument.ts"
import { generatedProducts } from "../GeneratedProducts.ts"

/** What takes the documents of a catalogue; `seconds` of CPU count towards filling it. */
interface Filled {
  readonly name: string
  readonly path: string
  readonly add: (documents: ReadonlyArray<ProductDocument>) => Effect.Effect<void, unknown>
  readonly end: Effect.Effect<void, unknown>
}

const invertedIndex = Effect.fnUntraced(function* (path: string) {
  const db = yield* openSqlite({ path, synchronous: "OFF" })
  yield* db.write("create", () => createProductIndex(db))
  const tables = loadedTables(db)
  const numbering = new TermNumbering()
  yield* db.write("begin", tables.begin)
  const filled: Filled = {
    name: "inverted index",
    path,
    add: (documents) =>
      db.write("load", () =>
        tables.add(documents.map((document) => loadedProduct({ _tag: "Put", document }, numbering)))
      ),
    end: Effect.gen(function* () {
      yield* db.write("end", tables.end)
      while (yield* db.write("merge", tables.merge));
    })
  }
  return filled
})

export const textOf = ({ brands, names }: ProductFacts): string =>
  [...Object.values(names).flat(), ...(brands === null ? [] : [brands])].join(" ")

const fts5 = Effect.fnUntraced(function* (path: string) {
  const db = yield* openSqlite({ path, synchronous: "OFF" })
  db.exec("CREATE VIRTUAL TABLE texts USING fts5(text, id UNINDEXED)")
  const filled: Filled = {
    name: "FTS5",
    path,
    add: (documents) =>
      db.write("insert", () => {
        for (const { facts } of documents) {
          db.statement("INSERT INTO texts (text, id) VALUES (?, ?)").run(textOf(facts), facts.id)
        }
      }),
    end: db.write("optimize", () => db.exec("INSERT INTO texts (texts) VALUES ('optimize')"))
  }
  return filled
})

const textLines = (path: string): Effect.Effect<Filled> =>
  Effect.sync(() => {
    const out = createWriteStream(path)
    return {
      name: "texts",
      path,
      add: (documents) =>
        Effect.promise(async () => {
          const lines = documents.map(({ facts }) => `${JSON.stringify({ id: facts.id, text: textOf(facts) })}\n`)
          if (!out.write(lines.join(""))) await once(out, "drain")
        }),
      end: Effect.promise(async () => {
        out.end()
        await once(out, "finish")
      })
    }
  })

/** The files of the peers in a folder. */
export const peerFiles = (folder: string) => ({
  inverted: join(folder, "inverted.db"),
  fts5: join(folder, "fts5.db"),
  texts: join(folder, "texts.jsonl"),
  tantivy: join(folder, "tantivy")
})

/** Products that are made, written down and read at once. */
const rowsPerPiece = 20_000

const rowsOf = async (path: string): Promise<ReadonlyArray<ReadonlyArray<SourceRow>>> => {
  const batches: Array<ReadonlyArray<SourceRow>> = []
  for await (const batch of (await openOff(path)).rows) batches.push(batch)
  return batches
}

/** Fills what is not there yet with the same generated products; `say` is told what it took. */
export const fillPeers = Effect.fnUntraced(function* (
  folder: string,
  rows: number,
  products: ReadonlyArray<ProductFacts>,
  say: (line: string) => void
) {
  const files = peerFiles(folder)
  const missing = yield* Effect.all(
    [
      { path: files.inverted, open: invertedIndex },
      { path: files.fts5, open: fts5 },
      { path: files.texts, open: textLines }
    ]
      .filter(({ path }) => !existsSync(path))
      .map(({ open, path }) => open(path))
  )
  if (missing.length === 0) return
  const cpu = new Map(missing.map(({ name }) => [name, 0]))
  const counted = (name: string, work: Effect.Effect<void, unknown>) =>
    Effect.gen(function* () {
      const before = process.cpuUsage()
      yield* work
      const { system, user } = process.cpuUsage(before)
      cpu.set(name, (cpu.get(name) ?? 0) + (system + user) / 1e6)
    })
  const product = generatedProducts(1, products)
  const piece = join(folder, "piece.jsonl")
  for (let from = 0; from < rows; from += rowsPerPiece) {
    const count = Math.min(rowsPerPiece, rows - from)
    writeFileSync(piece, Array.from({ length: count }, (_, i) => `${JSON.stringify(product(from + i))}\n`).join(""))
    for (const batch of yield* Effect.promise(() => rowsOf(piece))) {
      const documents = batch.flatMap(({ outcome }) =>
        outcome._tag === "Accepted" ? [toDocument(outcome.facts, 1)] : []
      )
      for (const { add, name } of missing) yield* counted(name, add(documents))
    }
  }
  rmSync(piece)
  for (const { end, name } of missing) yield* counted(name, end)
  for (const { name, path } of missing) {
    say(`${name}: ${(cpu.get(name) ?? 0).toFixed(0)} s CPU, ${(statSync(path).size / 1e6).toFixed(0)} MB`)
  }
}, Effect.scoped)
