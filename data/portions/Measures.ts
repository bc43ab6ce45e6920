/** A household measure of FoodData Central, in the words of `domain/meal`: `cup`, `slice`, `piece`, `small` … */
interface Measure {
  readonly code: string
  readonly pattern: RegExp
}

/** A measure that names the food itself counts pieces of it ("1 cookie", "1 drumstick"); the first that fits holds. */
const measures: ReadonlyArray<Measure> = [
  { code: "-", pattern: /^(?:oz|lb|cubic inch|roast|rack|nlea|recipe|package yield|quart|gallon|head|serving 100 ml|ml\b|milliliter|inch)/ },
  { code: "small", pattern: /^(?:extra small|small)\b|^[a-z]+,? small\b|\bsmall$/ },
  { code: "medium", pattern: /^medium\b|^[a-z]+,? medium\b|\bmedium$/ },
  { code: "large", pattern: /^large\b|^[a-z]+,? large\b|\blarge$/ },
  { code: "-", pattern: /^(?:extra large|jumbo|mini|miniature)/ },
  { code: "cup", pattern: /^cup\b/ },
  { code: "floz", pattern: /^fl oz/ },
  { code: "tbsp", pattern: /^(?:tbsp|tablespoon)\b/ },
  { code: "tsp", pattern: /^(?:tsp|teaspoon)\b/ },
  { code: "slice", pattern: /^(?:slices?|wedge|rasher|strip)\b/ },
  { code: "can", pattern: /^can\b/ },
  { code: "bottle", pattern: /^bottle\b/ },
  { code: "carton", pattern: /^container\b/ },
  { code: "bar", pattern: /^bar\b/ },
  { code: "pack", pattern: /^(?:package|packet|bag|pouch|envelope|box|order)\b/ },
  { code: "clove", pattern: /^clove\b/ },
  { code: "leaf", pattern: /^leaf\b/ },
  { code: "bunch", pattern: /^bunch\b/ },
  { code: "scoop", pattern: /^scoop\b/ },
  { code: "loaf", pattern: /^loaf\b/ },
  { code: "stick", pattern: /^(?:stick|stalk|spear)\b/ },
  { code: "serving", pattern: /^(?:serving|portion|meal)\b/ },
  { code: "fillet", pattern: /^fillet\b/ },
  {
    code: "piece",
    pattern:
      /^(?:piece|unit|item|each|individual|steak|chop|cookie|breast|cracker|patty|fruit|drumstick|pizza|wing|sandwich|roll|thigh|link|pie|cake|ear|biscuit|muffin|pancake|leg|doughnut|pepper|tortilla|waffle|pastry|potato|frankfurter|croissant|enchilada|taco|burrito|pita|egg|sausage|toast|apricot|plum|cherry|leek|mushroom|sprout|pod|root|melon|matzo|wafer|date|fig|banana|onion|olive|kernel|nut|bagel|dumpling|artichoke|half|block|cube|pat|medallion|shrimp|oyster|clam|prune|grape|tomato|beet|carrot|turnip|radish|avocado|kiwi|mango|peach|pear|apple|orange|lemon|lime)(?:s|es)?\b/
  }
]

/** How good a description is for its code: the plain word before one with conditions ("cup" before "cup, chopped"). */
const plainness = (description: string): number => (/^[a-z]+(?: \((?:8 fl oz|\d[^)]*)\))?$/.test(description) ? 0 : description.length)

export interface Portion {
  readonly description: string
  /** of one of them */
  readonly grams: number
}

const round = (grams: number): number => Number(grams.toPrecision(3))

/** The weights of the measures that we know, at most one a code. */
export const measuresOf = (portions: ReadonlyArray<Portion>): ReadonlyMap<string, number> => {
  const found = new Map<string, { readonly grams: number; readonly plainness: number }>()
  for (const portion of portions) {
    const description = portion.description.toLowerCase()
    const code = measures.find(({ pattern }) => pattern.test(description))?.code
    if (code === undefined || code === "-" || !(portion.grams > 0)) continue
    const rank = plainness(description)
    const known = found.get(code)
    if (known === undefined || rank < known.plainness) found.set(code, { grams: portion.grams, plainness: rank })
  }
  const fluidOunce = found.get("floz")
  // eight fluid ounces make a cup
  if (fluidOunce !== undefined && !found.has("cup")) found.set("cup", { ...fluidOunce, grams: fluidOunce.grams * 8 })
  found.delete("floz")
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, { grams }]) => [code, round(grams)]))
}
