import type { Segment } from "./Segment.ts"

/** A result: what decides of its place but for the id, the lower, the earlier; and which product of which segment it is. */
export interface Result {
  readonly order: number
  readonly segment: Segment
  readonly product: number
}

/** The first results of a search: a heap whose root is the last of them. */
export class TopResults {
  private readonly count: number
  private readonly heap: Array<Result> = []

  constructor(count: number) {
    this.count = count
  }

  /** Whatever has a higher order is not among the first results. */
  get orderMax(): number {
    return this.heap.length < this.count ? Number.POSITIVE_INFINITY : (this.heap[0]?.order ?? Number.NEGATIVE_INFINITY)
  }

  add(result: Result): void {
    if (this.heap.length < this.count) {
      this.heap.push(result)
      this.rise(this.heap.length - 1)
      return
    }
    const [last] = this.heap
    if (last === undefined || !isBefore(result, last)) return
    this.heap[0] = result
    this.sink()
  }

  /** All of them in their order; the heap is of no use afterwards. */
  inOrder(): ReadonlyArray<Result> {
    return this.heap.sort((a, b) => (isBefore(a, b) ? -1 : 1))
  }

  private rise(from: number): void {
    const { heap } = this
    let at = from
    while (at > 0) {
      const parent = (at - 1) >>> 1
      const [child, above] = [heap[at], heap[parent]]
      if (child === undefined || above === undefined || !isBefore(above, child)) return
      heap[at] = above
      heap[parent] = child
      at = parent
    }
  }

  private sink(): void {
    const { heap } = this
    let at = 0
    for (;;) {
      let last = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        const [one, other] = [heap[child], heap[last]]
        if (one !== undefined && other !== undefined && isBefore(other, one)) last = child
      }
      if (last === at) return
      const [one, other] = [heap[last], heap[at]]
      if (one === undefined || other === undefined) return
      heap[at] = one
      heap[last] = other
      at = last
    }
  }
}

/** Equals go by their ids, which are read for that only: there are few. */
const isBefore = (a: Result, b: Result): boolean =>
  a.order === b.order ? a.segment.idOf(a.product) < b.segment.idOf(b.product) : a.order < b.order
