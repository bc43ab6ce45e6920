import { assert, describe, it } from "@effect/vitest"
import { seededRandom } from "../../bench/SyntheticCatalogue.ts"
import { fairQueueLimits, type Lane, makeFairQueue } from "../../src/query-threads/FairQueue.ts"

const limits = { ...fairQueueLimits, runningPerOwner: 2, waitingPerOwner: 4, waiting: 6, quantumMs: 10, heavyMs: 100 }

/** Serves one job after the other on one lane, each at the cost that its name says: `alice:20`. */
const serve = (queue: ReturnType<typeof makeFairQueue<string>>, lane: Lane = "any") => {
  const taken = queue.take(lane)
  taken?.done(Number(taken.job.split(":")[1]))
  return taken?.job.split(":")[0]
}

const offerAll = (queue: ReturnType<typeof makeFairQueue<string>>, jobs: ReadonlyArray<string>) =>
  jobs.flatMap((job) => queue.offer(job.split(":")[0] ?? "", job))

describe("the fair queue", () => {
  it("serves one owner in the order of its jobs", () => {
    const queue = makeFairQueue<string>(limits)
    offerAll(queue, ["a:1", "a:2", "a:3"])
    assert.deepStrictEqual([queue.take("any")?.job, queue.take("any")?.job], ["a:1", "a:2"])
  })

  it("gives two owners the same time, not the same number of turns", () => {
    const queue = makeFairQueue<string>({ ...limits, waiting: 1_000, waitingPerOwner: 500 })
    offerAll(
      queue,
      Array.from({ length: 400 }, () => "cheap:2")
    )
    offerAll(
      queue,
      Array.from({ length: 400 }, () => "dear:50")
    )
    const served = Array.from({ length: 300 }, () => serve(queue))
    const timeOf = (name: string, costMs: number) => served.filter((each) => each === name).length * costMs
    assert.approximately(timeOf("cheap", 2), timeOf("dear", 50), 100)
  })

  it("remembers what an owner used, though nothing of it waits meanwhile", () => {
    const queue = makeFairQueue<string>(limits)
    offerAll(queue, ["dear:90"])
    assert.strictEqual(serve(queue), "dear")
    offerAll(queue, ["dear:90", "cheap:2", "cheap:2", "cheap:2"])
    assert.deepStrictEqual([serve(queue), serve(queue), serve(queue)], ["cheap", "cheap", "cheap"])
    assert.strictEqual(serve(queue), "dear")
  })

  it("lets no owner wait long for having used a little more than others, while many ask for one thing at a time", () => {
    const random = seededRandom(1)
    const cost = () => (random() < 0.05 ? 8 : 0.4 + 1.6 * random())
    const queue = makeFairQueue<{ readonly costMs: number; readonly offeredAt: number }>()
    const [owners, callers, jobs] = [200, 16, 20_000]
    let offered = 0
    let longestWait = 0
    const offer = (offeredAt: number) => queue.offer(`owner ${offered++ % owners}`, { costMs: cost(), offeredAt })
    for (let i = 0; i < callers; i++) offer(0)
    for (let served = 0; served < jobs; served++) {
      const taken = queue.take("any")
      assert.isDefined(taken)
      longestWait = Math.max(longestWait, served - (taken?.job.offeredAt ?? 0))
      taken?.done(taken.job.costMs)
      offer(served)
    }
    assert.isAtMost(longestWait, 150, "jobs of others that were served first")
  })

  it("runs at most two jobs of an owner at once, and the next when one is done", () => {
    const queue = makeFairQueue<string>(limits)
    offerAll(queue, ["a:1", "a:1", "a:1"])
    const first = queue.take("any")
    assert.isDefined(queue.take("any"))
    assert.isUndefined(queue.take("any"))
    first?.done(1)
    assert.isDefined(queue.take("any"))
  })

  it("keeps the quick lane free of owners whose jobs were long, until many short ones have followed", () => {
    const queue = makeFairQueue<string>(limits)
    offerAll(queue, ["a:150", "b:1"])
    assert.sameMembers([serve(queue), serve(queue)], ["a", "b"])
    offerAll(queue, ["a:1", "b:1"])
    assert.strictEqual(serve(queue, "quick"), "b")
    assert.isUndefined(serve(queue, "quick"))
    for (let i = 0; i < 4; i++) {
      assert.strictEqual(serve(queue, "any"), "a")
      offerAll(queue, ["a:1"])
    }
    assert.strictEqual(serve(queue, "quick"), "a")
  })

  it("lets nobody into the quick lane of whom nothing is known, nor a job that is known to be long", () => {
    const queue = makeFairQueue<string>(limits)
    offerAll(queue, ["a:1"])
    assert.isUndefined(serve(queue, "quick"))
    assert.strictEqual(serve(queue, "any"), "a")
    queue.offer("a", "a:150", true)
    assert.isUndefined(serve(queue, "quick"))
    assert.strictEqual(serve(queue, "any"), "a")
  })

  it("puts a job that is postponed before the others of its owner, where no quick lane takes it", () => {
    const queue = makeFairQueue<string>({ ...limits, heavyMs: 1_000 })
    offerAll(queue, ["a:1"])
    serve(queue)
    offerAll(queue, ["a:2", "a:3"])
    queue.take("quick")?.postpone(100)
    assert.strictEqual(queue.size(), 2)
    assert.isUndefined(queue.take("quick"))
    assert.strictEqual(queue.take("any")?.job, "a:2")
    assert.strictEqual(queue.take("quick")?.job, "a:3")
  })

  it("refuses an owner more than its share of the queue", () => {
    const queue = makeFairQueue<string>(limits)
    assert.deepStrictEqual(offerAll(queue, ["a:1", "a:2", "a:3", "a:4", "a:5"]), ["a:5"])
    assert.strictEqual(queue.size(), 4)
  })

  it("makes room in a full queue at the cost of whoever has most in it", () => {
    const queue = makeFairQueue<string>(limits)
    offerAll(queue, ["a:1", "a:2", "a:3", "a:4", "b:1", "b:2"])
    assert.deepStrictEqual(queue.offer("c", "c:1"), ["a:4"])
    assert.deepStrictEqual(queue.offer("c", "c:2"), ["a:3"])
    assert.deepStrictEqual(queue.offer("c", "c:3"), ["c:3"])
    assert.strictEqual(queue.size(), 6)
  })

  it("lets a job be taken back while it waits, and not after", () => {
    const queue = makeFairQueue<string>(limits)
    offerAll(queue, ["a:1", "a:2"])
    assert.isTrue(queue.remove("a", "a:1"))
    assert.strictEqual(queue.take("any")?.job, "a:2")
    assert.isFalse(queue.remove("a", "a:2"))
    assert.strictEqual(queue.size(), 0)
  })

  it("forgets owners at rest when there are too many, and none that waits", () => {
    const queue = makeFairQueue<string>({ ...limits, owners: 2 })
    offerAll(queue, ["a:150"])
    assert.strictEqual(serve(queue), "a")
    offerAll(queue, ["b:1", "c:1"])
    // a is known no more, so nothing is known against it
    assert.strictEqual(serve(queue), "b")
    offerAll(queue, ["a:1"])
    assert.sameMembers([serve(queue), serve(queue)], ["a", "c"])
  })
})
