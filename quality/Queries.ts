import { Effect, Option, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { gunzipSync } from "node:zlib"
import { parseProductId, productIdOf } from "../domain/product/ProductId.ts"
import { Language } from "../domain/language/Language.ts"
import type { Grade } from "./Metrics.ts"

/**
 * One line of a file of queries. With `grades` it is judged: product ids, or bare Open Food Facts codes, with their
 * grades; none at all means that the catalogue has nothing to answer. Without `grades` it is only asked.
 */
const QueryLine = Schema.Struct({
  id: Schema.NonEmptyString,
  lang: Language,
  kind: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("any"))),
  query: Schema.String.check(Schema.isMinLength(2), Schema.isMaxLength(500)),
  grades: Schema.optionalKey(Schema.Record(Schema.String, Schema.Literals([1, 2, 3])))
})

export interface Query {
  readonly id: string
  readonly lang: Language
  /** what the query tries: `plain`, `typo`, `absent`, … */
  readonly kind: string
  readonly query: string
  /** by canonical product id; null when nobody has judged it */
  readonly grades: Readonly<Record<string, Grade>> | null
}

/** A file of queries that cannot be used, and where. */
export class QueriesUnreadable extends Schema.TaggedError<QueriesUnreadable>()("QueriesUnreadable", {
  path: Schema.String,
  /** 0: the file as a whole */
  line: Schema.Int,
  detail: Schema.String
}) {
  override get message(): string {
    return `${this.path}${this.line === 0 ? "" : `:${this.line}`}: ${this.detail}`
  }
}

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(QueryLine), { onExcessProperty: "error" })

/** Reads JSON lines, plain or gzip. */
export const readQueries = Effect.fn("readQueries")(function* (path: string) {
  const bytes = yield* Effect.tryPromise({
    try: () => readFile(path),
    catch: (cause) => new QueriesUnreadable({ path, line: 0, detail: String(cause) })
  })
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  return yield* parseQueries(path, (isPacked ? gunzipSync(bytes) : bytes).toString("utf8"))
})

/** Every id stands once, every graded id is one that a product can have. */
export const parseQueries = Effect.fnUntraced(function* (path: string, text: string) {
  const queries: Array<Query> = []
  const ids = new Set<string>()
  for (const [i, json] of text.split("\n").entries()) {
    if (json.trim() === "") continue
    const unreadable = (detail: string) => new QueriesUnreadable({ path, line: i + 1, detail })
    const line = yield* decode(json).pipe(Effect.mapError((error) => unreadable(error.message)))
    if (ids.has(line.id)) return yield* unreadable(`the id ${line.id} stands twice`)
    ids.add(line.id)
    const grades: Record<string, Grade> = {}
    for (const [key, grade] of Object.entries(line.grades ?? {})) {
      const id = canonical(key)
      if (id === null) return yield* unreadable(`${key} is no product id`)
      grades[id] = grade
    }
    queries.push({ ...line, grades: line.grades === undefined ? null : grades })
  }
  return queries
})

const canonical = (key: string): string | null =>
  /^[0-9]+$/.test(key) ? productIdOf("off", key) : Option.getOrNull(parseProductId(key))
