import { tokenize, type Token } from "./Tokenizer.ts"
import type { Preparation } from "../search/StaticRank.ts"

const stemsOf = (words: string): ReadonlySet<string> => new Set(tokenize(words).map((token) => token.stem))

const raw = stemsOf("raw fresh сырой свежий طازج نيء خام")
const whole = stemsOf("whole цельный كامل")
const composed = stemsOf(
  "with and flavor flavored flavour flavoured mix с со и под по фаршированный вкус вкусом ассорти مع بنكهة نكهة"
)
const processed = stemsOf(
  `canned dried dehydrated powdered powder frozen fried smoked salted pickled cooked baked roasted breaded sweetened
   imitation prepared instant reduced low nonfat boiled stewed grilled steamed toasted braised
   консервированный сушеный сухой замороженный быстрозамороженный свежемороженый мороженый жареный копченый соленый
   маринованный вареный отварной печеный запеченный тушеный тушенный жаренный припущенный квашеный моченый
   пассерованный панированный гриль быстрорастворимый
   معلب مجفف مجمد مقلي مدخن مملح مخلل مطبوخ مشوي محلى بودرة`
)

/** Of these words a food is no longer the plain one. */
const altering = stemsOf(
  "imitation instant sweetened prepared reduced low powder powdered быстрорастворимый محلى بودرة"
)

/** Does the word say what was done to a food that stays the same food? */
export const isProcessingWord = (token: Token): boolean => processed.has(token.stem) && !altering.has(token.stem)

const hasAny = (tokens: ReadonlyArray<Token>, stems: ReadonlySet<string>): boolean =>
  tokens.some((token) => stems.has(token.stem))

/**
 * What a name says was done to the food. One called raw is, whatever else its long name says of it; one called whole is
 * as good as raw unless it was processed.
 */
export const preparationOf = (name: ReadonlyArray<Token>): Preparation => {
  if (hasAny(name, raw)) return "raw"
  if (hasAny(name, processed)) return "processed"
  if (hasAny(name, whole)) return "raw"
  return hasAny(name, composed) ? "composed" : "plain"
}

/** Does the word say what was done to a food, or that nothing was? */
export const isPreparationWord = ({ stem }: Token): boolean => raw.has(stem) || whole.has(stem) || processed.has(stem)
