import { phraseTable, type PhraseTable } from "./PhraseTable.ts"
import type { MealToken } from "./MealToken.ts"

const numerals: ReadonlyArray<readonly [value: number, spellings: string]> = [
  [1, "a, an, one, один, одна, одно, одну, одного, одной, واحد, واحدة"],
  [
    2,
    "two, couple, couple of, a couple of, pair, pair of, два, две, двух, двумя, двум, двое, пара, пару, парочка, парочку, اثنان, اثنين, اثنتان, اثنتين, ثنتين, زوج, زوج من"
  ],
  [3, "three, few, a few, several, три, трех, тремя, трем, несколько, нескольких, ثلاث, ثلاثة, تلات, تلاتة, بضع, عدة"],
  [4, "four, четыре, четырех, четырьмя, اربع, اربعة"],
  [5, "five, пять, пяти, пятью, خمس, خمسة"],
  [6, "six, half a dozen, шесть, шести, ست, ستة"],
  [7, "seven, семь, семи, سبع, سبعة"],
  [8, "eight, восемь, восьми, ثمان, ثماني, ثمانية"],
  [9, "nine, девять, девяти, تسع, تسعة"],
  [10, "ten, десять, десяти, десяток, عشر, عشرة"],
  [11, "eleven, одиннадцать"],
  [12, "twelve, dozen, a dozen, двенадцать, дюжина, دزينة"],
  [15, "fifteen, пятнадцать"],
  [20, "twenty, двадцать, عشرين, عشرون"],
  [30, "thirty, тридцать, ثلاثين, ثلاثون"],
  [40, "forty, сорок, اربعين, اربعون"],
  [50, "fifty, пятьдесят, خمسين, خمسون"],
  [60, "sixty, шестьдесят, ستين, ستون"],
  [70, "seventy, семьдесят, سبعين, سبعون"],
  [80, "eighty, восемьдесят, ثمانين, ثمانون"],
  [90, "ninety, девяносто, تسعين, تسعون"],
  [100, "hundred, a hundred, one hundred, сто, сотня, مئة, مائة, ميه, مية"],
  [
    150,
    "hundred and fifty, one hundred fifty, one hundred and fifty, сто пятьдесят, полторы сотни, مئة وخمسين, مائة وخمسين, مئة وخمسون, مائة وخمسون"
  ],
  [200, "two hundred, двести, مئتا, مئتي, مئتين, مئتان, مائتين, مائتان, مائتا, مائتي"],
  [250, "two hundred fifty, two hundred and fifty, двести пятьдесят, مئتين وخمسين, مائتين وخمسين, مئتان وخمسون"],
  [300, "three hundred, триста, ثلاثمائة, ثلاثمئة, ثلاث مئة"],
  [400, "four hundred, четыреста, اربعمائة, اربعمئة"],
  [500, "five hundred, пятьсот, خمسمائة, خمسمئة"],
  [
    0.5,
    "half, half a, half an, a half, half of, half of a, пол, половина, половину, половинка, половинку, половины, полпорции, نصف, نص"
  ],
  [1.5, "one and a half, one and half, полтора, полторы, полутора"],
  [2.5, "two and a half, two and half, два с половиной, две с половиной"],
  [0.25, "quarter, a quarter, quarter of, a quarter of, quarter of a, a quarter of a, четверть, четвертинка, ربع"],
  [0.75, "three quarters, three quarters of a, three quarters of, три четверти, ثلاثة ارباع"],
  [1 / 3, "third, a third, one third, third of a, a third of a, треть, ثلث"],
  [2 / 3, "two thirds, two thirds of a, две трети, ثلثين, ثلثا, ثلثي"]
]

let table: PhraseTable<number> | null = null

const words = (): PhraseTable<number> =>
  (table ??= phraseTable(
    numerals.flatMap(([value, spellings]) => spellings.split(",").map((spelling) => [spelling, value] as const))
  ))

/** What may stand between the ends of a range, in its words; a dash does too. */
const rangeWords: ReadonlySet<string> = new Set(["to", "or", "до", "или", "الي", "او"])
const halfWords: ReadonlySet<string> = new Set(["половин", "نصف", "نص", "half", "ونصف", "ونص"])
const andWords: ReadonlySet<string> = new Set(["and", "с", "и", "و"])

const arabic = /\p{Script=Arabic}/u

interface Reading {
  readonly value: number
  readonly end: number
}

const plainAt = (tokens: ReadonlyArray<MealToken>, start: number): Reading | null => {
  const token = tokens[start]
  if (token?.kind !== "number") {
    const found = words().at(tokens, start)
    // *ماء* is water, though *ميه*, a form of it, is a hundred as well
    return found?.isWritten === false && arabic.test(token?.written ?? "") ? null : found
  }
  if (token.value <= 0) return null
  const next = tokens[start + 1]
  const isMixed = Number.isInteger(token.value) && next?.kind === "number" && next.value > 0 && next.value < 1
  return isMixed ? { value: token.value + next.value, end: start + 2 } : { value: token.value, end: start + 1 }
}

/** Is there "and a half" behind a number or unit? The token behind it, else `null`. */
export const halfEnd = (tokens: ReadonlyArray<MealToken>, start: number): number | null => {
  const at = (i: number): string => tokens[i]?.stem ?? ""
  // the Arabic conjunction is written with its word
  if (halfWords.has(at(start)) && (tokens[start]?.written ?? "").startsWith("و")) return start + 1
  if (!andWords.has(at(start))) return null
  const half = at(start + 1) === "a" ? start + 2 : start + 1
  // "300 ml and half a baguette"
  return halfWords.has(at(half)) && !/^an?$/.test(at(half + 1)) ? half + 1 : null
}

/** The amount that begins at a token: a number in digits or words, a mixed one, a range (its middle). */
export const numberAt = (tokens: ReadonlyArray<MealToken>, start: number): Reading | null => {
  const first = plainAt(tokens, start)
  if (first === null) return null
  const half = halfEnd(tokens, first.end)
  if (half !== null && Number.isInteger(first.value)) return { value: first.value + 0.5, end: half }
  const following = tokens[first.end]?.kind === "word" ? words().at(tokens, first.end) : null
  // *две-три*, whose hyphen is no token
  if (tokens[start]?.kind === "word" && following?.value === first.value + 1) {
    return { value: first.value + 0.5, end: following.end }
  }
  const between = tokens[first.end]
  if (between === undefined || !(between.kind === "dash" || rangeWords.has(between.written))) return first
  const second = plainAt(tokens, first.end + 1)
  return second === null || second.value < first.value
    ? first
    : { value: (first.value + second.value) / 2, end: second.end }
}
