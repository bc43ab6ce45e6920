import { assert, describe, it } from "@effect/vitest"
import { forms } from "../../../domain/search/AnalyzedQuery.ts"
import { matchLevels, type MatchLevel } from "../../../domain/search/Matching.ts"

const isWorseForm = (a: MatchLevel, b: MatchLevel) => forms.indexOf(a.form) > forms.indexOf(b.form)
const isSamePlace = (a: MatchLevel, b: MatchLevel) => a.place === b.place && a.isAbout === b.isAbout

describe("match levels", () => {
  it("of two forms at one place the better has the better level, so that levels without terms may be left out", () => {
    const misplaced = matchLevels.flatMap((level, i) =>
      matchLevels.slice(i + 1).filter((later) => isSamePlace(level, later) && isWorseForm(level, later))
    )
    assert.deepStrictEqual(misplaced, [])
  })
})
