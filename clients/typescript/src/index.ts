export { type CallOptions, Fooddata, type FooddataOptions, type PagesOptions } from "./Fooddata.ts"
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
  ValidationError
} from "./Errors.ts"
export type { Quota, RetryPolicy } from "./Transport.ts"
export type * from "./Types.ts"
export type { components, operations, paths } from "./generated/OpenApi.ts"
