import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Substance } from "../../../../domain/product/Composition.ts"
import type { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { exclusionIds, isAllergen } from "../../../../domain/semantic/exclusions/ExclusionKinds.ts"
import { exclusionsIn } from "../../../../domain/semantic/exclusions/ExclusionReader.ts"
import { freeFrom, passes } from "../../../../domain/semantic/exclusions/ProductContents.ts"
import { tokenize } from "../../../../domain/language/Tokenizer.ts"
import { bundledPaths, readCatalogue } from "../../../../quality/Catalogue.ts"
import { forbiddenWords } from "./ForbiddenWords.ts"

const products = Effect.runSync(Effect.cached(readCatalogue(bundledPaths)))

const isDeclared = (id: string, { composition }: ProductFacts): boolean =>
  [...(composition?.contains ?? []), ...(isAllergen(id) ? (composition?.mayContain ?? []) : [])].some(
    (substance) => substance === id
  )

/** The first ingredient that is called by a word for it. */
const ingredientCalled = (id: string, { composition, names }: ProductFacts): string | undefined => {
  const forbidden = forbiddenWords[id]
  const list = composition?.ingredients
  if (forbidden === undefined || list === undefined || list === null) return undefined
  // milk without lactose is made of milk
  const { claim, unless, words } = forbidden
  if (claim !== undefined && Object.values(names).some((texts) => texts.some((name) => claim.test(name))))
    return undefined
  return list.text
    .split(list.form === "recipe" ? ";" : /[,;()[\].:]/u)
    .find((text) => words.test(text) && !unless.test(text))
}

const freed = Effect.runSync(
  Effect.cached(Effect.map(products, (all) => all.map((facts) => ({ facts, free: freeFrom(facts) }))))
)

const withoutComposition = ({ composition: _, ...facts }: ProductFacts): ProductFacts => facts

const listing = (food: string, all: ReadonlyArray<ProductFacts>) =>
  all.filter(
    ({ composition }) =>
      composition?.ingredients?.form === "recipe" &&
      new RegExp(`(?:^|; )${food}`, "iu").test(composition.ingredients.text)
  )

// each reads the whole catalogue, which takes seconds on a busy machine
describe("What sources state of the bundled catalogue", { timeout: 60_000 }, () => {
  it("has the same ids as what can be ruled out", () =>
    assert.deepStrictEqual([...Substance.literals], [...exclusionIds]))

  it.effect.each(exclusionIds)("nothing that is declared to hold %s, or lists it, is free of it", (id) =>
    Effect.gen(function* () {
      const passing = (yield* freed).filter(({ free }) => free.has(id))
      const wrong = passing.flatMap(({ facts }) => {
        const called = isDeclared(id, facts) ? "declared" : ingredientCalled(id, facts)
        return called === undefined ? [] : [`${facts.id}: ${called}`]
      })
      assert.deepStrictEqual(wrong, [])
    })
  )

  it.effect.each(["gluten", "egg", "milk", "soy", "nuts", "pork", "meat"])(
    "by its names alone some product that holds %s would pass",
    (id) =>
      Effect.gen(function* () {
        const all = yield* products
        const holding = all.filter((facts) => isDeclared(id, facts) || ingredientCalled(id, facts) !== undefined)
        assert.isTrue(holding.some((facts) => freeFrom(withoutComposition(facts)).has(id)))
      })
  )

  it.effect.each([
    ["without onion", "Onions"],
    ["без чеснока", "Garlic"],
    ["no tomatoes please", "Tomatoes"],
    ["بدون فطر", "Mushrooms"],
    ["without carrots", "Carrots"]
  ])("%s: no dish passes that is made of %s", ([question = "", food = ""]) =>
    Effect.gen(function* () {
      const made = listing(food, yield* products)
      const exclusions = exclusionsIn(tokenize(question))
      assert.isNotEmpty(made)
      assert.isTrue(made.some((facts) => passes(exclusions, withoutComposition(facts))))
      assert.deepStrictEqual(
        made.filter((facts) => passes(exclusions, facts)).map(({ id }) => id),
        []
      )
    })
  )
})
