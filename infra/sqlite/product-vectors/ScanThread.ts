import { answerQuestions } from "../../threads/AnswerQuestions.ts"
import { followVectors } from "./FollowVectors.ts"
import { type NearestQuestion, nearestOf } from "./NearestVectors.ts"

/** What the scanning thread is asked. */
export interface ScanQuestion extends NearestQuestion {
  readonly path: string
}

const follow = followVectors()

const isQuestion = (value: unknown): value is ScanQuestion =>
  typeof value === "object" &&
  value !== null &&
  "path" in value &&
  "query" in value &&
  "limit" in value &&
  "most" in value

answerQuestions(isQuestion, (question) => follow(question.path, (now) => nearestOf(now, question)))
