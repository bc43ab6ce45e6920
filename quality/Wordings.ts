import { Effect, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { Language } from "../domain/language/Language.ts"
import type { Answer } from "./Engine.ts"
import type { Floor } from "./Floor.ts"
import { depth, mean } from "./Metrics.ts"
import { type Query, QueriesUnreadable } from "./Queries.ts"
import { figure, table } from "./Report.ts"

/** One need, as several people would put it: their pages should be the same. */
const WordedNeed = Schema.Struct({
  id: Schema.NonEmptyString,
  lang: Language,
  need: Schema.NonEmptyString,
  wordings: Schema.Array(Schema.String.check(Schema.isMinLength(2), Schema.isMaxLength(500))).check(
    Schema.isMinLength(2)
  )
})
export type WordedNeed = typeof WordedNeed.Type

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(WordedNeed), { onExcessProperty: "error" })

/** Reads JSON lines. */
export const readWordings = Effect.fn("readWordings")(function* (path: string) {
  const unreadable = (line: number) => (error: unknown) => new QueriesUnreadable({ path, line, detail: String(error) })
  const text = yield* Effect.tryPromise({ try: () => readFile(path, "utf8"), catch: unreadable(0) })
  return yield* Effect.forEach(text.trim().split("\n"), (line, i) =>
    decode(line).pipe(Effect.mapError(unreadable(i + 1)))
  )
})

/** Each wording as a query, which nobody has judged. */
export const queriesOf = (needs: ReadonlyArray<WordedNeed>): ReadonlyArray<Query> =>
  needs.flatMap(({ id, lang, wordings }) =>
    wordings.map((query, i) => ({ id: `${id}-${i + 1}`, lang, kind: "wording", query, grades: null }))
  )

export interface SharedNeed {
  readonly need: WordedNeed
  /** of the ten products of a page, how many are on that of another wording, too: the mean of all pairs */
  readonly shared: number
}

/** Of two pages the common products, as a share of the longer one. Two empty pages share nothing. */
const sharedOf = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number =>
  a.filter((id) => b.includes(id)).length / Math.max(1, a.length, b.length)

/** `answers` in the order of `queriesOf`. */
export const scoreWordings = (
  needs: ReadonlyArray<WordedNeed>,
  answers: ReadonlyArray<Answer>
): ReadonlyArray<SharedNeed> => {
  let at = 0
  return needs.map((need) => {
    const pages = answers
      .slice(at, (at += need.wordings.length))
      .map(({ products }) => products.slice(0, depth).map(({ id }): string => id))
    const pairs = pages.flatMap((page, i) => pages.slice(i + 1).map((other) => sharedOf(page, other)))
    return { need, shared: mean(pairs) ?? 0 }
  })
}

const groupsOf = (scored: ReadonlyArray<SharedNeed>) =>
  [...Map.groupBy(scored, ({ need }) => need.lang), ["all", scored] as const] as const

const sharedBy = (scored: ReadonlyArray<SharedNeed>): number => mean(scored.map(({ shared }) => shared)) ?? 0

export const namedSharedFigures = (scored: ReadonlyArray<SharedNeed>): Floor =>
  Object.fromEntries(groupsOf(scored).map(([group, members]) => [`wordings ${group} shared`, sharedBy(members)]))

export const wordingsReport = (scored: ReadonlyArray<SharedNeed>): string =>
  [
    "## Wordings",
    table(
      ["language", "needs", `shared of ${depth}`],
      groupsOf(scored).map(([group, members]) => [group, String(members.length), figure(sharedBy(members))])
    ),
    table(
      ["least alike", "shared"],
      scored
        .toSorted((a, b) => a.shared - b.shared)
        .slice(0, depth)
        .map(({ need, shared }) => [`${need.id} ${need.need}`, figure(shared)])
    )
  ].join("\n\n")
