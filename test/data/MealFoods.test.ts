import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { dishOf } from "../../domain/meal/Dishes.ts"
import { mealFoods } from "../../domain/meal/FoodTable.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { rowsOf } from "../../domain/language/Knowledge.ts"
import { foodRoles } from "../../data/portions/FoodRoles.ts"
import compiled from "../../domain/meal/portions.json" with { type: "json" }
import { isComplete } from "../../domain/product/Nutrition.ts"
import { readFileSync } from "node:fs"
import { bundledPaths, readCatalogue } from "../../quality/Catalogue.ts"

const bundled = Effect.map(readCatalogue(bundledPaths), (products) => new Map<string, ProductFacts>(products.map((facts) => [facts.id, facts])))

describe("the foods that meals know by name", () => {
  it.effect("have records in the bundled catalogue, and those that they are made from, with all four core values", () =>
    Effect.gen(function* () {
      const products = yield* bundled
      const ids = [...mealFoods().values()].flatMap(({ id, origin }) => (origin === null ? [id] : [id, origin.id]))
      const unknown = ids.filter((id) => {
        const facts = products.get(id)
        return facts === undefined || !isComplete(facts.nutrition)
      })
      assert.deepStrictEqual(unknown, [])
    })
  )

  it.effect("include each dish of a recipe with the values and the group of its record", () =>
    Effect.gen(function* () {
      const products = yield* bundled
      const dishes = [...mealFoods().values()].flatMap(({ id }) => dishOf(id) ?? [])
      assert.isAbove(dishes.length, 100)
      for (const { foodGroup, id, names, nutrition } of dishes) {
        const facts = products.get(id)
        for (const value of ["calories", "proteins", "fats", "carbs"] as const)
          assert.strictEqual(nutrition[value], facts?.nutrition[value] ?? null)
        assert.strictEqual(foodGroup, facts?.foodGroup ?? null)
        assert.includeMembers(Object.keys(facts?.names ?? {}), Object.keys(names))
      }
    })
  )
})

const keyAndId = (line: string): ReadonlyArray<readonly [key: string, id: string]> => {
  const key = /"key":"(\w+)"/.exec(line)?.[1]
  const fdcId = /"fdcId":(\d+)/.exec(line)?.[1]
  return key === undefined ? [] : [[key, `usda_${fdcId}`]]
}

const read = (file: string): string => readFileSync(new URL(`../../data/${file}`, import.meta.url), "utf8")

describe("the roles of foods in a meal", () => {
  const ids = new Map([
    ...read("portions/usda-foods.jsonl").split("\n").flatMap(keyAndId),
    ...read("curated-foods.jsonl")
      .split("\n")
      .flatMap(keyAndId)
      .map(([key]) => [key, `c_${key}`] as const)
  ])
  const groups = new Set([
    ...compiled.groups.map((line) => `@${line.slice(0, line.indexOf("|"))}`),
    ...rowsOf("food-groups").map(({ attributes: [group = ""] }) => `g:${group}`)
  ])

  it("are compiled as food-roles.tsv has them", () => {
    assert.includeMembers([...compiled.roles], [...foodRoles(read("portions/food-roles.tsv"), ids, groups, new Map())].filter((line) => line.startsWith("@")))
  })

  it.each([
    ["a food that no list has", "unicorn\tegg", "no food or group unicorn"],
    ["a group that has no line in foods.txt", "@Unicorns\tegg", "no food or group @Unicorns"],
    ["a food that stands twice", "egg\tegg\negg\tegg-dish", "egg stands twice"],
    ["a role that nothing reads", "egg\tbouncy", 'egg: unknown role "bouncy"']
  ])("are refused with %s", (_, rows, message) => {
    assert.throws(() => foodRoles(`food\troles\n${rows}`, ids, groups, new Map()), message)
  })
})
