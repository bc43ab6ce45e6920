import { analyze, type Token } from "../text/Analyzer.ts"
import type { Preparation } from "./StaticRank.ts"

const stemsOf = (words: string): ReadonlySet<string> => new Set(analyze(words).map((token) => token.stem))

const raw = stemsOf("raw fresh whole сырой свежий цельный طازج نيء خام كامل")
const composed = stemsOf("with and flavor flavored flavour flavoured mix с со и вкус вкусом ассорти مع بنكهة نكهة")
const processed = stemsOf(
  `canned dried dehydrated powdered powder frozen fried smoked salted pickled cooked baked roasted breaded sweetened
   imitation prepared instant reduced low nonfat
   консервированный сушеный сухой замороженный жареный копченый соленый маринованный вареный печеный быстрорастворимый
   معلب مجفف مجمد مقلي مدخن مملح مخلل مطبوخ مشوي محلى بودرة`
)

const hasAny = (tokens: ReadonlyArray<Token>, stems: ReadonlySet<string>): boolean =>
  tokens.some((token) => stems.has(token.stem))

/** What a name says was done to the food. A food called raw or whole is, whatever else its long name says of it. */
export const preparationOf = (name: ReadonlyArray<Token>): Preparation => {
  if (hasAny(name, raw)) return "raw"
  if (hasAny(name, composed)) return "composed"
  return hasAny(name, processed) ? "processed" : "plain"
}
