import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { FindByBarcode } from "../../src/queries/FindByBarcode.ts"
import { facts } from "../support/Facts.ts"
import { indexScript, scriptedProductIndex } from "../support/http/ScriptedProductIndex.ts"

const cola = facts({ id: "off_0049000006346", barcode: "0049000006346" })
const cheese = facts({ id: "usda_171265" })

const find = (text: string) =>
  Effect.gen(function* () {
    const queries = yield* FindByBarcode
    return Option.map(yield* queries.find(text), ({ id }): string => id)
  }).pipe(Effect.provide(FindByBarcode.layer), Effect.provide(scriptedProductIndex(indexScript([cola, cheese]))))

describe("FindByBarcode", () => {
  it.effect.each([
    ["0049000006346", "off_0049000006346"],
    ["049000006346", "off_0049000006346"],
    ["49000006346", "off_0049000006346"],
    ["00049000006346", "off_0049000006346"],
    ["171265", "usda_171265"],
    ["fdc:171265", "usda_171265"]
  ] as const)("%s finds %s", ([text, id]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(Option.getOrNull(yield* find(text)), id)
    })
  )

  it.effect.each(["12345678", "fdc:1", "171266", "0", "00000000000171265".slice(-14)])("%s finds nothing", (text) =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone(yield* find(text)))
    })
  )

  it.effect.each(["", "abc", "fdc:", "123456789012345"])("%s is malformed", (text) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(find(text))
      assert.strictEqual(error._tag, "MalformedBarcode")
    })
  )
})
