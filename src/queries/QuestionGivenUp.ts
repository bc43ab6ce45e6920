import { Data } from "effect"

/**
 * The question is not answered now: too many wait, or its answer took too long. A value without a stack trace, because
 * callers provoke it as often as they like.
 */
export class QuestionGivenUp extends Data.TaggedClass("QuestionGivenUp")<{ readonly reason: string }> {}
