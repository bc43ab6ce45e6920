export interface NumberedVector {
  readonly number: number
  readonly vector: Uint8Array
}

/** What the scanning thread holds of the vectors of a views file, by the numbers of their products. */
export interface VectorCollection {
  /** a change of the vector, as it is stored */
  readonly set: (number: number, stored: Uint8Array) => void
  readonly remove: (number: number) => void
  /** there are many more vectors now than it was made for: it is to be made anew */
  readonly isOutgrown: () => boolean
  /**
   * The vectors, as they are stored, that the query is to be compared with: the nearest `count` are among them, all of them
   * or as good as all. `read` reads stored vectors.
   */
  readonly compared: (
    query: Float32Array,
    count: number,
    read: (numbers: ReadonlyArray<number>) => ReadonlyArray<NumberedVector>
  ) => ReadonlyArray<NumberedVector>
}
