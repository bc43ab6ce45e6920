import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs"

/** A way in which a disk, a copy or a hand damages a file. */
export const damageKinds = ["bit flip", "zeroed page", "truncation", "swapped pages", "random page"] as const
export type DamageKind = (typeof damageKinds)[number]

const pageSize = 4_096

/** Changes so many bits of the file. */
export const flipBits = (path: string, count: number, random: () => number): void => {
  const bytes = readFileSync(path)
  for (let i = 0; i < count; i++) {
    const at = Math.floor(random() * bytes.length)
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
  }
  writeFileSync(path, bytes)
}

/** Makes a copy of the file and damages it; `random` gives numbers in [0, 1). Says what was done. */
export const damagedCopy = (original: string, copy: string, kind: DamageKind, random: () => number): string => {
  copyFileSync(original, copy)
  const bytes = readFileSync(original)
  const pages = Math.floor(bytes.length / pageSize)
  const pick = (count: number): number => Math.floor(random() * count)
  const page = (number: number): Buffer => bytes.subarray(number * pageSize, (number + 1) * pageSize)
  switch (kind) {
    case "bit flip": {
      const [at, bit] = [pick(bytes.length), pick(8)]
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at)
      writeFileSync(copy, bytes)
      return `${kind} at byte ${at}, bit ${bit}`
    }
    case "zeroed page":
    case "random page": {
      const number = pick(pages)
      for (let i = 0; i < pageSize; i++) page(number)[i] = kind === "zeroed page" ? 0 : pick(256)
      writeFileSync(copy, bytes)
      return `${kind} ${number}`
    }
    case "truncation": {
      const length = 1 + pick(bytes.length - 1)
      truncateSync(copy, length)
      return `${kind} to ${length} bytes`
    }
    case "swapped pages": {
      const [a, b] = [pick(pages), pick(pages)]
      const held = Buffer.from(page(a))
      page(b).copy(page(a))
      held.copy(page(b))
      writeFileSync(copy, bytes)
      return `${kind} ${a} and ${b}`
    }
  }
}
