import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { openSource, type SourceKind } from "../../../infra/sources/OpenSource.ts"
import { fixture, readAll } from "./Reading.ts"

type Counts = Readonly<Record<string, number>>

const fixtures: ReadonlyArray<readonly [kind: SourceKind, file: string, counts: Counts]> = [
  ["off", "off.jsonl", { Accepted: 8 }],
  ["off", "off-export.tsv", { Accepted: 6, no_name: 1 }],
  ["off", "off-export-2026.tsv", { Accepted: 2, no_name: 1 }],
  ["off", "off-search-export.tsv", { Accepted: 4, no_name: 1 }],
  ["off", "off.parquet", { Accepted: 7, no_name: 1 }],
  ["fdc", "fdc", { Accepted: 5, not_a_food: 4, superseded: 3 }],
  ["fdc", "fdc-branded", { Accepted: 6, data_type_unsupported: 1, not_a_food: 1, superseded: 1 }],
  ["fdc", "fdc-abridged.dump", { Accepted: 1 }],
  ["fdc", "fdc-branded.dump", { Accepted: 2 }],
  ["fdc", "fdc-search.dump", { Accepted: 3 }],
  ["fdc", "fdc-survey.dump", { Accepted: 1 }],
  ["partner", "partner.csv", { Accepted: 2 }]
]

describe("real rows of every form of a source, by what becomes of them", () => {
  it.effect.each(fixtures)("%s %s", ([kind, file, counts]) =>
    Effect.gen(function* () {
      const reader = yield* openSource(kind, fixture(file))
      const { error, rows } = yield* Effect.promise(() => readAll(reader))
      assert.isNull(error)
      const found: Record<string, number> = {}
      for (const { outcome } of rows) {
        const fate = outcome._tag === "Rejected" ? outcome.reason : outcome._tag
        found[fate] = (found[fate] ?? 0) + 1
      }
      assert.deepStrictEqual(found, counts)
    })
  )
})
