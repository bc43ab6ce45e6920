import { assert, it } from "@effect/vitest"
import { Effect, type Layer, Option, Schema } from "effect"
import { ProductId } from "../../domain/product/ProductId.ts"
import { type ProductChange, ProductIndex, sharingMax } from "../../projections/ports/ProductIndex.ts"
import { facts, unknown } from "../support/Facts.ts"
import { put, withdraw } from "../support/ProductChanges.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"

const barcode = "4600699501066"
const otherBarcode = "4600000000008"
const incomplete = { ...facts().nutrition, calories: null }

const standing = Effect.fnUntraced(function* (of = barcode) {
  const index = yield* ProductIndex
  const ids: ReadonlyArray<string> = yield* index.idsOfBarcode(of)
  const found = Option.map(yield* index.findByBarcode(of), ({ id }): string => id)
  assert.strictEqual(Option.getOrUndefined(found), ids[0], "a lookup finds the first of those with the barcode")
  return ids
})

/** What may become of one product: its state as a change of the highest version so far. */
const AChange = Schema.Struct({
  product: Schema.Literals(["c_a", "p_1", "off_1", "off_2", "usda_9", "usda_10"]),
  version: Schema.Literals([1, 2, 3]),
  state: Schema.Literals(["gone", "elsewhere", "without", "some", "complete"]),
  modifiedOn: Schema.Literals(["none", "2019-04-01", "2024-03-09"])
})

const changeOf = ({ modifiedOn, product, state, version }: typeof AChange.Type): ProductChange =>
  state === "gone"
    ? withdraw(product, version)
    : put(
        {
          id: product,
          barcode: state === "elsewhere" ? otherBarcode : barcode,
          nutrition: state === "without" ? unknown : state === "some" ? incomplete : facts().nutrition,
          ...(modifiedOn === "none" ? {} : { modifiedOn })
        },
        version
      )

/** How good a change makes its product, the first criterion first. */
const keyOf = ({ modifiedOn, product, state }: typeof AChange.Type): ReadonlyArray<number> => [
  product.startsWith("c_") ? 2 : Number(product.startsWith("p_")),
  state === "without" ? 0 : state === "some" ? 1 : 2,
  modifiedOn === "none" ? 0 : Number(modifiedOn.replaceAll("-", "")),
  product.startsWith("usda_") ? Number(product.slice("usda_".length)) : 0
]

const byRule = (a: typeof AChange.Type, b: typeof AChange.Type): number => {
  const ofB = keyOf(b)
  const decisive = keyOf(a).map((value, i) => (ofB[i] ?? 0) - value)
  return decisive.find((difference) => difference !== 0) ?? (a.product < b.product ? -1 : 1)
}

/** The ids in the order of the rule, from the newest change of each product. */
const expected = (changes: ReadonlyArray<typeof AChange.Type>, of: string): ReadonlyArray<string> => {
  const newest = new Map<string, typeof AChange.Type>()
  for (const change of changes) {
    if ((newest.get(change.product)?.version ?? 0) < change.version) newest.set(change.product, change)
  }
  const barcodeOf = ({ state }: typeof AChange.Type) =>
    state === "gone" ? null : state === "elsewhere" ? otherBarcode : barcode
  return [...newest.values()]
    .filter((change) => barcodeOf(change) === of)
    .toSorted(byRule)
    .map(({ product }) => product)
}

