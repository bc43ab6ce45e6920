import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { phrasesOf, rowsOf } from "../../../../domain/language/Knowledge.ts"
import { conceptOf } from "../../../../domain/language/Lexicon.ts"
import { tokenize } from "../../../../domain/language/Tokenizer.ts"
import { claimsOfAbsence, exclusionsIn } from "../../../../domain/semantic/exclusions/ExclusionReader.ts"
import { withoutExclusions } from "../../../../domain/semantic/exclusions/WithoutExclusions.ts"
import { readBundledModel } from "../../../../infra/embedding/BundledModel.ts"
import { exclusionIds } from "../../../../domain/semantic/exclusions/ExclusionKinds.ts"
import { contentsOf } from "../../../../domain/semantic/exclusions/FoodContents.ts"

const model = readBundledModel()
// the first question reads the files
model.understand("no milk for my boss")

const foodsRuledOut = (query: string): ReadonlySet<string> => exclusionsIn(tokenize(query)).foods
const ruledOut = (query: string): ReadonlyArray<string> => [...exclusionsIn(tokenize(query)).ids]

interface Wording {
  readonly query: string
  readonly ids: ReadonlyArray<string>
  readonly foods: ReadonlyArray<string>
}

const isWording = (value: unknown): value is Wording => typeof value === "object" && value !== null && "ids" in value

