import { conceptsIn } from "./Lexicon.ts"
import { tokenize, type Token } from "./Tokenizer.ts"
import { relatedNoun } from "./stem/RelatedNouns.ts"
import { languageOfWord } from "./Stemming.ts"
import { isProcessingWord } from "./Preparation.ts"

/** What single words do in the names of foods. */

const wordsOf = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)
const stemsOf = (text: string): ReadonlySet<string> => new Set(tokenize(text).map((token) => token.stem))

/** Languages of the Latin script in which the noun stands before what describes it. */
const nounFirst: ReadonlySet<string> = new Set(["fr", "es", "it", "pt", "ro", "ca", "gl"])

export const isNounFirst = (language: string): boolean => nounFirst.has(language)

/** Words that end the phrase that a name begins with. */
const connectors: ReadonlySet<string> = new Set(
  wordsOf(`
    with without in of for and or w from on made style flavored flavoured
    с со в во из для на и или без по к от под
    مع في من بدون و علي او ب ل بنكهه بطعم
    de du des d a au aux avec en et sans con sin y e di del della da al alla alle com sem
    mit ohne aus und von fur im
  `)
)

/** In Arabic "with the" is written as one with its word. */
export const isConnector = ({ written }: Token): boolean => connectors.has(written) || /^بال.{3}/.test(written)

/** Connecting words that make a dish or a mixture of the food: "Carrots in sauce", "Баклажаны под майонезом". */
const mixing: ReadonlySet<string> = new Set(
  wordsOf("with in and or flavored flavoured style с со в во и или под по из مع في و او بنكهه بطعم")
)
/** What foods are only packed in: "Тунец в масле". */
const packing: ReadonlySet<string> = stemsOf(`
  oil water brine juice shell salt sugar skin peel
  масло сок рассол вода соль сахар скорлупа кожа собственный растительный подсолнечный оливковый упаковка пакет
  زيت ماء محلول ملح سكر عبوة كيس
`)

/** What is made of several foods anyway, so that naming them makes it nothing else: "Пицца с грибами". */
const madeDishes: ReadonlySet<string> = stemsOf(`
  pizza burger hamburger cheeseburger sandwich soup salad pie pies cake cookies dumplings casserole stew burrito
  пицца бургер гамбургер чизбургер сэндвич бутерброд суп салат пирог пирожки пирожок торт пирожное печенье пельмени
  вареники плов рагу котлеты запеканка булочка слойка рулет
  بيتزا برجر برغر همبرغر ساندويتش شوربة سلطة فطيرة كيك بسكويت
`)

export const isMadeDish = (token: Token | undefined): boolean => token !== undefined && madeDishes.has(token.stem)

/** Does the word at this index mix the food before it with others? */
export const isMixing = (tokens: ReadonlyArray<Token>, i: number): boolean => {
  const written = tokens[i]?.written ?? ""
  return (mixing.has(written) || /^بال.{3}/.test(written)) && !packing.has(tokens[i + 1]?.stem ?? "")
}

/** Words for kinds of food that tables put before the food itself: "Fish, salmon", "Сыр Российский", "جبنة شيدر". */
const groups: ReadonlySet<string> = stemsOf(`
  fish nuts seeds spices beverages beverage alcoholic cereals ready to eat snacks candies crustaceans mollusks game
  meat cheese fast foods restaurant
  рыба орехи семена специи напиток напитки сыр крупа зелень грибы соус
  سمك مكسرات بهارات جبن جبنه
`)

export const isGroup = (token: Token | undefined): boolean => token !== undefined && groups.has(token.stem)

const plain: ReadonlySet<string> = stemsOf(`
  raw fresh whole plain natural pure organic pasteurized pasteurised fluid classic traditional regular original
  свежий сырой цельный натуральный питьевой пастеризованный ультрапастеризованный отборный классический традиционный
  домашний столовый
  طازج طبيعي كامل الدسم نيء خام صافي نقي طويل الاجل بلدي
`)

/** Does the food stay the plain food with this word beside it? */
export const isPlainWord = (token: Token): boolean => plain.has(token.stem)

/** Words of Arabic shops for what only tastes of the food behind them: "شراب فراولة". */
const carriers: ReadonlySet<string> = stemsOf(`
  شراب مشروب مشروبات نكهة سلاش كاندي مكس علكة مصاصة حلوى صوص خلطة توابل مرقة رقائق شيبس كرات لفائف ايس بودرة
`)

export const isCarrier = (token: Token | undefined): boolean => token !== undefined && carriers.has(token.stem)

/** How it is cut, graded and packed. */
const portions: ReadonlySet<string> = stemsOf(`
  sliced chopped diced shredded grated halves pieces chunks fillet fillets boneless skinless pack
  филе кусочки куски кусок ломтики тушка сорт высший
  عبوه كيس صحن طبق صندوق كرتون حبه حبات قطعه قطع كبير صغير وسط متوسط مستورد محلي مقطع شرايح
`)

const russianAdjective = /.{2}(?:[ыио]й|ая|яя|ое|ее|ые|ие)$/
/** Nouns by use, adjectives by form. */
const adjectivesInForm: ReadonlySet<string> = new Set(["мороженое", "пирожное", "пирожные", "жаркое", "заливное"])

export const isRussianAdjective = (word: string): boolean => russianAdjective.test(word) && !adjectivesInForm.has(word)

/** An adjective that says of what food something is: ржаной, шоколадный. */
const isOfFood = (token: Token): boolean => relatedNoun(token.stem) !== null || conceptsIn([token]).length > 0

/**
 * Does the food beside this word stay the same food, however prepared, cut or packed? In Russian so it does with every
 * adjective that is not made from another food.
 */
export const leavesSame = (token: Token): boolean =>
  portions.has(token.stem) ||
  isProcessingWord(token) ||
  (languageOfWord(token.written) === "ru" &&
    (token.written.length === 1 || (isRussianAdjective(token.written) && !isOfFood(token))))

/** What the lexicon knows that is no food but said of one. */
const properties: ReadonlySet<string> = new Set(
  wordsOf(`
    canned frozen dried powder instant smoked fried baked boiled raw fresh spicy salted crunchy organic vegan vegetarian
    wholegrain halal kids natural sweetened unsweetened sour carbonated noncarbonated decaf
  `)
)

export const isProperty = (concept: string): boolean => properties.has(concept)

const stuffed: ReadonlySet<string> = stemsOf("stuffed filled фаршированный محشي محشو")

export const isStuffed = (token: Token | undefined): boolean => token !== undefined && stuffed.has(token.stem)
