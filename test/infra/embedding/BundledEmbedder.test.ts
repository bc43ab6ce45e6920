import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as BundledEmbedder from "../../../infra/embedding/BundledEmbedder.ts"
import { Embedder } from "../../../projections/ports/Embedder.ts"
import { QueryMeaning } from "../../../projections/ports/QueryMeaning.ts"
import { suite } from "../../contracts/EmbedderContract.ts"
import { facts } from "../../support/Facts.ts"

suite("the model of the program", BundledEmbedder.layer)

const named = (id: string, language: string, name: string) =>
  facts({ id, names: { [language]: [name] }, mainLanguage: language })

describe("BundledEmbedder", () => {
  it.live("the thread and this process make the same vectors, whatever is embedded at the same time", () =>
    Effect.gen(function* () {
      const { embedProducts } = yield* Embedder
      const products = Array.from({ length: 250 }, (_, i) => named(`off_${i + 1}`, "en", `Milk ${i}`))
      const [all, ...some] = yield* Effect.all(
        [embedProducts(products), ...[0, 99, 100, 249].map((i) => embedProducts(products.slice(i, i + 1)))],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        some.flat(),
        [0, 99, 100, 249].map((i) => all?.[i])
      )
    }).pipe(Effect.provide(BundledEmbedder.layer))
  )

  it.live("brings the languages together: milk is nearer to milk of another language than to bread of its own", () =>
    Effect.gen(function* () {
      const { embedProducts, embedQuery } = yield* Embedder
      const [milk, bread] = yield* embedProducts([named("off_1", "en", "Milk"), named("off_2", "ru", "Хлеб")])
      const query = yield* embedQuery("молоко")
      const cosine = (vector: Float32Array | undefined) =>
        query.reduce((sum, component, i) => sum + component * (vector?.[i] ?? 0), 0)
      assert.isAbove(cosine(milk), cosine(bread) + 0.2)
    }).pipe(Effect.provide(BundledEmbedder.layer))
  )

  it.effect("understands in which language a question is, and puts last what it rules out", () =>
    Effect.gen(function* () {
      const { understand } = yield* QueryMeaning
      assert.strictEqual(understand("что-нибудь лёгкое на ужин").language, "ru")
      const sweet = facts({
        id: "off_1",
        names: { en: ["Juice drink"] },
        nutrition: { ...facts().nutrition, sugar: 12 }
      })
      const unsweet = facts({
        id: "off_2",
        names: { en: ["Juice drink"] },
        nutrition: { ...facts().nutrition, sugar: 0 }
      })
      const [first] = understand("a drink without sugar").order([
        { facts: sweet, cosine: 0.5 },
        { facts: unsweet, cosine: 0.5 }
      ])
      assert.strictEqual(first?.facts.id, "off_2")
    }).pipe(Effect.provide(BundledEmbedder.layer))
  )
})
