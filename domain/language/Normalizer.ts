import { decodeHtmlEntities } from "./HtmlEntities.ts"

/** A longer text is cut: no name is longer, and everything after this line is bounded by it. */
const textLengthMax = 2_000

/**
 * Only characters that lower case and single spaces make normal: ASCII without the beginning of an entity, Cyrillic without ё,
 * the Arabic letters that are nobody's variants.
 */
const plain = /^[\x20-\x25\x27-\x7e\u0410-\u044f\u0621\u0627\u0628\u062a-\u063a\u0641-\u0648\u064a]*$/
const controlOrInvisible = /[\p{Cc}\p{Cf}]/gu
const decorationRanges =
  "\\u0300-\\u0305 \\u0307-\\u036f \\u0483-\\u0487 \\u0591-\\u05c7 \\u0610-\\u061a \\u064b-\\u065f \\u0670 \\u06d6-\\u06dc" +
  " \\u06df-\\u06e8 \\u06ea-\\u06ed \\u1ab0-\\u1aff \\u1dc0-\\u1dff \\u20d0-\\u20ff \\ufe20-\\ufe2f"
/** U+0306 after и is what makes й a letter of its own; every other mark on these scripts is decoration */
const decoration = new RegExp(`(?<!и)\\u0306|[${decorationRanges.replaceAll(" ", "")}]`, "gu")

const letters: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ı", "i"],
  ["ς", "σ"],
  ["ٱ", "ا"],
  ["ى", "ي"],
  ["ی", "ي"],
  ["ې", "ي"],
  ["ک", "ك"],
  ["ة", "ه"],
  ["ہ", "ه"],
  ["ە", "ه"],
  ["ـ", ""],
  ["٪", "%"],
  ["٫", "."],
  ["٬", ","],
  ["،", ","],
  ["؛", ";"],
  ["’", "'"],
  ["‘", "'"],
  ["ʼ", "'"],
  ["`", "'"],
  ["´", "'"]
])
const mappedLetter = new RegExp(`[${[...letters.keys()].join("")}]`, "gu")

const arabicIndicDigit = /[\u0660-\u0669\u06f0-\u06f9]/gu
const toWesternDigit = (digit: string): string => String(digit.charCodeAt(0) & 0xf)

/**
 * The one written form of a text: NFKC, lower case, no HTML entities, no control or invisible characters, no diacritics
 * on Latin, Greek, Cyrillic, Hebrew and Arabic letters (é→e, ё→е; й stays й), Arabic letter variants folded (أإآٱ→ا ى→ي
 * ة→ه ؤ→و ئ→ي), no tatweel, Western digits. White space becomes single spaces. What a script needs to be read, such as
 * the vowel signs of Devanagari, stays. Any string is accepted, lone surrogates included.
 */
export const normalize = (text: string): string => {
  if (text.length <= textLengthMax && plain.test(text)) return withSingleSpaces(text.toLowerCase().replaceAll("`", "'"))
  const decomposed = decodeHtmlEntities(text.slice(0, textLengthMax))
    .toWellFormed()
    .replace(/\s+/gu, " ")
    .replace(controlOrInvisible, "")
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFD")
  const folded = decomposed
    .replace(decoration, "")
    .replace(mappedLetter, (letter) => letters.get(letter) ?? letter)
    .replace(arabicIndicDigit, toWesternDigit)
  return withSingleSpaces(folded.normalize("NFKC"))
}

const toBeSpaced = /^\s|\s$|\s\s|[^\S ]/u
const withSingleSpaces = (text: string): string => (toBeSpaced.test(text) ? text.replace(/\s+/gu, " ").trim() : text)
