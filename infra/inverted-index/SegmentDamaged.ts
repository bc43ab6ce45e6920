/** A segment is not what was written: to be built again from the log. */
export class SegmentDamaged extends Error {
  constructor(what: string) {
    super(`the inverted index is malformed: ${what}`)
    this.name = "SegmentDamaged"
  }
}
