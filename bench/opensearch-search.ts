import { Context, Effect, Layer } from "effect"
import { createIndex, deleteIndex, indexName, listIndexes, writerOf } from "../infra/opensearch/Indexes.ts"
import { defaultOptions } from "../infra/opensearch/LiveIndex.ts"
import * as OpenSearch from "../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../infra/opensearch/OpenSearchProductIndex.ts"
import { compact } from "../infra/opensearch/product-index/Compaction.ts"
import { withoutVectors } from "../infra/opensearch/product-index/EmbeddedChanges.ts"
import { applyChanges, refresh, type SentWords } from "../infra/opensearch/product-index/IndexWrites.ts"
import type { SearchQuery } from "../domain/search/SearchQuery.ts"
import { Embedder } from "../projections/ports/Embedder.ts"
import { type ProductChange, ProductIndex } from "../projections/ports/ProductIndex.ts"
import { toDocument } from "../projections/product-search/ProductDocument.ts"
import { smallEmbedder } from "./SmallEmbedder.ts"
import { seededRandom, syntheticCatalogue } from "./SyntheticCatalogue.ts"
import { quantile } from "./Statistics.ts"
import { searchByWords } from "../src/queries/WordSearch.ts"

// OPENSEARCH_URL=http://… node bin/node.mjs bench/opensearch-search.ts [products] [searches] [--drop]
// Times of whole searches, page and exact total, one at a time, over an index that is filled when it is not there and
// stays, so that the next run only searches; `--drop` removes it. One million takes 3 minutes and a heap of 2 GB.

const url = process.env["OPENSEARCH_URL"] ?? ""
const [productsText = "1000000", searchesText = "100"] = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const productCount = Number(productsText)
const searchesPerKind = Number(searchesText)
const isDropped = process.argv.includes("--drop")

const pageSize = 5_000
const number = 1
const options = { ...defaultOptions, alias: `bench-search-${productCount}` }
const name = indexName(options.alias, number)

const print = (line: string) => process.stdout.write(`${line}\n`)

const catalogue = syntheticCatalogue(1)

const changesFrom = (first: number): ReadonlyArray<ProductChange> =>
  Array.from({ length: Math.min(pageSize, productCount - first) }, (_, i) => ({
    _tag: "Put",
    document: toDocument(catalogue.product(first + i), 1)
  }))

const fill = Effect.fnUntraced(function* (server: OpenSearch.OpenSearchServer) {
  const { model } = yield* Embedder
  yield* deleteIndex(server, name)
  yield* createIndex(server, { alias: options.alias, name, layout: options.layout, model, isBuilding: false })
  const started = performance.now()
  const sent: SentWords = new Set()
  const firsts = Array.from({ length: Math.ceil(productCount / pageSize) }, (_, page) => page * pageSize)
  yield* Effect.forEach(
    firsts,
    (first) => Effect.suspend(() => applyChanges(server, writerOf(name), withoutVectors(changesFrom(first)), sent)),
    { concurrency: 2, discard: true }
  )
  yield* refresh(server, name)
  yield* compact(server, name, () => Effect.void)
  print(`filled in ${Math.round((performance.now() - started) / 1000)} s`)
})

const query = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  language: "en",
  region: null,
  source: null,
  limit: 20,
  offset: 0,
  ...more
})

const kinds = ({ common, rare }: ReturnType<typeof syntheticCatalogue>) => {
  const random = seededRandom(2)
  const oneOf = (list: ReadonlyArray<string>) => list[Math.floor(random() * list.length)] ?? ""
  return {
    "common word": () => query(oneOf(common)),
    "rare word": () => query(oneOf(rare)),
    "two words": () => query(`${oneOf(common)} ${oneOf(common)}`),
    "common and rare": () => query(`${oneOf(common)} ${oneOf(rare)}`),
    "three words": () => query(`${oneOf(common)} ${oneOf(common)} ${oneOf(rare)}`),
    "prefix of 1": () => query(oneOf(common).slice(0, 1)),
    "prefix of 3": () => query(oneOf(common).slice(0, 3)),
    region: () => query(oneOf(common), { region: "gcc" }),
    source: () => query(oneOf(common), { source: "curated" }),
    "offset 10,000": () => query(oneOf(common), { offset: 10_000, limit: 50 })
  }
}

const measure = Effect.fnUntraced(function* (index: Context.Service.Shape<typeof ProductIndex>) {
  const all: Array<number> = []
  const firstPages: Array<number> = []
  const line = (kind: string, times: ReadonlyArray<number>) =>
    print(`${kind.padStart(16)}  ${[0.5, 0.95, 0.99].map((q) => quantile(times, q).toFixed(1)).join(" / ")}`)
  print("p50 / p95 / p99 ms".padStart(36))
  for (const [kind, make] of Object.entries(kinds(catalogue))) {
    const times: Array<number> = []
    for (let i = 0; i < searchesPerKind; i++) {
      const asked = make()
      const started = performance.now()
      yield* searchByWords(index, asked)
      times.push(performance.now() - started)
    }
    line(kind, times)
    all.push(...times)
    if (make().offset === 0) firstPages.push(...times)
  }
  line("first pages", firstPages)
  line("all", all)
})

const program = Effect.gen(function* () {
  const server = yield* OpenSearch.OpenSearch
  const index = Context.get(yield* Layer.build(OpenSearchProductIndex.layer(options)), ProductIndex)
  const isThere = (yield* listIndexes(server, options.alias)).some((each) => each.isLive && each.isCurrent)
  if (!isThere) yield* fill(server)
  yield* measure(index)
  if (isDropped) yield* deleteIndex(server, name)
})

await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide([OpenSearch.layer(url), smallEmbedder])))
