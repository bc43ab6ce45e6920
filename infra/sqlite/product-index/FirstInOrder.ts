/**
 * The first `count` items in the order of `compare`, and behind them the equals of the last. Costs little more than one
 * comparison an item where the items are many times as many.
 */
export const firstInOrder = <A>(
  items: Iterable<A>,
  count: number,
  compare: (a: A, b: A) => number
): ReadonlyArray<A> => {
  let kept: Array<A> = []
  let last: A | undefined
  let full = roomFor(count)
  for (const item of items) {
    if (last !== undefined && compare(item, last) > 0) continue
    kept.push(item)
    if (kept.length < full) continue
    kept = sorted(kept, count, compare)
    last = kept[count - 1]
    // many equals of the last must not be sorted again and again
    full = roomFor(kept.length)
  }
  return sorted(kept, count, compare)
}

const roomFor = (count: number): number => 2 * count + 32

const sorted = <A>(items: Array<A>, count: number, compare: (a: A, b: A) => number): Array<A> => {
  items.sort(compare)
  const last = items[count - 1]
  if (last === undefined) return items
  const end = items.findIndex((item, i) => i >= count && compare(item, last) > 0)
  return end === -1 ? items : items.slice(0, end)
}
