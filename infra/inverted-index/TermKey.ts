// Keys of the dictionary are bytes: one that says what kind of text follows, then each UTF-16 unit in one to three bytes, as
// UTF-8 would write it if no pairs existed (CESU-8). So keys are in the order of code units, the order of strings, and
// what begins like a text are the keys that begin like its bytes, be it cut in the middle of a pair.

/** What is looked up, in the order in which a segment holds it. */
export const kinds = { tag: 0, name: 1, term: 2, beginning: 3, sound: 4 } as const
export type KeyKind = (typeof kinds)[keyof typeof kinds]

const bytesOf = (text: string): number => {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x80) bytes += unit < 0x8_00 ? 1 : 2
  }
  return bytes
}

/** The key of a text. */
export const keyOf = (kind: KeyKind, text: string): Uint8Array => {
  const bytes = new Uint8Array(1 + bytesOf(text))
  bytes[0] = kind
  let length = 1
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) {
      bytes[length++] = unit
    } else if (unit < 0x8_00) {
      bytes[length++] = 0xc0 | (unit >>> 6)
      bytes[length++] = 0x80 | (unit & 63)
    } else {
      bytes[length++] = 0xe0 | (unit >>> 12)
      bytes[length++] = 0x80 | ((unit >>> 6) & 63)
      bytes[length++] = 0x80 | (unit & 63)
    }
  }
  return bytes
}

const unitsAtOnce = 4_096

/** The text of a key. */
export const textOf = (key: Uint8Array): string => {
  const units: Array<number> = []
  let text = ""
  for (let i = 1; i < key.length;) {
    const first = key[i++] ?? 0
    if (first < 0x80) units.push(first)
    else if (first < 0xe0) units.push(((first & 31) << 6) | ((key[i++] ?? 0) & 63))
    else {
      const second = key[i++] ?? 0
      units.push(((first & 15) << 12) | ((second & 63) << 6) | ((key[i++] ?? 0) & 63))
    }
    if (units.length < unitsAtOnce) continue
    text += String.fromCharCode(...units)
    units.length = 0
  }
  return text + String.fromCharCode(...units)
}

/** Negative where the key that lies in `bytes` comes before the other. */
export const compareKeyAt = (bytes: Uint8Array, at: number, length: number, other: Uint8Array): number => {
  const shorter = Math.min(length, other.length)
  for (let i = 0; i < shorter; i++) {
    const difference = (bytes[at + i] ?? 0) - (other[i] ?? 0)
    if (difference !== 0) return difference
  }
  return length - other.length
}

/** Negative where `a` comes first. */
export const compareKeys = (a: Uint8Array, b: Uint8Array): number => compareKeyAt(a, 0, a.length, b)

/** How many bytes the keys begin with alike. */
export const sharedLength = (a: Uint8Array, b: Uint8Array): number => {
  const length = Math.min(a.length, b.length)
  let shared = 0
  while (shared < length && a[shared] === b[shared]) shared++
  return shared
}
