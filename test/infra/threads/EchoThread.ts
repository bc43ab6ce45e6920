import process from "node:process"
import { answerQuestions } from "../../../infra/threads/AnswerQuestions.ts"

const isNumber = (value: unknown): value is number => typeof value === "number"

// answers numbers with themselves, throws at negative ones, and ends at infinity
answerQuestions(isNumber, (number) => {
  if (number < 0) throw new RangeError("a negative number")
  if (number === Number.POSITIVE_INFINITY) process.exit(3)
  return number
})
