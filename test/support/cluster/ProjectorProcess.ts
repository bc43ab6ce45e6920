import { Effect, Layer } from "effect"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import process from "node:process"
import * as OpenSearchProductIndex from "../../../infra/opensearch/OpenSearchProductIndex.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { trigramEmbedder } from "../TrigramEmbedder.ts"
import { changeLog, take } from "./ChangeLog.ts"
import { defaultOptions } from "../../../infra/opensearch/LiveIndex.ts"
import { openSearch } from "./Servers.ts"

// A projector to be killed: ALIAS SEED PRODUCTS CHANGES PAGE PLACE_FILE. Applies the log of the seed from the place
// in the file on, saving the place after each page; says `page` before each, and `finished`.

const [alias = "", seed, products, changes, page, placeFile = ""] = process.argv.slice(2)
const log = take(changeLog(Number(seed), Number(products)), Number(changes))
const pageSize = Number(page)

const save = (place: number): void => {
  writeFileSync(`${placeFile}.next`, String(place))
  renameSync(`${placeFile}.next`, placeFile)
}

const project = Effect.gen(function* () {
  const index = yield* ProductIndex
  let place = existsSync(placeFile) ? Number(readFileSync(placeFile, "utf8")) : 0
  while (place < log.length) {
    process.stdout.write("page\n")
    yield* index.apply(log.slice(place, place + pageSize))
    place = Math.min(log.length, place + pageSize)
    save(place)
  }
  process.stdout.write("finished\n")
})

const index = OpenSearchProductIndex.layer({ ...defaultOptions, alias }).pipe(
  Layer.provide([openSearch(), trigramEmbedder({ dimensions: 16 })])
)
await Effect.runPromise(Effect.provide(project, index))