/** What a product index guarantees of products that share a barcode. */
export const suiteOfBarcodes = <E>(layer: Layer.Layer<ProductIndex, E>, runs: number) => {
  const test = (guarantee: string, body: () => Effect.Effect<void, unknown, ProductIndex>) =>
    it.effect(guarantee, () => body().pipe(Effect.provide(layer)))

  test("of products that share a barcode the curated is found, then a partner's, then the newer with nutrients", () =>
    Effect.gen(function* () {
      const index = yield* ProductIndex
      yield* index.apply([put({ id: "off_2", barcode, nutrition: incomplete, modifiedOn: "2026-01-01" })])
      assert.deepStrictEqual(yield* standing(), ["off_2"])
      yield* index.apply([put({ id: "usda_7", barcode, modifiedOn: "2019-04-01" })])
      assert.deepStrictEqual(yield* standing(), ["usda_7", "off_2"])
      yield* index.apply([put({ id: "off_1", barcode, modifiedOn: "2024-03-09" })])
      assert.deepStrictEqual(yield* standing(), ["off_1", "usda_7", "off_2"])
      yield* index.apply([put({ id: "p_9", barcode, nutrition: incomplete })])
      yield* index.apply([put({ id: "c_z", barcode, nutrition: unknown })])
      assert.deepStrictEqual(yield* standing(), ["c_z", "p_9", "off_1", "usda_7", "off_2"])
    }))

  test("another takes its place when it is withdrawn, loses its nutrients or its barcode, or a newer one comes", () =>
    Effect.gen(function* () {
      const index = yield* ProductIndex
      const usda = { id: "usda_7", barcode, modifiedOn: "2019-04-01" }
      yield* index.apply([
        put({ id: "off_1", barcode, modifiedOn: "2018-03-09" }),
        put(usda),
        put({ id: "c_z", barcode })
      ])
      yield* index.apply([withdraw("c_z", 2)])
      assert.deepStrictEqual(yield* standing(), ["usda_7", "off_1"])
      yield* index.apply([put({ ...usda, nutrition: incomplete }, 2)])
      assert.deepStrictEqual(yield* standing(), ["off_1", "usda_7"])
      yield* index.apply([put(usda, 3)])
      assert.deepStrictEqual(yield* standing(), ["usda_7", "off_1"])
      yield* index.apply([put({ id: "off_1", barcode, modifiedOn: "2020-03-09" }, 2)])
      assert.deepStrictEqual(yield* standing(), ["off_1", "usda_7"])
      yield* index.apply([put({ id: "off_1", barcode: otherBarcode }, 3)])
      assert.deepStrictEqual(yield* standing(), ["usda_7"])
      assert.deepStrictEqual(yield* standing(otherBarcode), ["off_1"])
    }))

  test("the others are still found by their ids and by words, and are counted", () =>
    Effect.gen(function* () {
      const index = yield* ProductIndex
      const twins = ["c_z", "off_1", "p_9", "usda_7"]
      yield* index.apply(twins.map((id) => put({ id, barcode })))
      for (const id of twins) assert.isTrue(Option.isSome(yield* index.findById(ProductId.make(id))), id)
      const query = { text: "milk", language: "en", region: null, source: null, limit: 50, offset: 0 } as const
      const { products, total } = yield* searchByWords(index, query)
      assert.deepStrictEqual(new Set<string>(products.map(({ id }) => id)), new Set(twins))
      assert.strictEqual(total, twins.length)
    }))

  test("of very many that share a barcode the first are named, in their order", () =>
    Effect.gen(function* () {
      const index = yield* ProductIndex
      const ids = Array.from({ length: sharingMax + 5 }, (_, i) => `usda_${1_000 + i}`)
      yield* index.apply(ids.map((id) => put({ id, barcode })))
      assert.deepStrictEqual(yield* standing(), ids.toReversed().slice(0, sharingMax))
    }))

  it.effect.prop(
    "which one is found follows from what is held, in whatever order and batches the changes of all products came",
    { batches: Schema.Array(Schema.Array(AChange).check(Schema.isMaxLength(4))).check(Schema.isMaxLength(8)) },
    ({ batches }) =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        for (const batch of batches) yield* index.apply(batch.map(changeOf))
        const changes = batches.flat()
        assert.deepStrictEqual(yield* standing(), expected(changes, barcode))
        assert.deepStrictEqual(yield* standing(otherBarcode), expected(changes, otherBarcode))
      }).pipe(Effect.provide(layer, { local: true })),
    { arbitrary: { runs }, timeout: 120_000 }
  )
}
