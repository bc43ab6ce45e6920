import { diminutives } from "./RussianDiminutives.ts"
import { irregularForms } from "./IrregularForms.ts"
import { type Stem, snowball } from "./Snowball.ts"

/**
 * Words whose forms Snowball does not bring together (яйцо, яиц), and words that it would take for another food:
 * печенье and печень and печеный, сырой and сыр, лосось and лось, соя and the preposition со.
 */
const irregular = irregularForms([
  "яйцо яйца яйцу яйцом яйце яиц яйцам яйцами яйцах",
  "овес овса овсу овсом овсе",
  "лед льда льду льдом льде",
  "лук лука луку луком луке луки луков",
  "масло масла маслу маслом масле масел маслам маслами маслах",
  "вишня вишни вишню вишней вишне вишен вишням вишнями вишнях",
  "черешня черешни черешню черешней черешне черешен черешням черешнями черешнях",
  "зерно зерна зерну зерном зерне зерен зернам зернами зернах",
  "семя семени семенем семена семян семенам семенами семенах",
  "ребро ребра ребру ребром ребре ребер ребрам ребрами ребрах",
  "бедро бедра бедру бедром бедре бедер бедрам бедрами бедрах",
  "угорь угря угрю угрем угре угри угрей угрям угрями угрях",
  "цыпленок цыпленка цыпленку цыпленком цыпленке цыплята цыплят цыплятам цыплятами цыплятах",
  "ягненок ягненка ягненку ягненком ягненке ягнята ягнят ягнятам ягнятами ягнятах",
  "поросенок поросенка поросенку поросенком поросенке поросята поросят поросятам поросятами поросятах",
  "опенок опенка опята опят опятам опятами опятах",
  "лосось лосося лососю лососем лососе лососи лососей лососям лососями лососях",
  "соя сои сое сою соей",
  "чай чая чаю чаем чае чаи чаев чаям чаями чаях",
  "печень печени печенью печеней",
  "варенье варенья варенью вареньем варений",
  "карась карася карасю карасем карасе караси карасей карасям карасями карасях",
  "печенье печенья печеньем печений печеньям печеньями печеньях",
  "сырой сырая сырое сырые сырого сырому сырую сырых сырым сырыми",
  "сельдерей сельдерея сельдерею сельдереем сельдерее",
  "оладьи оладья оладью оладьей оладье оладий оладьям оладьями оладьях",
  "рожь ржи рожью",
  "лен льна льну льном льне",
  "молоки молок молокам молоками молоках",
  "зелень зелени зеленью",
  "жаркое жаркого жаркому",
  "мороженое мороженого мороженому мороженом",
  "филе",
  "фило",
  "салями",
  "пенне",
  "овсяный овсянный овсянная овсянное овсянные овсянной овсянным овсянных овсяная овсяное овсяные овсяного овсяной овсяном овсяным овсяных",
  "щи щей щам щами щах",
  "лист листа листу листом листе листы листов листья листьев листьям листьями листьях",
  "чипсы чипс чипсов чипсам чипсами чипсах",
  "курица курицы курицу курице курицей куриц курицам курицами курицах кура куры кур курам курами курах",
  "сметанный сметанная сметанное сметанные сметанного сметанной сметанном сметанным сметанных",
  "пшенный пшенная пшенное пшенные пшенного пшенной пшенном пшенным пшенных",
  "баклажанный баклажанная баклажанное баклажанные баклажанного баклажанной баклажанном баклажанным баклажанных"
])

const snowballStem = snowball("russian")

/** лимонный, ветчинная: Snowball shortens them to the noun; participles (маринованный, сушенный) end in other vowels */
const adjectiveOfNounInN = /^(.+[ои]нн)(?:ый|ая|ое|ые|ого|ой|ому|ым|ом|ую|ых|ыми)$/

/**
 * Endings that Snowball takes for those of verbs (банан, сметана, бисквит, смесь). Names of food have next to no verbs
 * but many such nouns, so the consonant stays, as it does in the noun's other forms (бананов, сметаной).
 */
const verbEnding = /^(?:[иые]?л[аио]?|е?н[аоы]?|[иыеюя]т|ует|уют|[иы]ть|[иы]?в|с[ья])$/
const lastVowel = /[аоыияь]$/

const stemNoun: Stem = (word) => {
  const stem = snowballStem(word)
  const ending = word.slice(stem.length)
  return verbEnding.test(ending) ? stem + ending.replace(lastVowel, "") : stem
}

/** огурец–огурца, сливок–сливки, масел–масла: the vowel before the last consonant, behind another vowel */
const fleetingVowel = /([аеиоуыэюя].*[^аеиоуыэюя])[ое]([кцл])$/
/** индеек–индейка */
const fleetingAfterVowel = /([аеиоуыэюя])е([кц])$/
/** индейка–индеек, редька–редек, кольцо–колец: the same vowel stands for й or ь */
const softened = /[йь]([кц])$/

const regularStem: Stem = (word) =>
  irregular.get(word) ??
  adjectiveOfNounInN.exec(word)?.[1] ??
  stemNoun(word).replace(fleetingVowel, "$1$2").replace(fleetingAfterVowel, "$1$2").replace(softened, "$1")

const stemsOfDiminutives: ReadonlyMap<string, string> = new Map(
  diminutives.flatMap((group) => {
    const [noun = "", ...forms] = group.split(" ").map(regularStem)
    return forms.map((form) => [form, noun] as const)
  })
)

/**
 * Snowball Russian on nouns and adjectives, then without the fleeting vowel, diminutives as their noun; with the irregular
 * words of food.
 */
export const stemRussian: Stem = (word) => {
  const stem = regularStem(word)
  return stemsOfDiminutives.get(stem) ?? stem
}
