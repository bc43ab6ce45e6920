/** Answers by key, up to a weight of all together. Once it is full it begins anew, which costs less than telling what was asked last. */
export interface Memory<A, Key = string> {
  /** the answer, found out where it is not remembered */
  readonly recall: (key: Key, find: (key: Key) => A) => A
  readonly known: (key: Key) => A | undefined
  readonly remember: (key: Key, answer: A) => void
  readonly forget: () => void
}

/** Without `weightOf` the weight is the number of entries. */
export const makeMemory = <A extends {} | null, Key = string>(
  weightMax: number,
  weightOf: (answer: A) => number = () => 1
): Memory<A, Key> => {
  const entries = new Map<Key, A>()
  let weight = 0
  const forget = () => {
    entries.clear()
    weight = 0
  }
  const known = (key: Key) => entries.get(key)
  const remember = (key: Key, answer: A) => {
    const more = weightOf(answer)
    if (weight + more > weightMax) forget()
    weight += more
    entries.set(key, answer)
  }
  const recall = (key: Key, find: (key: Key) => A) => {
    const answer = known(key)
    if (answer !== undefined) return answer
    const found = find(key)
    remember(key, found)
    return found
  }
  return { recall, known, remember, forget }
}

/** The same pure function, which remembers: a catalogue has few words and labels, each of them a great many times. */
export const remembering = <A extends {} | null>(
  entriesMax: number,
  find: (key: string) => A
): ((key: string) => A) => {
  const memory = makeMemory<A>(entriesMax)
  return (key) => memory.recall(key, find)
}
