import { Effect, Layer } from "effect"
import process from "node:process"
import { MealExtractor } from "../domain/ports/MealExtractor.ts"
import { openSqlite, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../projections/ports/ProductIndex.ts"
import { toDocument } from "../projections/product-search/ProductDocument.ts"
import { bundledPaths, readCatalogue } from "../quality/Catalogue.ts"
import { AnalyzeMeal } from "../src/queries/AnalyzeMeal.ts"
import { analysisBody } from "../src/queries/MealPresentation.ts"
import { syntheticCatalogue } from "./SyntheticCatalogue.ts"
import { quantile } from "./Statistics.ts"

// node bin/node.mjs bench/analyze.ts [products]
// Times of whole analyses of meals of ten items, from the text to the body of the answer, over the bundled catalogue and
// so many synthetic products more. "named" are foods that the parser knows by name; "searched" ones have to be looked for.

const syntheticCount = Number(process.argv[2] ?? 0)
const warmUpRounds = 30
const rounds = 200
const batchSize = 1_000

/** Foods of ten items each, in three languages. */
const meals = {
  "named, en":
    "two boiled eggs, 2 slices of bread, 10 g butter, a banana, a cup of coffee with milk, 150 g of rice, grilled chicken breast, a bowl of lentil soup, an apple and a glass of orange juice",
  "named, ru":
    "тарелка борща, 2 куска хлеба, 150 г гречки, куриная грудка, салат из огурцов, яблоко, стакан кефира, ложка меда, 3 яйца и чай с молоком",
  "named, ar":
    "صحن كبسة، كوب حليب، بيضتان، 3 حبات تمر، خبز، 100 جرام أرز، ملعقة كبيرة عسل، تفاحة، صدر دجاج مشوي وكوب شاي",
  "searched, en":
    "40 g walnut granola, 30 g rye crispbread, 100 g pulled pork, 50 g goat gouda, 20 g quince jam, 80 g smoked mackerel fillets, 60 g vegetable chips, 25 g dark chocolate with hazelnuts, 200 ml oat drink, 15 g maple syrup",
  "searched, ru":
    "40 г ореховой гранолы, 30 г ржаных хлебцев, 100 г сырников с изюмом, 50 г козьего сыра, 20 г айвового джема, 80 г копченой скумбрии, 60 г овощных чипсов, 25 г шоколада с фундуком, 200 мл овсяного напитка, 15 г кленового сиропа"
} as const

const print = (line: string) => process.stdout.write(`${line}\n`)

const views = Layer.effect(
  ViewsDatabase,
  Effect.map(openSqlite({ path: ":memory:", synchronous: "NORMAL" }), (db) => ({ current: () => db }))
)

const catalogue = Layer.effectDiscard(
  Effect.gen(function* () {
    const index = yield* ProductIndex
    const synthetic = syntheticCatalogue(1)
    const bundled = yield* readCatalogue(bundledPaths)
    const count = bundled.length + syntheticCount
    const product = (i: number) => bundled[i] ?? synthetic.product(i)
    for (let first = 0; first < count; first += batchSize) {
      const documents = Array.from({ length: Math.min(batchSize, count - first) }, (_, i) =>
        toDocument(product(first + i), 1)
      )
      yield* index.apply(documents.map((document) => ({ _tag: "Put", document })))
    }
    print(`${count} products`)
  })
)

const engine = AnalyzeMeal.layer.pipe(
  Layer.provide(catalogue),
  Layer.provide(MealExtractor.layerParser),
  Layer.provide(SqliteProductIndex.layer),
  Layer.provide(views)
)

const report = (name: string, times: ReadonlyArray<number>, cpuMs: number, found: string) => {
  const [p50, p99, max] = [0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(2))
  const cpu = (cpuMs / times.length).toFixed(2)
  print(`${name.padEnd(14)} p50 ${p50} ms   p99 ${p99} ms   max ${max} ms   CPU ${cpu} ms each   ${found}`)
}

const program = Effect.gen(function* () {
  const service = yield* AnalyzeMeal
  const timed = Effect.fnUntraced(function* (text: string, count: number) {
    const times: Array<number> = []
    let found = ""
    for (let round = 0; round < count; round++) {
      const started = performance.now()
      const analysis = yield* service.analyze(text)
      JSON.stringify(analysisBody(analysis, "en", false))
      times.push(performance.now() - started)
      found = `${analysis.components.length} found, ${analysis.unresolved.length} not`
    }
    return { times, found }
  })
  for (const text of Object.values(meals)) yield* timed(text, warmUpRounds)
  const all: Array<number> = []
  let cpuOfAllMs = 0
  for (const [name, text] of Object.entries(meals)) {
    const before = process.cpuUsage()
    const { found, times } = yield* timed(text, rounds)
    const { system, user } = process.cpuUsage(before)
    report(name, times, (system + user) / 1_000, found)
    all.push(...times)
    cpuOfAllMs += (system + user) / 1_000
  }
  report("all", all, cpuOfAllMs, "")
})

await Effect.runPromise(Effect.provide(program, engine))
