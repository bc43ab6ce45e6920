import { Context, Deferred, Effect, Exit, Layer, Option, Predicate, type Scope } from "effect"
import type { Thread, ThreadFailed } from "../../infra/threads/Thread.ts"
import { QuestionGivenUp } from "../queries/QuestionGivenUp.ts"
import { Asker } from "./Asker.ts"
import { type FairQueueLimits, fairQueueLimits, type Lane, makeFairQueue, type Taken } from "./FairQueue.ts"
import { countEndedThread, countRefusal, observeQuestion, setQueueLength } from "./QueryMetrics.ts"
import { type Asked, isLong, type Measured, type Notice, type Outcome, type Question } from "./Questions.ts"

/**
 * The threads that answer questions over the catalogue: what costs time to compute never holds up the thread that
 * talks with callers. Who is next is decided by `FairQueue`.
 */
export class QueryThreads extends Context.Service<
  QueryThreads,
  {
    /** What a thread answers to the question of `Asker`. */
    readonly ask: (question: Question) => Effect.Effect<Outcome, QuestionGivenUp>
    /** Tells every thread that runs. */
    readonly tell: (notice: Notice) => void
    /** Done when a thread has loaded what it answers with. */
    readonly warm: Effect.Effect<void>
  }
>()("fooddata/query-threads/QueryThreads") {}

export interface QueryThreadsOptions {
  readonly threads: number
  /** questions that one thread answers at the same time: more than one where it waits for a server */
  readonly questionsPerThread: number
  /** after so long a question is ended; with its thread, if it does not end by itself, ms */
  readonly runMsMax: number
  readonly limits: FairQueueLimits
}

export const queryThreadsDefaults: QueryThreadsOptions = {
  threads: 2,
  questionsPerThread: 1,
  runMsMax: 5_000,
  limits: fairQueueLimits
}

interface Job {
  readonly question: Question
  readonly settle: (outcome: Effect.Effect<Outcome, QuestionGivenUp>) => void
}

/** Starts a thread for the lane. */
export type StartThread = (lane: Lane) => Effect.Effect<Thread, never, Scope.Scope>

/** A part of a thread that has nothing to do. */
interface Idle {
  readonly lane: Lane
  readonly give: (taken: Taken<Job>) => void
}

const givenUp = (reason: string) => Effect.fail(new QuestionGivenUp({ reason }))

/** A question looks at the clock between its statements; what is still busy so long after its end is ended, ms. */
const endingMsMax = 1_000

/** A thread that cannot be started is tried again, but not in a loop that does nothing else. */
const restartPause = "1 second"

