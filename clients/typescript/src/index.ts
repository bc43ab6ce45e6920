export type { CallOptions } from "./Calls.ts"
export { Fooddata, type FooddataOptions, type PagesOptions } from "./Fooddata.ts"
export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  FooddataError,
  ForbiddenError,
  NotFoundError,
  type Offence,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  UnexpectedAnswerError,
  ValidationError
} from "./Errors.ts"
export type { Quota, RetryPolicy } from "./Transport.ts"
export type * from "./generated/OpenApi.ts"
export type * from "./generated/Operations.ts"
