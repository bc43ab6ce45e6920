import { orderInRegion, regionOf } from "./ProductKey.ts"
import type { Segment } from "./Segment.ts"

/** The product of the segment with this key and id, be it deleted; `null` where there is none. */
export const productAt = (segment: Segment, key: number, id: string): number | null => {
  const region = regionOf(key)
  const order = orderInRegion(key)
  let low = segment.regions[region] ?? 0
  const end = segment.regions[region + 1] ?? 0
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(segment, middle, order, id)) low = middle + 1
    else high = middle
  }
  return low < end && segment.orderOf(low) === order && segment.idOf(low) === id ? low : null
}

const isBefore = (segment: Segment, product: number, order: number, id: string): boolean => {
  const other = segment.orderOf(product)
  return other < order || (other === order && segment.idOf(product) < id)
}
