import { Cause, Effect, Exit, Predicate } from "effect"
import { parentPort } from "node:worker_threads"

interface Reply {
  readonly asked: number
  readonly answer: unknown
  readonly failure: string | null
}

const isReply = (value: unknown): value is Reply =>
  Predicate.hasProperty(value, "asked") &&
  Predicate.isNumber(value.asked) &&
  Predicate.hasProperty(value, "answer") &&
  Predicate.hasProperty(value, "failure")

const isQuestion = (value: unknown): value is { readonly number: number; readonly question: unknown } =>
  Predicate.hasProperty(value, "number") && Predicate.isNumber(value.number) && Predicate.hasProperty(value, "question")

const waiting = new Map<number, (reply: Reply) => void>()
let asked = 0

/** Asks the thread that started this one (`ThreadOptions.onAsked`); for the module of a thread that answers with effects. */
export const askHost = (question: unknown): Effect.Effect<unknown, Error> =>
  Effect.callback((resume) => {
    const number = ++asked
    waiting.set(number, ({ answer, failure }) =>
      resume(failure === null ? Effect.succeed(answer) : Effect.fail(new Error(failure)))
    )
    parentPort?.postMessage({ asked: number, question })
    return Effect.sync(() => waiting.delete(number))
  })

/**
 * To be run by the module of a thread: from now on each question is answered by an effect, and what it dies of is told.
 * Questions that come while others are being answered are not held back.
 */
export const answerWithEffects = <R>(
  answer: (question: unknown) => Effect.Effect<unknown, never, R>
): Effect.Effect<void, never, R> =>
  Effect.map(Effect.context<R>(), (context) => {
    const run = Effect.runCallbackWith(context)
    parentPort?.on("message", (message: unknown) => {
      if (isReply(message)) {
        waiting.get(message.asked)?.(message)
        waiting.delete(message.asked)
      } else if (isQuestion(message)) {
        run(answer(message.question), { onExit: (exit) => reply(message.number, exit) })
      }
    })
  })

const reply = (question: number, exit: Exit.Exit<unknown>): void =>
  parentPort?.postMessage(
    Exit.isSuccess(exit)
      ? { question, answer: exit.value, failure: null }
      : { question, answer: null, failure: Cause.pretty(exit.cause) }
  )
