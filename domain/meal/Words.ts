import { type Preparation, preparations, type Size, sizes } from "./MealItem.ts"
import { phrasesBy } from "./MealTables.ts"
import { phraseTable, type PhraseTable } from "../language/quantities/PhraseTable.ts"

/** What words do that name no food, measure, size or method: `data/language/meal-roles.tsv` says it of each. */
export const roles = [
  "with",
  "beside",
  "of",
  "made",
  "in",
  "over",
  "on",
  "and",
  "or",
  "but",
  "contains",
  "without",
  "except",
  "instead",
  "denied",
  "refused",
  "free",
  "nothing",
  "left",
  "unfinished",
  "shared",
  "halved",
  "correction",
  "precision",
  "retraction",
  "namely",
  "total",
  "each",
  "eat",
  "begin",
  "meal",
  "holding",
  "attribute",
  "skip",
  "other",
  "feed"
] as const
export type Role = (typeof roles)[number]

export type WordMeaning =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "size"; readonly size: Size }
  | { readonly kind: "preparation"; readonly preparation: Preparation }

function* entries(): Generator<readonly [string, WordMeaning]> {
  for (const [phrase, preparation] of phrasesBy("cooking-methods", preparations))
    yield [phrase, { kind: "preparation", preparation }]
  for (const [phrase, size] of phrasesBy("sizes", sizes)) yield [phrase, { kind: "size", size }]
  for (const [phrase, role] of phrasesBy("meal-roles", roles)) yield [phrase, { kind: "role", role }]
}

let table: PhraseTable<WordMeaning> | null = null

/** What the words of a meal besides foods, numbers and measures mean, in the three languages. */
export const mealWords = (): PhraseTable<WordMeaning> => (table ??= phraseTable(entries()))
