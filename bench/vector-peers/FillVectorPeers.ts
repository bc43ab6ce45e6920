import { Effect, Schema } from "effect"
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { readBundled } from "../../data/semantic/BundledModel.ts"
import { createProductIndex } from "../../infra/sqlite/product-index/IndexSchema.ts"
import { ensureProductVectors } from "../../infra/sqlite/product-vectors/VectorSchema.ts"
import { openSqlite } from "../../infra/sqlite/Sqlite.ts"
import { discard } from "../../infra/sqlite/ViewsFile.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { embedRecallQueries, exactTen, fillMixed } from "../MixedVectors.ts"

/** The files of the peers in a folder; `.f32` are rows of 32-bit floats, little-endian. */
export const vectorFiles = (folder: string) => ({
  views: join(folder, "views.db"),
  vectors: join(folder, "vectors.f32"),
  questions: join(folder, "questions.f32"),
  exact: join(folder, "exact.json")
})

const decodeExact = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.Array(Schema.Number))))

const bytesOf = ({ buffer, byteLength, byteOffset }: Float32Array) => new Uint8Array(buffer, byteOffset, byteLength)

/** The vectors of the questions, and the cosines of the exact ten of each; a folder that is complete is left as it is. */
export const fillVectorPeers = Effect.fnUntraced(function* (folder: string, count: number) {
  const files = vectorFiles(folder)
  const questions = yield* embedRecallQueries
  if (!existsSync(files.exact)) {
    const embedder = yield* Embedder
    const products = yield* Effect.promise(() => readBundled())
    const vectors = yield* embedder.embedProducts(products)
    // what an interrupted run left
    discard(files.views)
    const db = yield* openSqlite({ path: files.views, synchronous: "OFF" })
    yield* db.write("create", () => {
      createProductIndex(db)
      ensureProductVectors(db, embedder.model)
    })
    const exact = questions.map(exactTen)
    const out = yield* Effect.acquireRelease(
      Effect.sync(() => openSync(files.vectors, "w")),
      (file) => Effect.sync(() => closeSync(file))
    )
    yield* fillMixed(db, { products, vectors }, count, (vector) => {
      writeSync(out, bytesOf(vector))
      exact.forEach(({ see }) => see(vector))
    })
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    writeFileSync(files.questions, Buffer.concat(questions.map(bytesOf)))
    writeFileSync(files.exact, JSON.stringify(exact.map(({ best }) => best)))
  }
  const held = statSync(files.vectors).size / (questions[0]?.byteLength ?? 0)
  if (held !== count) return yield* Effect.die(new Error(`${folder} holds ${held} vectors: name another folder`))
  return { questions, exact: decodeExact(readFileSync(files.exact, "utf8")) }
}, Effect.scoped)