/** The pool on threads that `start` starts; each must answer `Warm` when it has loaded what it needs. */
export const make = Effect.fnUntraced(function* (
  start: StartThread,
  options: QueryThreadsOptions = queryThreadsDefaults
) {
  const queue = makeFairQueue<Job>(options.limits)
  const idle = new Set<Idle>()
  const running = new Set<Thread>()

  const dispatch = () => {
    // the lanes for quick jobs first, so that the others stay free for heavy ones
    for (const lane of ["quick", "any"] as const) {
      for (const each of idle) {
        if (each.lane !== lane) continue
        const taken = queue.take(lane)
        if (taken === undefined) break
        idle.delete(each)
        each.give(taken)
      }
    }
    setQueueLength(queue.size())
  }

  const nextJob = (lane: Lane) =>
    Effect.callback<Taken<Job>>((resume) => {
      const each: Idle = { lane, give: (taken) => resume(Effect.succeed(taken)) }
      idle.add(each)
      dispatch()
      return Effect.sync(() => idle.delete(each))
    })

  /** Answers one question; fails when the thread is of no more use. */
  const answerOne = (thread: Thread, lane: Lane, { done, job, postpone }: Taken<Job>) =>
    Effect.gen(function* () {
      const budgetMs = lane === "quick" ? options.limits.heavyMs : options.runMsMax
      const asked = thread.ask({ question: job.question, budgetMs } satisfies Asked).pipe(
        Effect.filterOrFail(isMeasured, () => "no answer of a query thread"),
        Effect.timeoutOption(options.runMsMax + endingMsMax)
      )
      const exit = yield* Effect.exit(Effect.interruptible(asked))
      const measured = Exit.isSuccess(exit) ? Option.getOrNull(exit.value) : null
      const costMs = measured?.costMs ?? options.runMsMax
      observeQuestion(job.question._tag, costMs / 1_000)
      if (measured !== null && measured.outcome === null && lane === "quick") return postpone(costMs)
      done(costMs)
      if (measured?.outcome) return job.settle(Effect.succeed(measured.outcome))
      if (Exit.isFailure(exit) && thread.isAlive()) yield* Effect.logError("a question failed", exit.cause)
      const isTooLong = Exit.isSuccess(exit)
      job.settle(givenUp(isTooLong ? `no answer within ${options.runMsMax} ms` : "its thread ended"))
      if (isTooLong) yield* Effect.logWarning("a question took too long and was ended", job.question._tag)
      if (measured === null && (isTooLong || !thread.isAlive())) return yield* Effect.fail("ended" as const)
    }).pipe(Effect.uninterruptible)

  const serveOn = (thread: Thread, lane: Lane) =>
    Effect.forever(Effect.flatMap(nextJob(lane), (taken) => answerOne(thread, lane, taken)))

  const life = (lane: Lane, started: Deferred.Deferred<void>) =>
    Effect.gen(function* () {
      const thread = yield* start(lane)
      // from now on it is told of every word that it does not yet find in the file
      running.add(thread)
      yield* Effect.addFinalizer(() => Effect.sync(() => running.delete(thread)))
      yield* thread.ask({ _tag: "Warm" } satisfies Notice)
      yield* Deferred.succeed(started, undefined)
      yield* Effect.all(
        Array.from({ length: options.questionsPerThread }, () => serveOn(thread, lane)),
        { concurrency: "unbounded", discard: true }
      )
    }).pipe(Effect.scoped, Effect.catch(onEnd), Effect.forever)

  // one after the other: the first is sooner ready than all of them would be
  const isWarm = yield* Deferred.make<void>()
  yield* Effect.forEach(lanesOf(options.threads), (lane) =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      yield* Effect.forkScoped(life(lane, started))
      yield* Deferred.await(started)
      yield* Deferred.succeed(isWarm, undefined)
    })
  ).pipe(Effect.forkScoped)

  return QueryThreads.of({
    ask: (question) =>
      Effect.flatMap(Asker, (owner) =>
        Effect.callback<Outcome, QuestionGivenUp>((resume) => {
          const job: Job = { question, settle: resume }
          for (const refused of queue.offer(owner, job, isLong(question))) {
            countRefusal()
            refused.settle(givenUp("too many questions wait"))
          }
          dispatch()
          // one that is being answered goes on: it has its own limit
          return Effect.sync(() => {
            if (queue.remove(owner, job)) setQueueLength(queue.size())
          })
        })
      ),
    tell: (notice) => {
      for (const { ask } of running) Effect.runFork(Effect.ignore(ask(notice)))
    },
    warm: Deferred.await(isWarm)
  })
})

/** One of several is kept for quick jobs, but not the first: whoever asks it has not been seen yet. */
const lanesOf = (threads: number): ReadonlyArray<Lane> =>
  Array.from({ length: threads }, (_, i) => (i === 1 ? "quick" : "any"))

const onEnd = (reason: ThreadFailed | "ended") =>
  Effect.gen(function* () {
    countEndedThread()
    if (reason === "ended") return
    yield* Effect.logError("a query thread failed and is started anew", reason)
    yield* Effect.sleep(restartPause)
  })

/** The pool as a layer. */
export const layerWith = (start: StartThread, options?: QueryThreadsOptions): Layer.Layer<QueryThreads> =>
  Layer.effect(QueryThreads, make(start, options))

const isMeasured = (value: unknown): value is Measured =>
  Predicate.hasProperty(value, "outcome") && Predicate.hasProperty(value, "costMs") && Predicate.isNumber(value.costMs)
