/** What SQLite did not notice of a file that it wrote: an error as it would have thrown one. */
export class UnnoticedDamage extends Error {
  /** SQLITE_CORRUPT */
  readonly errcode = 11
  constructor(place: string, cause?: unknown) {
    super(`database disk image is malformed: ${place} is not what was written`, { cause })
    this.name = "UnnoticedDamage"
  }
}
