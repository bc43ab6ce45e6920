import { withoutBrackets } from "./Brackets.ts"
import { isEaten, toItem } from "./ItemBuilder.ts"
import { withCorrections } from "./Corrections.ts"
import { withCompounds } from "./Compounds.ts"
import { settleAcrossItems } from "./CrossItemRules.ts"
import { itemsMax, type ParsedMeal } from "./MealItem.ts"
import { mealTokens } from "./MealToken.ts"
import { settleParts } from "./Parts.ts"
import { readPhrases } from "./PhraseReader.ts"
import { withoutNegated } from "./Scope.ts"
import { withShares } from "./Shares.ts"
import { isOtherTalk } from "./TagPatterns.ts"
import { tagsOf } from "./Tags.ts"
import { withoutTitles } from "./Titles.ts"

/**
 * The foods of a described meal with what is said of their amounts, in the order of the text; none when it names no food.
 * Foods that were not eaten are left out. Reads the first 2,000 characters and 40 items; pure, so the same text always
 * yields the same items.
 */
export const parseMeal = (text: string): ParsedMeal => {
  const { tags, words } = tagsOf(mealTokens(text))
  if (
    isOtherTalk(
      tags,
      tags.some(({ kind }) => kind === "eat" || kind === "meal")
    )
  )
    return { items: [], unexplained: [] }
  const eaten = withCompounds(withShares(withoutNegated(tags, words), words), words)
  const counted = withoutBrackets(withoutTitles(eaten, words), words)
  const builders = withCorrections(readPhrases(counted, words, text), words)
  settleParts(builders, words)
  settleAcrossItems(builders, words)
  const items = builders.filter(isEaten).map((item) => toItem(item, words, text))
  return { items: items.slice(0, itemsMax), unexplained: [] }
}
