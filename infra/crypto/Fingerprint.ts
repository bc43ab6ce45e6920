import { hash } from "node:crypto"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"

/**
 * Digest of a record that an import compares: equal facts, equal fingerprint, whatever order their keys came in.
 * 128 bits of SHA-256 over the JSON with sorted keys, base64url.
 */
export const fingerprint = (facts: ProductFacts): string =>
  hash("sha256", JSON.stringify(facts, sortKeys), "base64url").slice(0, 22)

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
