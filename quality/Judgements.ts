import { Effect, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { Language } from "../domain/language/Language.ts"
import { ProductId } from "../domain/product/ProductId.ts"
import { QueriesUnreadable } from "./Queries.ts"

/** A query of a lot, as its author froze it. */
export const FrozenQuery = Schema.Struct({
  id: Schema.NonEmptyString,
  lang: Language,
  /** of a query by words; a need has none */
  kind: Schema.Literals(["food", "brand", "dish", "nonfood", "need"]).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("need" as const))
  ),
  /** how many words it has, where its author counted them */
  words: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  query: Schema.NonEmptyString,
  /** what its author would be glad to see, where they say so */
  want: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))
})
export type FrozenQuery = typeof FrozenQuery.Type

/** What was shown for a query; anything else that was written down of it is left out. */
export const Shown = Schema.Struct({
  id: Schema.NonEmptyString,
  results: Schema.Array(Schema.Struct({ id: ProductId })),
  total: Schema.Int
})
export type Shown = typeof Shown.Type

/** What a judge said of it. */
export const Judgement = Schema.Struct({
  id: Schema.NonEmptyString,
  /** of the shown results, in their order; 0 is wrong */
  grades: Schema.Array(Schema.Literals([0, 1, 2])),
  /** products of grade 2 and 1 that were not shown */
  missed2: Schema.Array(ProductId),
  missed1: Schema.Array(ProductId),
  /** whether the catalogue has anything of grade 1 or 2 */
  there: Schema.Boolean,
  note: Schema.String
})
export type Judgement = typeof Judgement.Type

/** Reads files of JSON lines as one list. */
export const readLines = Effect.fn("readLines")(function* <A>(
  schema: Schema.Codec<A, unknown>,
  paths: ReadonlyArray<string>
) {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  const rows: Array<A> = []
  for (const path of paths) {
    const text = yield* Effect.tryPromise({
      try: () => readFile(path, "utf8"),
      catch: (cause) => new QueriesUnreadable({ path, line: 0, detail: String(cause) })
    })
    for (const [i, json] of text.split("\n").entries()) {
      if (json.trim() === "") continue
      const unreadable = ({ message }: Schema.SchemaError) =>
        new QueriesUnreadable({ path, line: i + 1, detail: message })
      rows.push(yield* decode(json).pipe(Effect.mapError(unreadable)))
    }
  }
  return rows
})
