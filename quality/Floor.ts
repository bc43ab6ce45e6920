import { Schema } from "effect"
import { figuresOf, groupsOf, type Scored } from "./Report.ts"

/** The lowest value that each figure may have, by its name: `words ru ndcg`. */
export const Floor = Schema.Record(Schema.String, Schema.Finite)
export type Floor = typeof Floor.Type

/** Figures that fell below the floor. */
export class BelowFloor extends Schema.TaggedError<BelowFloor>()("BelowFloor", {
  figures: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `below the floor: ${this.figures.join("; ")}`
  }
}

/** The floor is of our own queries over the bundled catalogue, and of nothing else. */
export class FloorOfOthers extends Schema.TaggedError<FloorOfOthers>()("FloorOfOthers", {}) {
  override get message(): string {
    return "--floor and --raise are for the bundled catalogue and our own queries: not with --catalogue or --queries"
  }
}

/** The figures of a suite by name: of all queries, of each language, of each kind. */
export const namedFigures = (suite: string, scored: ReadonlyArray<Scored>): Floor => {
  const named: Record<string, number> = {}
  for (const [group, members] of groupsOf(scored)) {
    const { emptyWhenAbsent, mrr, ndcg } = figuresOf(members)
    for (const [measure, value] of Object.entries({ ndcg, mrr, "empty when absent": emptyWhenAbsent })) {
      if (value !== null) named[`${suite} ${group} ${measure}`] = value
    }
  }
  return named
}

/** The part of the floor that is about these suites. */
export const floorOf = (suites: ReadonlyArray<string>, floor: Floor): Floor =>
  Object.fromEntries(Object.entries(floor).filter(([name]) => suites.some((suite) => name.startsWith(`${suite} `))))

/** One line for each figure that is below its floor; a figure that is no longer measured is below it too. */
export const belowFloor = (figures: Floor, floor: Floor): ReadonlyArray<string> =>
  Object.entries(floor).flatMap(([name, least]) => {
    const value = figures[name]
    if (value === undefined) return [`${name} is no longer measured`]
    return value < least ? [`${name} ${value.toFixed(4)} < ${least}`] : []
  })

const steps = 1_000
/** The floor with every figure that has risen at its new height, in steps of 0.001; nothing is ever lowered. */
export const raised = (figures: Floor, floor: Floor): Floor => {
  const names = new Set([...Object.keys(floor), ...Object.keys(figures)])
  return Object.fromEntries(
    [...names].toSorted().map((name) => {
      const reached = Math.floor((figures[name] ?? 0) * steps) / steps
      return [name, Math.max(floor[name] ?? 0, reached)]
    })
  )
}
