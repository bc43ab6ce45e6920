import { checkDigit } from "../domain/product/CheckDigit.ts"
import type { ProductFacts } from "../domain/product/ProductFacts.ts"
import type { Region } from "../domain/product/Region.ts"
import { seededRandom } from "./SyntheticCatalogue.ts"

/** A record as the JSON lines of Open Food Facts have it. */
export type GeneratedRecord = Readonly<Record<string, unknown>>

const start = "\n"
const end = ""
const nameWordsMax = 12

/** What word follows which in the names of each language, each as often as it does. */
const wordChains = (products: ReadonlyArray<ProductFacts>) => {
  const chains = new Map<string, Map<string, Array<string>>>()
  const note = (chain: Map<string, Array<string>>, word: string, next: string) => {
    const known = chain.get(word)
    if (known === undefined) chain.set(word, [next])
    else known.push(next)
  }
  for (const { names } of products) {
    for (const [language, texts] of Object.entries(names)) {
      const chain = chains.get(language) ?? new Map<string, Array<string>>()
      chains.set(language, chain)
      for (const text of texts) {
        const words = text.split(/\s+/)
        words.forEach((word, i) => note(chain, i === 0 ? start : (words[i - 1] ?? start), word))
        note(chain, words.at(-1) ?? start, end)
      }
    }
  }
  return chains
}

const syllables = {
  en: "ba ko ri na te lo mi su ve da gra pol fen zu tar shi mel dor cas vin".split(" "),
  ru: "ба ко ри на те ло ми су ве да гра пол фен зу тар ши мел дор кас вин".split(" "),
  ar: "با كو ري نا تي لو مي سو في دا غرا بول فن زو تار شي مل دور كاس فين".split(" ")
} as const
const syllablesOf = (language: string): ReadonlyArray<string> =>
  language === "ru" ? syllables.ru : language === "ar" ? syllables.ar : syllables.en

/** A vocabulary grows with its catalogue (Heaps' law): one word in so many is of no bundled product. */
const wordsPerInvented = 60
const inventedWords = 400_000

const countries: Readonly<Record<Region, string>> = {
  us: "en:united-states",
  eu: "en:france",
  russia: "en:russia",
  gcc: "en:saudi-arabia",
  global: "en:world"
}

/** Codes in no order, none of them twice, with their check digits: multiples of a number modulo a prime. */
const codes = 999_999_999_989
const codeStep = 387_420_489_001n
const codeOf = (number: number): string => {
  const digits = String((BigInt(number + 1) * codeStep) % BigInt(codes)).padStart(12, "0")
  return digits + checkDigit(digits)
}

/**
 * Products like those of the bundled catalogue: names whose words follow each other as they do there, brands, categories,
 * countries and nutrition of bundled products, slightly changed. The same seed gives the same products.
 */
export const generatedProducts = (seed: number, products: ReadonlyArray<ProductFacts>) => {
  const random = seededRandom(seed)
  const oneOf = <A>(list: ReadonlyArray<A>, otherwise: A): A => list[Math.floor(random() * list.length)] ?? otherwise
  const chains = wordChains(products)
  const brands = products.flatMap((product) => product.brands ?? [])

  /** Rare words are many and each of them rare: the word of rank r is about 1/r as frequent as the first. */
  const invented = (language: string): string => {
    const list = syllablesOf(language)
    let rest = Math.floor(inventedWords ** random())
    let word = ""
    for (let i = 0; i < 4; i++) {
      word += list[rest % list.length] ?? ""
      rest = Math.floor(rest / list.length)
    }
    return word
  }
  const name = (language: string): string => {
    const chain = chains.get(language)
    const words: Array<string> = []
    let next = oneOf(chain?.get(start) ?? [], end)
    while (next !== end && words.length < nameWordsMax) {
      words.push(random() * wordsPerInvented < 1 ? invented(language) : next)
      next = oneOf(chain?.get(next) ?? [], end)
    }
    return words.length === 0 ? invented(language) : words.join(" ")
  }
  const nutriments = ({ nutrition }: ProductFacts) => {
    const around = (value: number | null, factor = 1) =>
      value === null ? undefined : Number((value * factor * (0.9 + random() * 0.2)).toFixed(2))
    return {
      "energy-kcal_100g": around(nutrition.calories),
      proteins_100g: around(nutrition.proteins),
      fat_100g: around(nutrition.fats),
      carbohydrates_100g: around(nutrition.carbs),
      fiber_100g: around(nutrition.fiber),
      sugars_100g: around(nutrition.sugar),
      sodium_100g: around(nutrition.sodium, 1 / 1_000)
    }
  }
  return (number: number): GeneratedRecord => {
    const like = products[Math.floor(random() * products.length)]
    if (like === undefined) throw new RangeError("there is no product to be like")
    const language = like.mainLanguage
    const code = codeOf(number)
    const title = name(language)
    return {
      code,
      lang: language,
      product_name: title,
      [`product_name_${language}`]: title,
      ...(random() < 0.1 && language !== "en" ? { product_name_en: name("en") } : {}),
      ...(random() < 0.6 ? { brands: random() < 0.8 ? oneOf(brands, "") : invented("en") } : {}),
      quantity: like.quantity ?? undefined,
      categories: like.categories.join(", "),
      pnns_groups_1: like.foodGroup ?? undefined,
      countries_tags: like.regions.map((region) => countries[region]),
      image_url: `https://images.openfoodfacts.org/images/products/${code}/front_${language}.3.400.jpg`,
      unique_scans_n: Math.floor(1 / (random() + 0.001)),
      serving_size: like.serving ?? undefined,
      nutriments: nutriments(like)
    }
  }
}
