import { parentPort } from "node:worker_threads"

interface Asked {
  readonly number: number
  readonly question: unknown
}

/**
 * To be called by the module of a thread (`Thread.ts`): from now on each question is answered, or its failure told. Like
 * whatever a small thread is made of, this loads no library.
 */
export const answerQuestions = <Question>(
  isQuestion: (value: unknown) => value is Question,
  answer: (question: Question) => unknown
): void => {
  parentPort?.on("message", ({ number, question }: Asked) => {
    try {
      if (!isQuestion(question)) throw new TypeError("not a question of this thread")
      parentPort?.postMessage({ question: number, answer: answer(question), failure: null })
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
      parentPort?.postMessage({ question: number, answer: null, failure })
    }
  })
}
