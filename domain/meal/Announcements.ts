import { foodOf } from "./Corrections.ts"
import { isArticle, type ItemBuilder } from "./ItemBuilder.ts"
import type { MealToken } from "./MealToken.ts"

type Builders = ReadonlyArray<ItemBuilder>
type Words = ReadonlyArray<MealToken>

/**
 * The items without those that a sentence only announces: "Spaghetti with pesto. 2 cups of pasta, 3 tbsp of pesto". No amount
 * stands in that sentence, and the next one measures the same food.
 */
export const withoutAnnounced = (builders: Builders, words: Words): Builders => {
  const sentenceOf = sentencesOf(words)
  const measuredIn = new Set(builders.filter(isMeasured).map(({ start }) => sentenceOf(start)))
  const isAnnounced = (item: ItemBuilder): boolean => {
    const sentence = sentenceOf(item.start)
    if (item.foods.length === 0 || measuredIn.has(sentence)) return false
    return builders.some(
      (other) =>
        sentenceOf(other.start) === sentence + 1 && isMeasured(other) && foodOf(other, words) === foodOf(item, words)
    )
  }
  return builders.filter((item) => !isAnnounced(item))
}

const isMeasured = ({ amounts }: ItemBuilder): boolean => amounts.some((amount) => !isArticle(amount))

const ends = /[.!?؟\n]/

/** Which sentence of the text a word stands in. */
const sentencesOf = (words: Words): ((i: number) => number) => {
  let sentence = 0
  const numbers = words.map(({ kind, written }) => (kind === "break" && ends.test(written) ? ++sentence : sentence))
  return (i) => numbers[i] ?? sentence
}
