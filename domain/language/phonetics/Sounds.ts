import { remembering } from "../../Remembering.ts"

/**
 * What letters sound like, in one small alphabet for three scripts. Vowels `a e i o u y`, `j` the glide, consonants by
 * their usual letter; and: `S` sh, `C` ch, `Z` zh, `J` dzh, `c` ts, `T` th, `D` dh, `x` kh, `G` gh, `Q` shch, `w`, `'` the
 * Arabic ayn. Arabic letters that stand for several sounds of the other scripts have signs of their own: `B` b or p, `F` f
 * or v, `W` w or a long o or u, `Y` y or a long i or e, `A` a final a or e, `X` sh or ch,
 * `K` a hard k or g, `%` g or j. So has the Latin hard c, `U`, in some spellings ts or ch, a final h that may be
 * silent, `H`, and x, `V`; and the Cyrillic х, `O`, which is h or kh.
 */
type Graphemes = ReadonlyMap<string, string>

const graphemes = (list: string): Graphemes =>
  new Map(
    list
      .trim()
      .split(/\s+/)
      .map((pair) => {
        const [letters = "", sounds = ""] = pair.split("=")
        return [letters, sounds] as const
      })
  )

const latin = graphemes(`
  a=a b=b c=U d=d e=e f=f g=g h=h i=i j=J k=k l=l m=m n=n o=o p=p q=q r=r s=s t=t u=u v=v w=w x=V y=y z=z
  shch=Q sch=Q sh=S wh=w ch=C tch=C tsh=C zh=Z kh=x gh=G ph=f th=T dh=D ts=c tz=c ck=Uk dzh=J dj=J ce=se ci=si cy=sy cce=Ce cci=Ci
  ee=i oo=u ou=u sce=se sci=Si
  2=' 3=' 5=x 6=t 7=h 9=q`)

const cyrillic = graphemes(`
  а=a б=b в=v г=g д=d е=e ж=Z з=z и=i й=j к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=O ц=c ч=C ш=S щ=Q ъ= ы=y ь= э=e
  ю=ju я=ja дж=J тс=c тц=c тч=C`)

const arabic = graphemes(`
  ا=a ب=B پ=p ت=t ث=T ج=% چ=C ح=h خ=x د=d ذ=D ر=r ز=z ژ=Z س=s ش=X ص=s ض=d ط=t ظ=D ع=' غ=G ف=F ڤ=v ق=K ك=k گ=g ل=l م=m ن=n
  ه=h و=W ي=Y ء=' تش=C تس=c تز=c`)

const graphemeLengthMax = 4

export type Script = "latin" | "cyrillic" | "arabic"

const scripts: ReadonlyArray<readonly [Script, RegExp, Graphemes]> = [
  // digits that stand for Arabic letters in chats, where there is a letter too
  ["latin", /^(?=.*[a-z].*[a-z])[a-z235679]+$/, latin],
  ["cyrillic", /^[а-я]+$/, cyrillic],
  ["arabic", /^[\u0621-\u064aپچژڤگ]+$/, arabic]
]

/** The article, when enough of the word is left: almarai, المراعي. */
const articles: Readonly<Record<Script, RegExp>> = {
  latin: /^al(?=.{3})/,
  cyrillic: /^аль?(?=.{3})/,
  arabic: /^ال(?=.{3})/
}

export interface Sounds {
  readonly script: Script
  /** one character a sound, doubled consonants once */
  readonly sounds: string
}

/** rjazhenka, greckij */
const latinGlide = /(?<=[^aeiouyd])j(?=[aeou])|(?<=[eioy])j$/g

/** Words of fewer letters say too little. */
const lettersMin = 3

/** щ is written with three or four letters in Latin: щи is no short word */
const isShort = (word: string): boolean =>
  word.length < lettersMin && !(word.length === lettersMin - 1 && word.includes("щ"))

const rememberedMax = 10_000

/** The sounds of a normalised word without its article; `null` for short words, numbers, and other or several scripts. */
export const soundsOf = remembering(rememberedMax, (word): Sounds | null => {
  if (isShort(word)) return null
  const [script, , table] = scripts.find(([, pattern]) => pattern.test(word)) ?? []
  if (script === undefined || table === undefined) return null
  const bare = word.replace(articles[script], "").replace(latinGlide, "y")
  return { script, sounds: withoutSilentLetters(script, spoken(bare, table).replace(/([^aeiouy'])\1+/g, "$1")) }
})

const spoken = (word: string, table: Graphemes): string => {
  let sounds = ""
  for (let at = 0; at < word.length;) {
    let length = Math.min(graphemeLengthMax, word.length - at)
    while (length > 1 && !table.has(word.slice(at, at + length))) length--
    sounds += table.get(word.slice(at, at + length)) ?? ""
    at += length
  }
  return sounds
}

/** The alef before a long o, u, i or e at the beginning is silent. The Arabic feminine ending is written as an h and read a or e; who writes it in Latin letters may write the h. */
const withoutSilentLetters = (script: Script, sounds: string): string => {
  if (script === "arabic") return sounds.replace(/(?<=..)h$/, "A").replace(/^a(?=[WY])/, "")
  return script === "latin" ? sounds.replace(/(?<=..[aei])h$/, "H") : sounds
}
