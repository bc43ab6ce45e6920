/**
 * The letters that the same keys give on the layouts of the three languages: US QWERTY, Russian ЙЦУКЕН (Windows) and
 * Arabic 101. A key that gives nothing to read with a layout stands as a space.
 */
const plainKeys = {
  qwerty: "` q w e r t y u i o p [ ] a s d f g h j k l ; ' z x c v b n m , . /",
  йцукен: "ё й ц у к е н г ш щ з х ъ ф ы в а п р о л д ж э я ч с м и т ь б ю .",
  arabic: "ذ ض ص ث ق ف غ ع ه خ ح ج د ش س ي ب ل ا ت ن م ك ط ئ ء ؤ ر لا ى ة و ز ظ"
} as const
const shiftedKeys = {
  qwerty: '~ Q W E R T Y U I O P { } A S D F G H J K L : " Z X C V B N M < >',
  йцукен: "Ё Й Ц У К Е Н Г Ш Щ З Х Ъ Ф Ы В А П Р О Л Д Ж Э Я Ч С М И Т Ь Б Ю",
  arabic: "ذ ض ص ث ق لإ إ ع ه خ ح ج د ش س ي ب لأ أ ت ن م ك ط ئ ء ؤ ر لآ آ ة و ز"
} as const

type Layout = keyof typeof plainKeys
const layouts: ReadonlyArray<Layout> = ["qwerty", "йцукен", "arabic"]

const letterOf: Readonly<Record<Layout, RegExp>> = {
  qwerty: /[a-z]/i,
  йцукен: /[а-яё]/i,
  arabic: /[\u0621-\u064a\ufef5-\ufefc]/
}

/** One code point each, for what the لا key gives in some fonts; and what word processors make of the quote keys. */
const sameKey: ReadonlyArray<readonly [RegExp, string]> = [
  [/\ufefb|\ufefc/g, "لا"],
  [/\ufef7|\ufef8/g, "لأ"],
  [/\ufef5|\ufef6/g, "لآ"],
  [/\ufef9|\ufefa/g, "لإ"],
  [/[‘’]/g, "'"],
  [/[“”]/g, '"']
]

type Keys = ReadonlyMap<string, string>

const keysFrom = (from: Layout, to: Layout): Keys => {
  const keys = new Map<string, string>()
  for (const row of [plainKeys, shiftedKeys]) {
    const targets = row[to].split(" ")
    row[from].split(" ").forEach((source, at) => {
      const target = targets[at]
      // Arabic has no capitals: most of its letters stand in both rows, and the plain one counts
      if (target !== undefined && !keys.has(source)) keys.set(source, target)
    })
  }
  return keys
}

const tables: Readonly<Record<Layout, ReadonlyArray<Keys>>> = {
  qwerty: [keysFrom("qwerty", "йцукен"), keysFrom("qwerty", "arabic")],
  йцукен: [keysFrom("йцукен", "qwerty"), keysFrom("йцукен", "arabic")],
  arabic: [keysFrom("arabic", "qwerty"), keysFrom("arabic", "йцукен")]
}

/** A longer text is cut before anything is done with it. */
const textLengthMax = 2_000

/**
 * What the same keys would have given on the other layouts, likeliest first: `vjkjrj` → `молоко`, `[kt,` → `хлеб`, `ьшдл`
 * → `milk`, `pgdf` → `حليب`. The text is raw, before normalisation: on some layouts punctuation keys are letters.
 * Nothing for a text without letters, or with letters of several layouts. White space and words without letters (`3,2%`)
 * stay. There are up to two readings for a layout: punctuation at the end of a word may be meant, and لا is one key or two.
 */
export const retyped = (rawText: string): ReadonlyArray<string> => {
  const text = sameKey.reduce((text, [pattern, key]) => text.replace(pattern, key), rawText.slice(0, textLengthMax))
  const [layout, ...others] = layouts.filter((layout) => letterOf[layout].test(text))
  if (layout === undefined || others.length > 0) return []
  const words = text.split(/(\s+)/)
  const readings = readingsOf(layout).flatMap((read) =>
    tables[layout].map((keys) => words.map((word) => (letterOf[layout].test(word) ? read(word, keys) : word)).join(""))
  )
  return [...new Set(readings)]
}

type Read = (word: string, keys: Keys) => string

const readingsOf = (layout: Layout): ReadonlyArray<Read> => {
  if (layout === "qwerty") return [readAll, readButLastPunctuation]
  return layout === "arabic" ? [readLamAlefAsOneKey, readAll] : [readAll]
}

const readAll: Read = (word, keys) => {
  let read = ""
  for (const letter of word) read += keys.get(letter) ?? letter
  return read
}

const readLamAlefAsOneKey: Read = (word, keys) =>
  word
    .split(/(ل[اأإآ])/)
    .map((part) => keys.get(part) ?? readAll(part, keys))
    .join("")

const lastPunctuation = /[^\p{L}\p{N}]+$/u
const readButLastPunctuation: Read = (word, keys) => {
  const end = word.match(lastPunctuation)?.[0] ?? ""
  return readAll(word.slice(0, word.length - end.length), keys) + end
}
