import type { Sounds } from "./Sounds.ts"

/** What cannot stand for each other. */
const never = 9

/**
 * Pairs of sounds that people write for each other, by cost: nought for what is the plain counterpart in another script,
 * more for what is merely heard alike. What is not named cannot stand for each other.
 */
const pairs: ReadonlyArray<readonly [cost: number, pairs: string]> = [
  [
    0,
    "Bb Bp Ff Fv Ww Wu Wo Yy Yi Yj Aa Ae Xs XS %J %g Kk Kq yi yj ij qk sc Uk Uq UK Uc Oh Ox OH Gg TX Cc QS Tt Ts Dd Dz"
  ],
  [0, "'a 'i 'u 'e 'o cz XC SQ CQ qK ee JZ %Z"],
  [
    0.25,
    "Ye hx Hh Hx UC ks wv Wv ei ey ea Sc ZS ZX %Z jJ SC xk Ok xC OC hC kC qg Kg CS ck cC sS GK Gq kG gK %G %k SZ iA yA wF zs QC DT tc"
  ],
  [0.5, "ao ou oa ae eo ui uy au Ya Wa WA io iu hg xg Og wu wo wf zZ dt sz pb vf kg DZ ZJ ZG gZ gJ Zz eW"]
]

const costs = new Map<string, number>()
for (const [cost, list] of pairs) {
  for (const [a = "", b = ""] of list.split(" ").map((pair) => [...pair])) {
    if (!costs.has(a + b)) costs.set(a + b, cost)
    if (!costs.has(b + a)) costs.set(b + a, cost)
  }
}

const vowels = "aeiouyA"
const silent = "'H"

/** What it costs that two sounds stand for each other. */
export const soundCost = (a: string, b: string): number =>
  a === b ? 0 : (costs.get(a + b) ?? (vowels.includes(a) && vowels.includes(b) ? 0.75 : never))

/** What it costs that a sound has no counterpart; Arabic does not write short vowels. */
export const unwrittenCost = ({ script, sounds }: Sounds, at: number, vowelless: boolean): number => {
  const sound = sounds.charAt(at)
  if (silent.includes(sound) || (sound === "U" && sounds.charAt(at + 1) === "k")) return 0
  if (sound === "j" || sound === "A") return 0.1
  if ("aeiouy".includes(sound)) return shortVowelCost(script, sounds, at, vowelless)
  if ("WYwh".includes(sound)) return 0.5
  return never
}

const shortVowelCost = (script: Sounds["script"], sounds: string, at: number, vowelless: boolean): number => {
  const before = sounds.charAt(at - 1)
  const after = sounds.charAt(at + 1)
  // nescafe, but cake
  if (script === "latin" && after === "" && sounds.charAt(at) === "e") return 0.2
  const inDiphthong = before !== "" && (vowels.includes(before) || vowels.includes(after || "-"))
  if (!vowelless) return inDiphthong ? 0.4 : 1
  if (script === "arabic") return 0.6
  // long vowels at the ends of a word are written
  return before === "" || after === "" ? 0.4 : 0
}
