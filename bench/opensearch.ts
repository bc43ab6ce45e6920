import { Client } from "@opensearch-project/opensearch"
import { Context, Effect, Layer } from "effect"
import { createIndex, deleteIndex, indexName, writerOf } from "../infra/opensearch/Indexes.ts"
import { defaultOptions } from "../infra/opensearch/LiveIndex.ts"
import * as OpenSearch from "../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../infra/opensearch/OpenSearchProductIndex.ts"
import { idOf, storedProduct } from "../infra/opensearch/product-index/StoredProduct.ts"
import type { ProductFacts } from "../domain/product/ProductFacts.ts"
import type { SearchQuery } from "../domain/search/SearchQuery.ts"
import { type ProductChange, ProductIndex } from "../projections/ports/ProductIndex.ts"
import { toDocument } from "../projections/product-search/ProductDocument.ts"
import { seededRandom, syntheticCatalogue } from "./SyntheticCatalogue.ts"

// OPENSEARCH_URL=http://… node bin/node.mjs bench/opensearch.ts [products] [page] [searches]
// First what a bare loop of _bulk calls writes of the same documents, and what the product index does, page by page in
// turn, so that the ratio survives a busy machine. Then times of whole searches, page and exact total, one at a time.

const url = process.env["OPENSEARCH_URL"] ?? ""
const productCount = Number(process.argv[2] ?? 20_000)
const pageSize = Number(process.argv[3] ?? 2_000)
const searchesPerKind = Number(process.argv[4] ?? 100)

const print = (line: string) => process.stdout.write(`${line}\n`)
const options = { ...defaultOptions, alias: "bench" }
const bareAlias = "bench-bare"
const bareIndex = indexName(bareAlias, 1)

const quantile = (values: ReadonlyArray<number>, q: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? Number.NaN

/** What anybody would write first: no versions, no retries, no refresh. */
const bareBulk = async (client: Client, changes: ReadonlyArray<ProductChange>) => {
  const lines = changes.map(
    (change) => `${JSON.stringify({ index: { _id: idOf(change) } })}\n${JSON.stringify(storedProduct(change))}\n`
  )
  const { body } = await client.transport.request({
    method: "POST",
    path: `/${writerOf(bareIndex)}/_bulk`,
    bulkBody: lines.join("")
  })
  if (body.errors !== false) throw new Error("the bare loop had errors")
}

const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const load = Effect.fnUntraced(function* (index: Context.Service.Shape<typeof ProductIndex>, client: Client) {
  const catalogue = syntheticCatalogue(1)
  const spent = { analysis: 0, bare: 0, index: 0 }
  const ratios: Array<number> = []
  for (let first = 0; first < productCount; first += pageSize) {
    const facts: ReadonlyArray<ProductFacts> = Array.from({ length: pageSize }, (_, i) => catalogue.product(first + i))
    const began = performance.now()
    const changes = facts.map((each): ProductChange => ({ _tag: "Put", document: toDocument(each, 1) }))
    spent.analysis += performance.now() - began
    const bare = () => timed(() => bareBulk(client, changes))
    const ours = () => timed(() => Effect.runPromise(index.apply(changes)))
    // who comes first in a turn alternates
    const isBareFirst = (first / pageSize) % 2 === 0
    const one = yield* Effect.promise(isBareFirst ? bare : ours)
    const other = yield* Effect.promise(isBareFirst ? ours : bare)
    const [bareMs, indexMs] = isBareFirst ? [one, other] : [other, one]
    spent.bare += bareMs
    spent.index += indexMs
    ratios.push(bareMs / indexMs)
  }
  const rate = (ms: number) => `${Math.round((productCount / ms) * 1000)} a second`
  print(`${productCount} products in pages of ${pageSize}`)
  print(`bare _bulk loop   ${rate(spent.bare)}`)
  print(`product index     ${rate(spent.index)}, ${(spent.bare / spent.index).toFixed(2)} of it`)
  print(`ratio by page     ${[0.1, 0.5, 0.9].map((q) => quantile(ratios, q).toFixed(2)).join(" / ")} (p10 / p50 / p90)`)
  print(`analysis before   ${rate(spent.analysis)}`)
  print(`with analysis     ${rate(spent.index + spent.analysis)}`)
  return catalogue
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

const queryKinds = (common: ReadonlyArray<string>, rare: ReadonlyArray<string>) => {
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

const search = Effect.fnUntraced(function* (
  index: Context.Service.Shape<typeof ProductIndex>,
  kinds: ReturnType<typeof queryKinds>
) {
  const all: Array<number> = []
  print("p50 / p99 ms".padStart(16))
  for (const [kind, make] of Object.entries(kinds)) {
    const times: Array<number> = []
    for (let i = 0; i < searchesPerKind; i++) {
      times.push(yield* Effect.promise(() => timed(() => Effect.runPromise(index.search(make())))))
    }
    all.push(...times)
    print(`${kind.padStart(16)}  ${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)}`)
  }
  print(`${"all".padStart(16)}  ${quantile(all, 0.5).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)}`)
})

const program = Effect.gen(function* () {
  const server = yield* OpenSearch.OpenSearch
  const remove = Effect.forEach([bareIndex, indexName(options.alias, 1)], (name) => deleteIndex(server, name))
  yield* remove
  yield* Effect.addFinalizer(() => Effect.orDie(remove))
  yield* createIndex(server, { alias: bareAlias, number: 1, layout: options.layout, isBuilding: false })
  const index = Context.get(yield* Layer.build(OpenSearchProductIndex.layer(options)), ProductIndex)
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new Client({ node: url })),
    (client) => Effect.promise(() => client.close())
  )
  const { common, rare } = yield* load(index, client)
  yield* deleteIndex(server, bareIndex)
  yield* search(index, queryKinds(common, rare))
})

await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(OpenSearch.layer(url))))
