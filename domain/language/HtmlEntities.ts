/** The named entities that occur in product data; https://html.spec.whatwg.org/multipage/named-characters.html */
const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["eacute", "é"],
  ["egrave", "è"],
  ["agrave", "à"],
  ["ccedil", "ç"],
  ["deg", "°"],
  ["reg", "®"],
  ["trade", "™"],
  ["rsquo", "’"],
  ["lsquo", "‘"],
  ["laquo", "«"],
  ["raquo", "»"],
  ["ndash", "–"],
  ["mdash", "—"]
])

const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi

const codePointMax = 0x10ffff

const decodeOnce = (text: string): string =>
  text.replace(entity, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return named.get(name.toLowerCase()) ?? whole
    const codePoint = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal)
    return codePoint <= codePointMax ? String.fromCodePoint(codePoint) : " "
  })

/** Replaces HTML entities by what they stand for. Twice, because sources escape what was escaped already. */
export const decodeHtmlEntities = (text: string): string => (text.includes("&") ? decodeOnce(decodeOnce(text)) : text)
