import type { Weights } from "./Weights.ts"

/** Where a food has facts from that its own row does not state. */
export interface Ancestry {
  /** what a food is filed under */
  readonly under: (food: string) => ReadonlyArray<string>
  /** the groups, as `g:nut`, that a food is altogether in by its own line */
  readonly groups: (food: string) => ReadonlyArray<string>
  /** the wider groups that a group belongs to altogether */
  readonly wider: (group: string) => ReadonlyArray<string>
}

const none: Weights = new Map()

const isGroup = (name: string): boolean => name.startsWith("g:")

/**
 * Facts by food: what its own row states, then what the foods that it is filed under have, then what its groups have.
 * The nearer one decides, so that a row states only what is different from the kind of food.
 */
export class FactInheritance {
  private readonly known = new Map<string, Weights>()
  private readonly rows: ReadonlyMap<string, Weights>
  private readonly ancestry: Ancestry

  constructor(rows: ReadonlyMap<string, Weights>, ancestry: Ancestry) {
    this.rows = rows
    this.ancestry = ancestry
  }

  /** The facts of a food or a group; a level of 0 is known not to be so. */
  of(name: string, path: ReadonlySet<string> = new Set()): Weights {
    const known = this.known.get(name)
    if (known !== undefined || path.has(name)) return known ?? none
    const facts = new Map([...this.inheritedBy(name, path), ...(this.rows.get(name) ?? none)])
    if (path.size === 0) this.known.set(name, facts)
    return facts
  }

  /** What a food or a group would have without a row of its own. */
  inheritedBy(name: string, path: ReadonlySet<string> = new Set()): Weights {
    const { groups, under, wider } = this.ancestry
    const further = new Set([...path, name])
    const facts = new Map<string, number>()
    for (const above of isGroup(name) ? wider(name) : [...under(name), ...groups(name)])
      for (const [fact, level] of this.of(above, further)) if (!facts.has(fact)) facts.set(fact, level)
    return facts
  }
}
