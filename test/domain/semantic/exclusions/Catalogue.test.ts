import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { exclusionIds } from "../../../../domain/semantic/exclusions/ExclusionKinds.ts"
import { freeFrom, passes } from "../../../../domain/semantic/exclusions/ProductContents.ts"
import { readBundledModel } from "../../../../infra/embedding/BundledModel.ts"
import { bundledPaths, readCatalogue } from "../../../../quality/Catalogue.ts"
import { facts } from "../../../support/Facts.ts"
import { forbiddenWords, type ForbiddenWords } from "./ForbiddenWords.ts"

const products = Effect.runSync(Effect.cached(readCatalogue(bundledPaths)))

const namesOf = (facts: ProductFacts): ReadonlyArray<string> => Object.values(facts.names).flat()

/** A name that shows the forbidden thing, unless another name of the product, or a label that its source states, takes it back. */
const forbiddenName = (
  id: string,
  { claim, unless, words }: ForbiddenWords,
  facts: ProductFacts
): string | undefined => {
  const names = namesOf(facts)
  if (facts.composition?.freeOf.some((substance) => substance === id) === true) return undefined
  if (claim !== undefined && names.some((name) => claim.test(name))) return undefined
  return names.find((name) => words.test(name) && !unless.test(name))
}

/** What is made of animals is called by the words of any of these. */
const animalIds = ["milk", "egg", "fish", "crustaceans", "molluscs", "meat", "gelatine"]

const forbiddenFor = (id: string): ReadonlyArray<ForbiddenWords> =>
  (id === "animal" ? animalIds : [id]).flatMap((each) => forbiddenWords[each] ?? [])

const questions: Readonly<Record<string, ReadonlyArray<string>>> = {
  gluten: [
    "gluten free",
    "celiac dinner",
    "без глютена",
    "целиакия, что на завтрак",
    "خالي من الجلوتين",
    "عندي حساسية من القمح"
  ],
  milk: [
    "allergy to milk what can I eat",
    "dairy free dessert",
    "аллергия на молоко",
    "без молока",
    "حساسية حليب",
    "حلويات بدون حليب"
  ],
  lactose: ["lactose intolerant breakfast", "безлактозное", "خالي من اللاكتوز"],
  egg: ["egg allergy", "cake without eggs", "аллергия на яйца что съесть", "حلويات بدون بيض"],
  nuts: ["nut free snack", "без орехов", "حساسية من المكسرات"],
  peanut: ["peanut allergy snack", "аллергия на арахис", "حساسية من الفول السوداني"],
  soy: ["soy free dinner", "без сои", "بدون صويا"],
  fish: ["fish allergy dinner", "без рыбы", "بدون سمك"],
  crustaceans: ["shellfish allergy dinner", "нельзя креветки", "بدون جمبري"],
  molluscs: ["no squid or oysters", "аллергия на моллюсков", "بدون محار"],
  sesame: ["sesame allergy", "без кунжута", "بدون سمسم"],
  mustard: ["mustard allergy sauce", "без горчицы", "بدون خردل"],
  celery: ["celery free soup", "без сельдерея", "بدون كرفس"],
  sulphites: ["no sulphites", "без сульфитов", "بدون كبريتيت"],
  lupin: ["lupin allergy bread", "без люпина", "بدون ترمس"],
  pork: ["halal dinner", "no pork", "мясо без свинины", "халяль", "بدون لحم خنزير", "عشاء حلال"],
  alcohol: ["alcohol free dessert", "без алкоголя", "بدون كحول"],
  gelatine: ["sweets without gelatin", "без желатина", "بدون جيلاتين"],
  meat: ["vegetarian dinner", "суп без мяса", "وجبة نباتية"],
  animal: ["vegan breakfast", "постное на ужин", "أكل صيامي", "веганский завтрак"]
}

// each reads the whole catalogue, which takes seconds on a busy machine
describe("Exclusions over the bundled catalogue", { timeout: 60_000 }, () => {
  it.effect.each(exclusionIds)("nothing that is free of %s is called by a word for it", (id) =>
    Effect.gen(function* () {
      const all = yield* products
      const forbidden = forbiddenFor(id)
      const named = all.filter((facts) => forbidden.some((words) => forbiddenName(id, words, facts) !== undefined))
      assert.isNotEmpty(named)
      const wrong = named.filter((facts) => freeFrom(facts).has(id)).map(({ id: product }) => product)
      assert.deepStrictEqual(wrong, [])
      assert.isTrue(all.some((facts) => freeFrom(facts).has(id)))
    })
  )

  const model = readBundledModel()

  it.effect.each(Object.entries(questions))("%s: no answer to %s holds it", ([id, asked]) =>
    Effect.gen(function* () {
      const all = yield* products
      const forbidden = forbiddenFor(id)
      const named = all.filter((facts) => forbidden.some((words) => forbiddenName(id, words, facts) !== undefined))
      for (const question of asked) {
        const intent = model.understand(question)
        const candidates = named.map((facts) => ({ facts, cosine: 1 }))
        assert.isTrue(intent.exclusions.ids.has(id), question)
        assert.deepStrictEqual(
          model.rerank(intent, candidates).map(({ facts }) => facts.id),
          [],
          question
        )
      }
    })
  )

  it("a claim that the rest of the name denies is none", () => {
    const free = freeFrom(
      facts({ names: { en: ["Potatoes, mashed, from granules without milk, whole milk and butter added"] } })
    )
    assert.isFalse(free.has("milk") || free.has("lactose"))
    assert.isTrue(freeFrom(facts({ names: { en: ["Milk, lactose-free"] } })).has("lactose"))
  })

  it.effect("a food that is named is left out with its kinds", () =>
    Effect.gen(function* () {
      const all = yield* products
      const { exclusions } = model.understand("any meat except chicken")
      const left = all.filter((facts) => passes(exclusions, facts))
      assert.isEmpty(
        left.filter((facts) =>
          namesOf(facts).some((name) => /\bchicken\b(?!,? meatless)/i.test(name) && /^chicken/i.test(name))
        )
      )
    })
  )
})
