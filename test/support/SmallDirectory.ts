import { Effect, type Exit, Layer, Option } from "effect"
import { join } from "node:path"
import { keyStream, productStream } from "../../domain/EventEnvelope.ts"
import { KeyDigest, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { AppendSignal } from "../../infra/event-log/AppendSignal.ts"
import { layer as dataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { eventsFile } from "../../infra/sqlite/EventsFile.ts"
import * as LogTailFeed from "../../infra/sqlite/LogTailFeed.ts"
import { fillVectors } from "../../infra/sqlite/product-vectors/FillVectors.ts"
import { followVectors } from "../../infra/sqlite/product-vectors/FollowVectors.ts"
import { nearestOf } from "../../infra/sqlite/product-vectors/NearestVectors.ts"
import { ensureProductVectors } from "../../infra/sqlite/product-vectors/VectorSchema.ts"
import { markComplete } from "../../infra/sqlite/product-vectors/VectorWrites.ts"
import { pathOf, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteEventLog from "../../infra/sqlite/SqliteEventLog.ts"
import * as SqliteKeyDirectory from "../../infra/sqlite/SqliteKeyDirectory.ts"
import { layerFound, VectorScan } from "../../infra/sqlite/SqliteProductVectors.ts"
import { viewsCheckpoint } from "../../infra/sqlite/ViewsFile.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { neighboursMax, ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"
import { views } from "../../src/roles/EmbeddedViews.ts"
import { catchUp } from "../../src/roles/Projector.ts"
import { listed } from "./Facts.ts"
import { trigramEmbedder, trigramVector } from "./TrigramEmbedder.ts"

const foods = ["whole milk", "oat milk", "rye bread", "cottage cheese", "green apple", "boiled egg", "tomato juice"]
const brands = ["Alpha", "Beta", "Gamma", "Delta", "Omega"]
const productCount = foods.length * brands.length * 4

const productAt = (
  number: number
): Parameters<typeof listed>[0] & { readonly id: string; readonly barcode: string } => {
  const [food, brand] = [foods[number % foods.length] ?? "", brands[number % brands.length] ?? ""]
  return {
    id: `off_${number + 1}`,
    names: { en: [`${food} ${number}`] },
    brands: brand,
    barcode: `46000000${String(number).padStart(4, "0")}`
  }
}

/** The digest of a key of these keys: `a` is valid, `b` was rotated away for `c`, which is deactivated, `d` is unknown. */
export const digestOf = (letter: string) => KeyDigest.make(letter.repeat(43))
const keyIdOf = (letter: string) => KeyId.make(`key_${letter.repeat(12)}`)
const prefixOf = (letter: string) => KeyPrefix.make(`fdb_${letter.repeat(6)}`)
const meta = { commandId: "test", actor: "cli" } as const

/** A catalogue, a key that was put on another plan, and one that was rotated and deactivated. */
export const fillDirectory = Effect.gen(function* () {
  const { append } = yield* EventLog
  for (let first = 0; first < productCount; first += 20) {
    const streams = Array.from({ length: 20 }, (_, i) => {
      const product = productAt(first + i)
      return {
        streamId: productStream(ProductId.make(product.id)),
        expectedVersion: 0,
        events: [listed(product, `f${first + i}`)]
      }
    })
    yield* append(streams, meta)
  }
  const issued = (letter: string) =>
    ({
      _tag: "KeyIssued",
      role: "client",
      accountId: null,
      name: "",
      digest: digestOf(letter),
      prefix: prefixOf(letter),
      plan: "starter"
    }) as const
  yield* append(
    [
      {
        streamId: keyStream(keyIdOf("a")),
        expectedVersion: 0,
        events: [issued("a"), { _tag: "KeyPlanChanged", plan: "business" }]
      },
      {
        streamId: keyStream(keyIdOf("b")),
        expectedVersion: 0,
        events: [
          issued("b"),
          { _tag: "KeyRotated", digest: digestOf("c"), prefix: prefixOf("c") },
          { _tag: "KeyDeactivated", reason: "test" }
        ]
      }
    ],
    meta
  )
})

/** One more product, so that it stands in the write-ahead logs. */
export const listOneMore = Effect.gen(function* () {
  const product = { ...productAt(0), id: `off_${productCount + 1}` }
  const streamId = productStream(ProductId.make(product.id))
  yield* (yield* EventLog).append([{ streamId, expectedVersion: 0, events: [listed(product, "more")] }], meta)
})

/** The vectors are scanned on this thread: starting another takes longer than all the rest. */
const scan = Layer.effect(
  VectorScan,
  Effect.gen(function* () {
    const { current } = yield* ViewsDatabase
    const follow = followVectors()
    return VectorScan.of({
      scan: (query, limit) =>
        Effect.try({
          try: () => follow(pathOf(current()), (now) => nearestOf(now, { query, limit, most: neighboursMax })),
          catch: (cause) => new StorageUnavailable({ operation: "scan", cause })
        })
    })
  })
)

const logOf = (folder: string) =>
  Layer.merge(LogTailFeed.layer.pipe(Layer.provideMerge(SqliteEventLog.layer)), SqliteKeyDirectory.layer).pipe(
    Layer.provideMerge(AppendSignal.layer),
    Layer.provideMerge(eventsFile(join(folder, "events.db")))
  )

/** The stores of the embedded tier in this folder, and what answers from them, without a process around. */
export const directoryIn = (folder: string) =>
  layerFound.pipe(
    Layer.provideMerge(scan),
    Layer.provideMerge(views),
    Layer.provideMerge(Layer.mergeAll(logOf(folder), dataDirectory(folder), trigramEmbedder()))
  )

/** What a start waits for: everything in the log is projected, and has its vector. */
export const catchUpWithLog = Effect.gen(function* () {
  yield* catchUp(productSearch, viewsCheckpoint, () => Effect.void)
  const db = (yield* ViewsDatabase).current()
  const { model } = yield* Embedder
  yield* db.write("prepare the vectors", () => ensureProductVectors(db, model))
  yield* fillVectors(db)
  yield* db.write("complete the vectors", () => markComplete(db))
})

const search = (text: string) =>
  Effect.flatMap(ProductIndex, (index) =>
    searchByWords(index, { text, language: "en", region: null, source: null, limit: 10, offset: 0 })
  )

const keyOf = (letter: string) =>
  Effect.map(
    Effect.flatMap(KeyDirectory, ({ findByDigest }) => findByDigest(digestOf(letter))),
    Option.match({ onNone: () => "unknown", onSome: ({ active, plan }) => `${plan} ${active}` })
  )

const byId = (id: string) => Effect.flatMap(ProductIndex, ({ findById }) => findById(ProductId.make(id)))
const byBarcode = (number: number) =>
  Effect.flatMap(ProductIndex, ({ findByBarcode }) => findByBarcode(productAt(number).barcode))

type Stores = ProductIndex | ProductVectors | KeyDirectory

const asText = <E>(question: Effect.Effect<unknown, E, Stores>): Effect.Effect<string, E, Stores> =>
  Effect.map(question, (answer) => JSON.stringify(answer))

const allWords = [...new Set([...foods.flatMap((food) => food.split(" ")), ...brands])]

/** What callers ask: values and their absence, lists and counts, who may ask. */
const questions = [
  ["a product by id", asText(byId("off_7"))],
  ["an unknown id", asText(byId("off_700"))],
  ["a product by barcode", asText(byBarcode(11))],
  ["an unknown barcode", asText(byBarcode(1_100))],
  ["a word", asText(search("milk"))],
  ["two words", asText(search("rye bread"))],
  ["a beginning", asText(search("chee"))],
  ["a misspelt word", asText(search("tomatto"))],
  ["an unknown word", asText(search("protractor"))],
  ["a need", asText(Effect.flatMap(ProductVectors, ({ nearest }) => nearest(trigramVector("apple juice"), 10)))],
  ["a valid key", asText(keyOf("a"))],
  ["a key that was rotated away", asText(keyOf("b"))],
  ["a deactivated key", asText(keyOf("c"))],
  ["an unknown key", asText(keyOf("d"))]
] as const

/** The same of everything there is: little of a file stands behind one answer. */
const moreQuestions = [
  ...allWords.map((word) => [word, asText(search(word))] as const),
  ...Array.from({ length: productCount }, (_, number) => [
    [`product ${number} by id`, asText(byId(productAt(number).id))] as const,
    [`product ${number} by barcode`, asText(byBarcode(number))] as const
  ]).flat()
]

export interface Answer {
  readonly question: string
  /** as text */
  readonly answer: Exit.Exit<string, unknown>
}

type Question = (typeof questions | typeof moreQuestions)[number]

const askEach = Effect.fnUntraced(function* (asked: ReadonlyArray<Question>) {
  const answers: Array<Answer> = []
  for (const [question, ask] of asked) answers.push({ question, answer: yield* Effect.exit(ask) })
  return answers
})

/** The answer to each kind of question, or why there is none. */
export const askAll = askEach(questions)

/** The same, and what there is to be found, one by one. */
export const askEverything = askEach([...questions, ...moreQuestions])
