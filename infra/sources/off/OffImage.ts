import { isOffRecord, type OffRecord } from "./OffRecord.ts"
import { textLengthMax } from "../Text.ts"

/**
 * The address of the front picture. Exports state it; the JSON dump holds the revision, from which it follows
 * (Open Food Facts, "How to download product images").
 */
export const imageUrlOf = (record: OffRecord, code: string, language: string): string | null => {
  const stated = record["image_front_url"] ?? record["image_url"]
  if (typeof stated === "string" && stated !== "") return isUsable(stated) ? stated : null
  const front = frontImage(record["images"], language)
  return front === null ? null : `https://images.openfoodfacts.org/images/products/${folderOf(code)}/${front}.400.jpg`
}

/** Printable ASCII, as addresses are, without what ends an attribute or begins a tag. */
const isUsable = (url: string): boolean =>
  url.length <= textLengthMax.url && /^https:\/\/[!#-;=?-[\]-~]+$/.test(url) && !url.includes("/products/invalid/")

/** Since schema 1002 selected pictures stand under `selected.front.<language>`, before as `front_<language>`. */
const frontImage = (images: unknown, language: string): string | null => {
  if (!isOffRecord(images)) return null
  const selected = isOffRecord(images["selected"]) ? images["selected"]["front"] : undefined
  const candidates = isOffRecord(selected) ? selected : images
  const prefix = isOffRecord(selected) ? "" : "front_"
  const languages = Object.keys(candidates).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  for (const candidate of [language, ...languages]) {
    const image = candidates[prefix + candidate]
    const revision = isOffRecord(image) ? String(image["rev"]) : ""
    if (/^[a-z]{2}$/.test(candidate) && /^[0-9]{1,9}$/.test(revision)) return `front_${candidate}.${revision}`
  }
  return null
}

/** Pictures lie by code in 13 digits, split 3/3/3/rest. */
const folderOf = (code: string): string => code.padStart(13, "0").replace(/^(...)(...)(...)(.+)$/, "$1/$2/$3/$4")
