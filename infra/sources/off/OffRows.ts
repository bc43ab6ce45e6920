import type { ProductId } from "../../../domain/product/ProductId.ts"
import { secondsOf } from "../Days.ts"
import { SeenCodes } from "../SeenCodes.ts"
import { rejected, type RowOutcome, type SourceInventory } from "../SourceRow.ts"
import { offOutcome } from "./OffFacts.ts"
import type { OffRecord } from "./OffRecord.ts"

/** What the rows of one source have in common, whatever form it has: who was met, and when it was changed last. */
export interface OffRows {
  readonly outcome: (record: OffRecord, isValidUtf8: boolean) => RowOutcome
  readonly inventory: SourceInventory
}

/**
 * Of two rows of one product the first counts: exports of different years write one code with different zeros, and the
 * same product twice would revise itself. Memory: 11 to 21 bytes a product, while it grows half as much again.
 */
export const offRows = (): OffRows => {
  const products = new SeenCodes()
  const unusable = new SeenCodes()
  let changedAt: number | null = null
  return {
    outcome: (record, isValidUtf8) => {
      const changed = secondsOf(record["last_modified_t"])
      if (changed !== null && (changedAt === null || changed > changedAt)) changedAt = changed
      const outcome = offOutcome(record, isValidUtf8)
      if (outcome._tag === "Rejected") {
        if (outcome.about !== null) unusable.add(codeOf(outcome.about))
        return outcome
      }
      const code = codeOf(outcome._tag === "Accepted" ? outcome.facts.id : outcome.id)
      return products.add(code) ? outcome : rejected("duplicate_in_file", code)
    },
    inventory: {
      has: (id) => products.has(codeOf(id)) || unusable.has(codeOf(id)),
      changedAt: () => changedAt,
      forget: () => {
        products.forget()
        unusable.forget()
      }
    }
  }
}

const codeOf = (id: ProductId): string => id.slice("off_".length)
