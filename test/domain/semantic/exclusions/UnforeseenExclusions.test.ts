import { assert, describe, it } from "@effect/vitest"
import { tokenize } from "../../../../domain/language/Tokenizer.ts"
import type { MentionClassifier } from "../../../../domain/semantic/classifier/MentionClassifier.ts"
import { exclusionsIn } from "../../../../domain/semantic/exclusions/ExclusionReader.ts"
import { withUnforeseen } from "../../../../domain/semantic/exclusions/UnforeseenExclusions.ts"
import { bundledSentences } from "../../../../infra/embedding/BundledSentences.ts"

const read = (text: string, ruledOut: MentionClassifier, isRead = false) =>
  withUnforeseen(text, exclusionsIn(tokenize(text)), isRead, ruledOut)

/** Says of every food that it is ruled out as probably as this. */
const always =
  (probability: number): MentionClassifier =>
  (_, { mentions }) =>
    mentions.map(() => probability)

describe("An exclusion in words that no table has", () => {
  it("rules out what is probably ruled out, and its words are no part of the need", () => {
    const { foods, ids, spans } = read("peanuts sent him to the ward", always(0.9))
    assert.deepStrictEqual([[...ids], [...foods], spans.length], [["peanut"], [], 1])
    assert.sameMembers([...read("клубника нам враг", always(0.9)).foods], ["strawberry"])
  })

  it("leaves what is probably wanted", () => {
    assert.strictEqual(read("peanuts sent him to the ward", always(0.1)).ids.size, 0)
  })

  it("takes nothing from what the tables read", () => {
    const { ids } = read("a cake without milk for my boss", always(0))
    assert.sameMembers([...ids], ["milk", "lactose"])
  })

  it("is believed of words that the tables account for when it is nearly sure", () => {
    assert.strictEqual(read("peanuts sent him to the ward", always(0.8), true).ids.size, 0)
    assert.deepStrictEqual([...read("peanuts sent him to the ward", always(0.97), true).ids], ["peanut"])
  })

  it("is that of the whole list when it is that of one food in it", () => {
    const first: MentionClassifier = (_, { mentions }) => mentions.map((_, i) => (i === 0 ? 0.9 : 0))
    assert.sameMembers([...read("olives, onions and garlic, who eats that", first).foods], ["olive", "onion", "garlic"])
  })

  it("is not looked for where there is nothing but foods", () => {
    const never: MentionClassifier = () => assert.fail("was asked")
    assert.strictEqual(read("peanut butter cookies", never).ids.size, 0)
  })

  it("is not what asks by itself, which the tables know", () => {
    const asked: Array<number> = []
    read("vegan muffins for my boss", (_, { mentions }) => mentions.map(({ start }) => asked.push(start)))
    assert.notInclude(asked, 0)
  })
})

describe("The bundled classifier of what is ruled out", () => {
  const { ruledOut } = bundledSentences()
  // the first question reads the files
  read("no milk for my boss", ruledOut)
  const idsOf = (text: string) => [...read(text, ruledOut).ids]
  const foodsOf = (text: string) => [...read(text, ruledOut).foods]

  it.each([
    ["eggs send my toddler to the emergency room, breakfast ideas", "egg"],
    ["муж из-за креветок попал в реанимацию, салат на праздник", "crustaceans"],
    ["الدكتور شال البيض من أكل ابني، فطار إيه", "egg"]
  ])("reads %s", (text, id) => {
    assert.include(idsOf(text), id)
  })

  it.each([
    "chicken soup for a cold",
    "what goes with buckwheat",
    "йогурт при вздутии",
    "сыр к красному вину",
    "شوربة عدس لليالي الباردة",
    "milk that keeps long without a fridge"
  ])("leaves %s as it is", (text) => {
    assert.deepStrictEqual([...idsOf(text), ...foodsOf(text)], [])
  })
})
