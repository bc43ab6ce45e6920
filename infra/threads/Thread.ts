import { Cause, Effect, Exit, Predicate, Schema, type Scope } from "effect"
import type { Worker } from "node:worker_threads"
import { takeWorker } from "./LoadAhead.ts"

/** The thread ended, could not be started, or could not do what it was asked. */
export class ThreadFailed extends Schema.TaggedError<ThreadFailed>()("ThreadFailed", {
  thread: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `the ${this.thread} thread failed`
  }
}

/** A thread that answers questions, one after the other in the order they come. */
export interface Thread {
  readonly ask: (question: unknown) => Effect.Effect<unknown, ThreadFailed>
  /** false once it has ended */
  readonly isAlive: () => boolean
}

type Settle = (answer: Effect.Effect<unknown, ThreadFailed>) => void

export interface ThreadOptions {
  /** what the module finds as its `workerData` */
  readonly workerData?: unknown
  /** answers what the thread asks in its turn, see `askHost` */
  readonly onAsked?: (question: unknown) => Effect.Effect<unknown, unknown>
}

const asksNothing = () => Effect.fail(new Error("nobody answers the questions of this thread"))

/**
 * Starts the module as a thread, which must call `answerQuestions` or `answerWithEffects`; it ends with the scope, whatever
 * it is doing, and keeps no process alive.
 */
export const startThread = (
  name: string,
  module: URL,
  { onAsked = asksNothing, workerData }: ThreadOptions = {}
): Effect.Effect<Thread, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => makeThread(name, takeWorker(name, module, workerData), onAsked)),
    ({ worker }) => Effect.promise(() => worker.terminate())
  )

const makeThread = (
  name: string,
  worker: Worker,
  onAsked: NonNullable<ThreadOptions["onAsked"]>
): Thread & { readonly worker: Worker } => {
  const waiting = new Map<number, Settle>()
  let asked = 0
  let ended: ThreadFailed | null = null
  const end = (cause: unknown) => {
    ended ??= new ThreadFailed({ thread: name, cause })
    for (const settle of waiting.values()) settle(Effect.fail(ended))
    waiting.clear()
  }
  worker.on("error", end)
  worker.on("exit", (code) => end(new Error(`it ended with code ${code}`)))
  worker.on("message", (reply: unknown) => {
    if (isAsked(reply)) {
      Effect.runCallback(onAsked(reply.question), {
        onExit: (exit) => worker.postMessage({ asked: reply.asked, ...settled(exit) })
      })
    }
    if (!isReply(reply)) return
    const settle = waiting.get(reply.question)
    waiting.delete(reply.question)
    settle?.(
      reply.failure === null
        ? Effect.succeed(reply.answer)
        : Effect.fail(new ThreadFailed({ thread: name, cause: new Error(reply.failure) }))
    )
  })
  return {
    worker,
    isAlive: () => ended === null,
    ask: (question) =>
      Effect.callback((resume) => {
        if (ended !== null) return resume(Effect.fail(ended))
        const number = ++asked
        waiting.set(number, resume)
        worker.postMessage({ number, question })
        return Effect.sync(() => waiting.delete(number))
      })
  }
}

interface Reply {
  readonly question: number
  readonly answer: unknown
  /** what was thrown, in words; a thread's errors do not all survive the way to another */
  readonly failure: string | null
}

const isReply = (value: unknown): value is Reply =>
  Predicate.hasProperty(value, "question") &&
  Predicate.isNumber(value.question) &&
  Predicate.hasProperty(value, "answer") &&
  Predicate.hasProperty(value, "failure") &&
  (value.failure === null || Predicate.isString(value.failure))

/** A question of the thread itself. */
interface Asked {
  readonly asked: number
  readonly question: unknown
}

const isAsked = (value: unknown): value is Asked =>
  Predicate.hasProperty(value, "asked") && Predicate.isNumber(value.asked) && Predicate.hasProperty(value, "question")

const settled = (exit: Exit.Exit<unknown, unknown>): Pick<Reply, "answer" | "failure"> =>
  Exit.isSuccess(exit) ? { answer: exit.value, failure: null } : { answer: null, failure: Cause.pretty(exit.cause) }