/** Written by somebody who knew neither the tables nor the program; those of three hundred that are read. */
const wordings = readFileSync(new URL("../../../support/needs/exclusions.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): unknown => JSON.parse(line))
  .filter(isWording)

describe("What a question rules out", () => {
  it("is no food that is written like the word for without", () => {
    assert.sameMembers([...model.understand("салат без лука и без чеснока").exclusions.foods], ["onion", "garlic"])
  })

  it.each(wordings)("$query", ({ foods, ids, query }) => {
    const read = model.understand(query).exclusions
    assert.includeMembers([...read.ids], [...ids])
    assert.includeMembers([...read.foods], [...foods])
  })

  it.each([
    ["allergy to milk what can I eat", ["milk", "lactose"]],
    ["shellfish allergy dinner", ["crustaceans", "molluscs"]],
    ["halal dinner", ["pork", "alcohol", "gelatine"]],
    ["cake without eggs and milk", ["egg", "milk", "lactose"]],
    ["بدون لحم خنزير", ["pork"]],
    ["أكل صيامي", ["animal"]],
    ["постное на ужин", ["animal"]]
  ])("%s: %s", (query, ids) => {
    assert.sameMembers([...ruledOut(query)], ids)
  })

  it.each([
    "no sugar cake",
    "not spicy",
    "without cooking",
    "постное мясо",
    "на улице +35, горячее не лезет, супчик бы",
    "شنو اكل بالسحور عشان ما اجوع بالصيام",
    "free range eggs",
    "не менее 20 г белка",
    "not only fish"
  ])("nothing by %s", (query) => {
    const { foods, ids } = exclusionsIn(tokenize(query))
    assert.deepStrictEqual([...ids, ...foods], [])
  })

  it("is read behind every cue, for every wording, in every language", () => {
    const cues = { en: "allergic to", ru: "аллергия на", ar: "حساسية من" } as const
    const missed = rowsOf("exclusions").flatMap(({ attributes: [ids = "", kind = ""], names }) =>
      (["en", "ru", "ar"] as const).flatMap((language) =>
        names[language].flatMap((name) => {
          const query = kind === "thing" || kind === "part" ? `${cues[language]} ${name}` : name
          const read = ruledOut(query)
          const foods = foodsRuledOut(query)
          const isRead = (id: string) => (id.startsWith("c:") ? foods.has(id.slice("c:".length)) : read.includes(id))
          return ids.split(" ").every((id) => id === "" || isRead(id)) ? [] : [query]
        })
      )
    )
    assert.deepStrictEqual(missed, [])
  })

  it("is ruled out by every cue that stands before it", () => {
    const missed = rowsOf("exclusion-cues").flatMap((row) =>
      row.attributes[0] === "before" || row.attributes[0] === "beside"
        ? phrasesOf(row).flatMap((cue) => (ruledOut(`${cue} gluten`).includes("gluten") ? [] : [cue]))
        : []
    )
    assert.deepStrictEqual(missed, [])
  })

  it("is what a condition forbids, of the foods of the lexicon, while its words stay", () => {
    const query = "dinner ideas, I am pregnant"
    assert.isTrue(foodsRuledOut(query).has("sashimi"))
    assert.strictEqual(withoutExclusions(query, exclusionsIn(tokenize(query))), query)
    const forbidden = rowsOf("exclusions").flatMap(({ attributes: [ids = "", kind] }) =>
      kind === "condition" ? ids.split(" ") : []
    )
    const isKnown = (id: string) =>
      id.startsWith("c:") ? conceptOf(id.slice("c:".length)) !== undefined : exclusionIds.includes(id)
    assert.deepStrictEqual(
      forbidden.filter((id) => !isKnown(id)),
      []
    )
  })

  it.each([
    ["I don't drink, something for the toast", ["alcohol"], []],
    ["she doesn't drink milk", ["milk", "lactose"], []],
    ["lupin flour makes me ill", ["lupin"], ["flour"]],
    ["no nightshades please", [], ["tomato", "potato", "eggplant"]],
    ["мясо не ем уже год", ["meat"], []],
    ["ما ناكلش البيض", ["egg"], []]
  ])("%s: %s %s", (query, ids, foods) => {
    const read = exclusionsIn(tokenize(query))
    assert.includeMembers([...read.ids], ids)
    assert.includeMembers([...read.foods], foods)
  })

  it("is unread where somebody is allergic to what nobody knows", () => {
    const isUnread = (query: string) => exclusionsIn(tokenize(query)).isUnread
    for (const query of ["allergic to xyzzy, what can I eat", "аллергия на хрундель", "عندي حساسية من الزفزف"])
      assert.isTrue(isUnread(query), query)
    for (const query of [
      "allergic to cats",
      "milk allergy",
      "no allergies or diets",
      "I hate xyzzy",
      "сезонная аллергия, чай"
    ])
      assert.isFalse(isUnread(query), query)
  })

  it("leaves the rest of the question", () => {
    const rest = (query: string) => withoutExclusions(query, exclusionsIn(tokenize(query)))
    assert.strictEqual(rest("gluten free cake"), "cake")
    assert.strictEqual(rest("суп без мяса и молока"), "суп")
    assert.strictEqual(rest("non-alcoholic beer"), "non-alcoholic beer")
  })
})

describe("What a name claims to be free of", () => {
  it.each([
    ["Milk, lactose-free", ["lactose"]],
    ["Vegetarian chili without beans", ["meat", "fish", "crustaceans", "molluscs", "gelatine"]],
    ["Nut allergy snack", []],
    ["Salami, pork, beef, less sodium", []],
    ["Non-dairy creamer", []],
    ["Печенье постное", []],
    ["Wheat free crackers", []],
    ["Almond free granola", []],
    ["Casein free protein powder", []],
    ["Хлебцы без пшеницы", []],
    ["Mashed potatoes from granules without milk, whole milk and butter added", ["milk", "lactose"]]
  ])("%s: %s", (name, ids) => {
    assert.sameMembers([...claimsOfAbsence(tokenize(name)).ids], ids)
  })
})

describe("What foods contain", () => {
  it("is known, or unknown, or known to be absent", () => {
    assert.isTrue(contentsOf("cheddar").contains.has("milk"))
    assert.isTrue(contentsOf("oat").unknown.has("gluten"))
    assert.isFalse(contentsOf("rice").contains.has("gluten") || contentsOf("rice").unknown.has("gluten"))
  })
})
