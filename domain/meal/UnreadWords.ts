import type { MealItem } from "./MealItem.ts"
import { mealTokens } from "./MealToken.ts"
import { tagsOf } from "./Tagger.ts"

/** The words of a description that are in none of its items and that no table of words knows, as written. */
export const unreadWords = (text: string, items: ReadonlyArray<MealItem>): ReadonlyArray<string> => {
  const { tags, words } = tagsOf(mealTokens(text))
  const spans = spansOf(text, items)
  return tags.flatMap(({ end, kind, start }) => {
    const first = words[start]
    const last = words[end - 1]
    if (kind !== "unknown" || first?.kind !== "word" || last === undefined) return []
    const isRead = spans.some((span) => span.start <= first.start && last.end <= span.end)
    return isRead ? [] : [text.slice(first.start, last.end)]
  })
}

/** Where the texts of the items stand, each behind the one before it if it stands there. */
const spansOf = (text: string, items: ReadonlyArray<MealItem>) => {
  let from = 0
  return items.map((item) => {
    const behind = text.indexOf(item.text, from)
    const start = behind === -1 ? text.indexOf(item.text) : behind
    if (start === -1) return { start: 0, end: 0 }
    from = start + 1
    return { start, end: start + item.text.length }
  })
}
