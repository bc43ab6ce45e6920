import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type ClockAnchor, latestPlausible, ledgerTime, nextAnchor } from "../../../domain/usage/LedgerClock.ts"
import { usageWindow } from "../../../domain/usage/UsageWindow.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const yearMs = 365 * dayMs
const quota = 10
const noon = Date.UTC(2026, 2, 14, 12)

const Node = Schema.Literals([0, 1])
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** What happens to a ledger, its two nodes and the wall clock of their store. */
const Step = Schema.TaggedUnion({
  Pass: { ms: between(0, 9 * hourMs) },
  SetWallClock: { offMs: between(-2 * yearMs, 2 * yearMs) },
  Ask: { node: Node, latencyMs: between(0, 5_000) },
  Restart: { node: Node }
})
type Step = typeof Step.Type
const Steps = Schema.Array(Step).check(Schema.isMinLength(40), Schema.isMaxLength(120))

/** A key with a quota of 10 a day, of which each answered call takes all that is left. */
class ClockWorld {
  realMs = noon
  offMs = 0
  starts = 0
  readonly times: Array<number> = []
  readonly granted = new Map<string, number>()
  #reachedMs: number | null = null
  readonly #anchors: Array<ClockAnchor | undefined> = [undefined, undefined]

  step(step: Step): void {
    Step.match(step, {
      Pass: ({ ms }) => void (this.realMs += ms),
      SetWallClock: ({ offMs }) => void (this.offMs = offMs),
      Ask: ({ latencyMs, node }) => void this.ask(node, latencyMs),
      Restart: ({ node }) => void (this.#anchors[node] = undefined)
    })
  }

  /** Asks for a lease: the ledger's time, which is that of the grant. */
  ask(node: number, latencyMs = 1): number {
    const anchor = this.#anchors[node]
    const begunMs = this.realMs
    const notAfterMs = anchor === undefined ? null : latestPlausible(anchor, begunMs)
    if (anchor === undefined) this.starts++
    this.realMs += latencyMs
    const wallMs = this.realMs + this.offMs
    const now = ledgerTime(wallMs, this.#reachedMs, notAfterMs)
    if (this.#reachedMs === null || now >= usageWindow(this.#reachedMs).endMs) this.#reachedMs = now
    const { day } = usageWindow(now)
    this.times.push(now)
    this.granted.set(day, quota)
    this.#anchors[node] = nextAnchor(anchor, { now, wallMs }, begunMs)
    return now
  }

  /** Units that were ever granted. */
  get units(): number {
    return [...this.granted.values()].reduce((sum, units) => sum + units, 0)
  }
}

/** Days that can be touched in so much time. */
const daysOf = (elapsedMs: number): number => 2 + Math.floor((elapsedMs * 1.001) / dayMs)

const runs = { arbitrary: { runs: 200 } }

describe("the ledger's clock, under any steps of the wall clock", () => {
  it.prop(
    "while the nodes run no more than quota × real days is granted",
    { Steps },
    ({ Steps }) => {
      const world = new ClockWorld()
      world.ask(0)
      world.ask(1)
      for (const step of Steps) if (step._tag !== "Restart") world.step(step)
      assert.isAtMost(world.units, quota * daysOf(world.realMs - noon))
    },
    runs
  )

  it.prop(
    "a start opens one day more at the most",
    { Steps },
    ({ Steps }) => {
      const world = new ClockWorld()
      for (const step of Steps) world.step(step)
      assert.isAtMost(world.units, quota * (world.starts + daysOf(world.realMs - noon)))
    },
    runs
  )

  it.prop(
    "no grant takes an hour before that of an earlier grant",
    { Steps },
    ({ Steps }) => {
      const world = new ClockWorld()
      for (const step of Steps) world.step(step)
      const hours = world.times.map((ms) => usageWindow(ms).startMs)
      assert.deepStrictEqual(
        hours,
        hours.toSorted((a, b) => a - b)
      )
    },
    runs
  )

  it.prop(
    "a wall clock that is not set is followed exactly, however late calls arrive, and again after it was wrong and is right",
    { Steps },
    ({ Steps }) => {
      const world = new ClockWorld()
      world.ask(0)
      world.ask(1)
      for (const step of Steps) {
        if (step._tag === "SetWallClock" && step.offMs < 0) {
          world.step(step)
          world.ask(0)
          world.offMs = 0
        } else if (step._tag === "Pass" || step._tag === "Ask") world.step(step)
      }
      assert.strictEqual(world.ask(0), world.realMs)
      assert.strictEqual(world.ask(1), world.realMs)
    },
    runs
  )
})

describe("an attack on the wall clock", () => {
  it("a year forward, back, forward again and over midnight gives a quota of 10 once a day", () => {
    const world = new ClockWorld()
    for (const offMs of [0, yearMs, 0, 2 * yearMs, -yearMs, yearMs]) {
      world.offMs = offMs
      world.ask(0)
      assert.strictEqual(world.units, 10)
    }
    world.offMs = 0
    world.realMs += 13 * hourMs
    for (const offMs of [0, -hourMs * 2, yearMs]) {
      world.offMs = offMs
      world.ask(0)
      assert.strictEqual(world.units, 20)
    }
  })

  it("a year forward over a restart opens one day, and the way back none; the day of the real clock is past then", () => {
    const world = new ClockWorld()
    world.ask(0)
    world.step({ _tag: "Restart", node: 0 })
    world.offMs = yearMs
    world.ask(0)
    world.offMs = 0
    world.ask(0)
    world.step({ _tag: "Restart", node: 0 })
    world.ask(0)
    assert.strictEqual(world.units, 20)
  })

  it("steps of a second at each tick, too small to be noticed, do not add up", () => {
    const world = new ClockWorld()
    world.ask(0)
    world.ask(1)
    for (let tick = 0; tick < 10_000; tick++) {
      world.ask(tick % 2)
      world.offMs += 1_000
      world.realMs += 249
    }
    assert.isAtMost(world.ask(0) - noon, (world.realMs - noon) * 1.001)
  })

  it("a machine that starts with its clock a year behind follows it at once when it is set right", () => {
    const world = new ClockWorld()
    world.ask(0)
    world.realMs += 30 * dayMs
    world.step({ _tag: "Restart", node: 0 })
    world.offMs = -yearMs
    world.ask(0)
    world.realMs += hourMs
    world.offMs = 0
    assert.strictEqual(world.ask(0), world.realMs)
  })

  it("a clock that an operator set back a year is not followed into that year at the next step", () => {
    const anchor = { ledgerMs: noon + yearMs, steadyMs: 0 }
    const after = nextAnchor(anchor, { now: noon, wallMs: noon }, 1_000)
    assert.deepStrictEqual(after, { ledgerMs: noon, steadyMs: 1_000 })
    assert.strictEqual(after && latestPlausible(after, 3_000), noon + 2_002)
  })
})
