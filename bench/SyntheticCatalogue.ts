import type { ProductFacts } from "../domain/product/ProductFacts.ts"
import { ProductId } from "../domain/product/ProductId.ts"
import type { Region } from "../domain/product/Region.ts"

/** Numbers in [0, 1) from a seed: mulberry32, public domain. The same seed gives the same catalogue anywhere. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const words = {
  en: `milk chocolate cheese organic sauce chicken juice bread rice tomato butter cream apple water tea coffee sugar oil
    yogurt beef pork fish salt pepper onion garlic honey egg pasta noodles soup beans corn potato chips cookies cake
    biscuits nuts almond peanut coconut orange lemon banana strawberry cherry grape peach pear mango pineapple vanilla
    cinnamon ginger mustard vinegar olive spinach carrot cabbage broccoli mushroom turkey ham bacon sausage salmon tuna
    shrimp crab flour oats wheat barley rye lentils peas hummus jam syrup candy gum snack bar cereal granola muesli
    dressing mayonnaise ketchup salsa pizza burger sandwich wrap tofu soy protein powder drink soda beer wine smoked
    dried frozen fresh raw roasted salted sweet hot whole skimmed low fat free light dark white red green black`,
  ru: `молоко шоколад сыр масло хлеб рис гречка творог кефир сметана йогурт курица говядина свинина рыба колбаса сосиски
    пельмени картофель морковь лук чеснок капуста огурец помидор яблоко груша банан апельсин сок вода чай кофе сахар
    соль мука крупа каша макароны суп соус кетчуп майонез горчица печенье конфеты торт пирог варенье мед орехи семечки
    свежий сушеный копченый жареный сладкий белый черный зеленый`,
  ar: `حليب جبنة زبدة خبز ارز دجاج لحم سمك بيض لبن عصير ماء شاي قهوة سكر ملح زيت زيتون تمر عسل طماطم بصل ثوم بطاطس
    جزر خيار تفاح موز برتقال ليمون فراولة شوكولاتة بسكويت كعك معكرونة شوربة صلصة مربى مكسرات لوز فول حمص عدس طازج مجفف`
} as const
type WordLanguage = keyof typeof words

const syllables = ["ba", "ko", "ri", "na", "te", "lo", "mi", "su", "ve", "da", "gra", "pol", "fen", "zu", "tar", "shi"]

/** The words of each language, common ones first, with invented ones for the long tail. */
const vocabulary = (language: WordLanguage, tailLength: number, random: () => number): ReadonlyArray<string> => {
  const known = words[language].split(/\s+/)
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? ""
  const invented = Array.from({ length: tailLength }, () => syllable() + syllable() + syllable())
  return [...known, ...invented]
}

const regions: ReadonlyArray<Region> = ["us", "us", "eu", "eu", "russia", "gcc", "global"]
const tailLength = 4_000

export interface SyntheticCatalogue {
  readonly product: (number: number) => ProductFacts
  readonly common: ReadonlyArray<string>
  readonly rare: ReadonlyArray<string>
}

/** Zipf's law as Mandelbrot amended it: the commonest of a language's words stands in about every tenth product. */
const ranksLevelled = 10

/** A catalogue whose words are about as unevenly spread as those of real names. */
export const syntheticCatalogue = (seed: number): SyntheticCatalogue => {
  const random = seededRandom(seed)
  const vocabularies = {
    en: vocabulary("en", tailLength, random),
    ru: vocabulary("ru", tailLength, random),
    ar: vocabulary("ar", tailLength, random)
  }
  const pick = (list: ReadonlyArray<string>): string => {
    const rank = ranksLevelled * (1 + list.length / ranksLevelled) ** random() - ranksLevelled
    return list[Math.floor(rank)] ?? ""
  }
  const phrase = (language: WordLanguage, length: number) =>
    Array.from({ length }, () => pick(vocabularies[language])).join(random() < 0.2 ? ", " : " ")
  const product = (number: number): ProductFacts => {
    const choice = random()
    const language = choice < 0.7 ? "en" : choice < 0.9 ? "ru" : "ar"
    const isCurated = number % 1000 === 0
    const known = (value: number) => (random() < 0.9 ? value : null)
    return {
      id: ProductId.make(isCurated ? `c_food_${number}` : `off_${4_600_000_000_000 + number}`),
      names: { [language]: [phrase(language, 1 + Math.floor(random() ** 2 * 8))] },
      mainLanguage: language,
      brands: random() < 0.6 ? pick(vocabularies.en.slice(-tailLength)) : null,
      barcode: String(4_600_000_000_000 + number),
      foodGroup: null,
      categories: random() < 0.7 ? [phrase(language, 2), phrase(language, 2)] : [],
      imageUrl: null,
      verified: false,
      generic: random() < 0.05,
      regions: [regions[Math.floor(random() * regions.length)] ?? "global"],
      nutrition: {
        calories: known(100),
        proteins: known(3),
        fats: 2,
        carbs: 5,
        fiber: null,
        sugar: null,
        sodium: null
      },
      basis: "100g",
      quality: [],
      serving: null,
      quantity: null,
      popularity: Math.floor(1 / (random() + 0.001)),
      provenance: { dataset: "synthetic", reference: String(number), licence: "CC0-1.0" }
    }
  }
  const known = words.en.split(/\s+/)
  return {
    product,
    common: [...known.slice(0, 40), "молоко", "сыр", "حليب"],
    rare: vocabularies.en.slice(1_500, 2_500)
  }
}
