/** How many things each owner, a key or an address, holds now. Whoever holds none is forgotten. */
export class OwnerCounts {
  readonly #counts = new Map<string, number>()
  #total = 0

  get total(): number {
    return this.#total
  }

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0
  }

  add(owner: string): void {
    this.#counts.set(owner, this.of(owner) + 1)
    this.#total++
  }

  remove(owner: string): void {
    const left = this.of(owner) - 1
    if (left === 0) this.#counts.delete(owner)
    else this.#counts.set(owner, left)
    this.#total--
  }
}
