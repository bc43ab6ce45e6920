import { remembering } from "../../Remembering.ts"

/** Letters that sound alike have one sign; a letter that has none is no consonant. */
const consonants: Readonly<Record<string, string>> = {
  б: "b",
  в: "f",
  г: "k",
  д: "d",
  ж: "j",
  з: "s",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  п: "b",
  р: "r",
  с: "s",
  т: "t",
  ф: "f",
  х: "h",
  ц: "s",
  ч: "j",
  ш: "j",
  щ: "j",
  ب: "b",
  ت: "t",
  ث: "s",
  ج: "k",
  ح: "h",
  خ: "h",
  د: "d",
  ذ: "d",
  ر: "r",
  ز: "s",
  س: "s",
  ش: "j",
  ص: "s",
  ض: "d",
  ط: "t",
  ظ: "d",
  غ: "k",
  ف: "f",
  ق: "k",
  ك: "k",
  ل: "l",
  م: "m",
  ن: "n",
  b: "b",
  c: "k",
  d: "d",
  f: "f",
  g: "k",
  j: "j",
  k: "k",
  l: "l",
  m: "m",
  n: "n",
  p: "b",
  q: "k",
  r: "r",
  s: "s",
  t: "t",
  v: "f",
  x: "ks",
  z: "s"
}

/** Shorter keys are those of too many words. */
const keyLengthMin = 3

const rememberedMax = 50_000

/**
 * The consonants of a word, alike for the scripts: Snickers, Сникерс and سنيكرز are `snkrs`. It is coarser than
 * `phoneticKeyOf`, since vectors weigh it as one feature among many and no distance is taken afterwards. `null` where
 * too little is left to tell words apart.
 */
export const consonantKeyOf = remembering(rememberedMax, (word): string | null => {
  const spelt = word
    .replace(/sch|sh|tch|ch/g, "j")
    .replaceAll("ph", "f")
    .replaceAll("ck", "k")
    .replace(/c(?=[eiy])/g, "s")
    .replaceAll("дж", "j")
    .replaceAll("кс", "ks")
    .replace(/^ال/, "")
  let key = ""
  for (const letter of spelt) {
    const sound = consonants[letter] ?? ""
    if (sound !== "" && !key.endsWith(sound)) key += sound
  }
  return key.length >= keyLengthMin ? key : null
})
