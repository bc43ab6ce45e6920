/**
 * Who is served next when more is asked than can be answered: deficit round robin over owners, by what their jobs were
 * measured to cost (M. Shreedhar and G. Varghese, "Efficient fair queuing using deficit round robin", 1995). A cost is
 * known only afterwards, so an owner is charged what its jobs cost lately, and the difference when the job is done.
 *
 * An owner whose jobs were long lately is *heavy*, and so is one of whom nothing is known yet. Lanes that are kept for quick
 * jobs take none of theirs, so that whoever asks for little never waits for what takes long to end.
 */
export interface FairQueueLimits {
  /** jobs of one owner that run at the same time */
  readonly runningPerOwner: number
  readonly waitingPerOwner: number
  readonly waiting: number
  /** what an owner may use in one round, ms: the less, the sooner its turn comes again when it has used more than others */
  readonly quantumMs: number
  /** an owner is heavy whose jobs are expected to take longer, ms */
  readonly heavyMs: number
  /** owners that are remembered */
  readonly owners: number
}

export const fairQueueLimits: FairQueueLimits = {
  runningPerOwner: 2,
  waitingPerOwner: 32,
  waiting: 256,
  quantumMs: 1,
  heavyMs: 100,
  owners: 10_000
}

/** Any: what comes next. Quick: no jobs that are long, and none of heavy owners. */
export type Lane = "any" | "quick"

export interface Taken<Job> {
  readonly job: Job
  /** To be called once, when the job is over, with what it cost, ms. */
  readonly done: (costMs: number) => void
  /** To be called instead, where the job turned out to be long: it is the next of its owner, for lanes that take any job. */
  readonly postpone: (costMs: number) => void
}

export interface FairQueue<Job> {
  /**
   * Puts the job at the end of its owner's; `isLong`: it is known to be no quick one. Answers the jobs for which there is no
   * room, the given one or another.
   */
  readonly offer: (owner: string, job: Job, isLong?: boolean) => ReadonlyArray<Job>
  /** The next job of the lane, if there is one that may run. */
  readonly take: (lane: Lane) => Taken<Job> | undefined
  /** Takes the job back out; false: it does not wait any more. */
  readonly remove: (owner: string, job: Job) => boolean
  /** how many jobs wait */
  readonly size: () => number
}

interface Waiting<Job> {
  readonly job: Job
  readonly isLong: boolean
}

interface Owner<Job> {
  readonly waiting: Array<Waiting<Job>>
  running: number
  /** what it may still use in this round, ms; negative: it has used more than its share */
  balanceMs: number
  /** the longest of its jobs, less a tenth with each job since, ms; `null`: none was done yet */
  expectedMs: number | null
}

/** Of what is expected of an owner, so much is left after a job that cost nothing. */
const fading = 0.9

export const makeFairQueue = <Job>(limits: FairQueueLimits = fairQueueLimits): FairQueue<Job> => {
  const owners = new Map<string, Owner<Job>>()
  // those with jobs that wait, in the order of their turns
  const active = new Set<Owner<Job>>()
  let size = 0

  const ownerOf = (name: string): Owner<Job> => {
    const known = owners.get(name)
    if (known !== undefined) return known
    if (owners.size >= limits.owners) forgetOneAtRest()
    const made: Owner<Job> = { waiting: [], running: 0, balanceMs: 0, expectedMs: null }
    owners.set(name, made)
    return made
  }

  const forgetOneAtRest = () => {
    for (const [name, { running, waiting }] of owners) {
      if (running > 0 || waiting.length > 0) continue
      owners.delete(name)
      return
    }
  }

  const countOut = (owner: Owner<Job>) => {
    size--
    if (owner.waiting.length === 0) active.delete(owner)
  }

  /** Makes room for one more of `owner`: at the cost of whoever has most jobs waiting, if those are more. */
  const pushedOut = (owner: Owner<Job>): ReadonlyArray<Job> | null => {
    if (size < limits.waiting) return []
    let longest = owner
    for (const each of active) if (each.waiting.length > longest.waiting.length) longest = each
    if (longest.waiting.length <= owner.waiting.length + 1) return null
    const out = longest.waiting.splice(-1)
    countOut(longest)
    return out.map(({ job }) => job)
  }

  const isQuick = ({ expectedMs, waiting }: Owner<Job>): boolean =>
    expectedMs !== null && expectedMs <= limits.heavyMs && waiting[0]?.isLong === false

  const mayRun = (lane: Lane, owner: Owner<Job>): boolean =>
    owner.running < limits.runningPerOwner && (lane === "any" || isQuick(owner))

  /** The first whose turn it is, after as many rounds as that takes. */
  const nextOf = (lane: Lane): Owner<Job> | undefined => {
    const ready = [...active].filter((owner) => mayRun(lane, owner))
    const best = Math.max(...ready.map(({ balanceMs }) => balanceMs))
    const rounds = best > 0 ? 0 : Math.floor(-best / limits.quantumMs) + 1
    for (const owner of ready) {
      owner.balanceMs = Math.min(limits.quantumMs, owner.balanceMs + rounds * limits.quantumMs)
    }
    return ready.find(({ balanceMs }) => balanceMs > 0)
  }

  return {
    offer: (name, job, isLong = false) => {
      const owner = ownerOf(name)
      const out = owner.waiting.length < limits.waitingPerOwner ? pushedOut(owner) : null
      if (out === null) return [job]
      owner.waiting.push({ job, isLong })
      active.add(owner)
      size++
      return out
    },
    take: (lane) => {
      if (size === 0) return undefined
      const owner = nextOf(lane)
      const next = owner?.waiting.shift()
      if (owner === undefined || next === undefined) return undefined
      countOut(owner)
      // its next turn comes after those of all others
      if (active.delete(owner)) active.add(owner)
      const chargedMs = owner.expectedMs ?? 0
      owner.running++
      owner.balanceMs -= chargedMs
      const done = (costMs: number) => {
        owner.running--
        owner.balanceMs -= costMs - chargedMs
        owner.expectedMs = Math.max(costMs, fading * (owner.expectedMs ?? 0))
      }
      return {
        job: next.job,
        done,
        postpone: (costMs) => {
          done(costMs)
          owner.waiting.unshift({ job: next.job, isLong: true })
          active.add(owner)
          size++
        }
      }
    },
    remove: (name, job) => {
      const owner = owners.get(name)
      const index = owner?.waiting.findIndex((each) => each.job === job) ?? -1
      if (owner === undefined || index < 0) return false
      owner.waiting.splice(index, 1)
      countOut(owner)
      return true
    },
    size: () => size
  }
}
