import { soundCost, unwrittenCost } from "./phonetics/SoundCosts.ts"
import { type Sounds, soundsOf } from "./phonetics/Sounds.ts"

/**
 * The classes of the sound key. Sounds that one script writes alike, or that people write alike, share a class: p and b (Arabic
 * has no p), f and v (no v), g and j (one Arabic letter for both), sh, ch and zh. Vowels, glides, w and ayn have none: Arabic
 * does not write short vowels, and has one letter for w, o and u.
 */
const classes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    P: "pbB",
    F: "fvF",
    T: "tT",
    D: "dD",
    S: "szc",
    X: "SCZQX",
    K: "kqKU",
    G: "gGJ%",
    H: "hxO",
    M: "m",
    N: "n",
    L: "l",
    R: "r",
    KS: "V"
  }).flatMap(([key, sounds]) => [...sounds].map((sound) => [sound, key] as const))
)

/** What stands for a vowel at the beginning of a word. */
const vowelFirst = "A"

/** Consonants beyond these make keys no more selective. */
const keyLengthMax = 12

/**
 * One key for normalised words of Latin, Cyrillic and Arabic script that may sound alike: a coarse skeleton of consonants
 * (`moloko`, `молоко` → `MLK`; `halib`, `7alib`, `حليب` → `HLP`). `null` for words of fewer than three letters, numbers, and
 * words of other scripts. Which of the words with equal keys are meant is for `phoneticDistance` to say.
 */
export const phoneticKeyOf = (word: string): string | null => {
  const sounds = soundsOf(word)
  return sounds === null ? null : skeleton(sounds.sounds)
}

const skeleton = (sounds: string): string | null => {
  let key = ""
  let last = ""
  for (const sound of sounds) {
    const group = classes.get(sound) ?? ""
    if (group === "" && key === "" && last === "") key = vowelFirst
    if (group !== "" && group !== last) key += group
    last = group
    if (key.length === keyLengthMax) break
  }
  // a word of vowels only says nothing
  return key === vowelFirst || key === "" ? null : key
}

/**
 * Other readings of letters that are read in several ways, w and و as v, в and ف as w, ch as k or kh,
 * ج and j as y, ق as g, ث as s, c as s, x as h. For asking only: a vocabulary holds one key a word.
 */
const otherReadings: ReadonlyArray<readonly [sounds: RegExp, read: string]> = [
  [/[wW]/, "v"],
  [/[vF]/, "w"],
  [/V/g, "x"],
  [/U/, "c"],
  [/U/, "C"],
  [/H/, "h"],
  [/C/, "k"],
  [/C/, "x"],
  [/J/g, "j"],
  [/J/g, "Z"],
  [/Z/, "J"],
  [/%/, "Z"],
  [/K/, "g"],
  [/q/, "g"],
  [/G/, "k"],
  [/g/, "Z"],
  [/g/, "k"],
  [/k/, "g"],
  [/h/, "g"],
  [/h/, "'"],
  [/T/, "s"],
  [/D/, "z"],
  [/Q/, "sk"],
  [/s(?=[iey])/, "k"]
]

const keysMax = 12

/** The sound keys to ask a vocabulary for: `phoneticKeyOf` first, then those of other readings of its letters, at most twelve. */
export const phoneticKeysOf = (word: string): ReadonlyArray<string> => {
  const sounds = soundsOf(word)
  // a word without a key of its own is too short to have one by another reading
  if (sounds === null || skeleton(sounds.sounds) === null) return []
  const keys = new Set<string>()
  for (const read of readingsOf(sounds.sounds)) {
    const key = skeleton(read)
    if (key !== null) keys.add(key)
    if (keys.size === keysMax) break
  }
  return [...keys]
}

const readingsOf = (sounds: string): ReadonlyArray<string> => {
  const once = otherReadings
    .filter(([pattern]) => pattern.test(sounds))
    .map(([pattern, read]) => sounds.replace(pattern, read))
  return [sounds, ...once]
}

/** Beyond this much for each sound, words are not taken for each other. */
const costPerSoundMax = 0.18
/** Words of one or two consonants are like too many others: less may differ. */
const costMaxOfShort = 0.4
const shortKey = /^A?..?$/

/**
 * How far normalised words of different scripts are from being spelt alike: 0 is a plain transliteration (`moloko`,
 * `молоко`); each vowel that differs costs about a half, each consonant that is merely near too; what is too far, or of the
 * same script, or has no sound key, is `Infinity`. Symmetric.
 */
export const phoneticDistance = (a: string, b: string): number => {
  const soundsA = soundsOf(a)
  const soundsB = soundsOf(b)
  if (soundsA === null || soundsB === null || soundsA.script === soundsB.script) return Infinity
  const cost = Math.min(...spelledOut(soundsA).flatMap((a) => spelledOut(soundsB).map((b) => alignmentCost(a, b))))
  return cost <= costMax(soundsA, soundsB) ? cost : Infinity
}

const costMax = ({ sounds: a }: Sounds, { sounds: b }: Sounds): number => {
  const max = Math.max(a.length, b.length) * costPerSoundMax
  return [a, b].every((sounds) => shortKey.test(skeleton(sounds) ?? "")) ? Math.min(max, costMaxOfShort) : max
}

/** x is ks, or among people who type Russian so, х */
const spelledOut = ({ script, sounds }: Sounds): ReadonlyArray<Sounds> =>
  sounds.includes("V")
    ? ["ks", "x"].map((read) => ({ script, sounds: sounds.replaceAll("V", read) }))
    : [{ script, sounds }]

/** The cheapest alignment of two rows of sounds. */
const alignmentCost = (a: Sounds, b: Sounds): number => {
  const vowelless = a.script === "arabic" || b.script === "arabic"
  const leftOut = (sounds: Sounds, at: number) => unwrittenCost(sounds, at, vowelless)
  const costOfA = [...a.sounds].map((_, at) => leftOut(a, at))
  const costOfB = [...b.sounds].map((_, at) => leftOut(b, at))
  let previous = [0]
  costOfB.forEach((cost, j) => previous.push((previous[j] ?? 0) + cost))
  costOfA.forEach((costA, i) => {
    const current = [(previous[0] ?? 0) + costA]
    costOfB.forEach((costB, j) => {
      const same = (previous[j] ?? 0) + soundCost(a.sounds.charAt(i), b.sounds.charAt(j))
      current.push(Math.min(same, (previous[j + 1] ?? 0) + costA, (current[j] ?? 0) + costB))
    })
    previous = current
  })
  return previous.at(-1) ?? Infinity
}
