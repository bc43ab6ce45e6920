/**
 * Remembers what is made of an object, as long as that lives, from the second time on: most objects come once, and of those
 * nothing is kept. (A weak map frees the values of young keys only with the next full collection.) `isStill` says whether
 * what is remembered still holds.
 */
export const rememberRepeated = <Key extends object, Made, More extends ReadonlyArray<unknown>>(
  make: (key: Key, ...more: More) => Made,
  isStill: (made: Made, ...more: More) => boolean = () => true
): ((key: Key, ...more: More) => Made) => {
  const seen = new WeakSet<Key>()
  const kept = new WeakMap<Key, Made>()
  return (key, ...more) => {
    const known = kept.get(key)
    if (known !== undefined && isStill(known, ...more)) return known
    const made = make(key, ...more)
    if (seen.has(key)) kept.set(key, made)
    else seen.add(key)
    return made
  }
}
