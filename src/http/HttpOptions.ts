import { Context } from "effect"

/** What a deployment may set; the limits that it may not are constants where they are used. */
export interface HttpSettings {
  readonly host: string
  /** 0 takes any free port */
  readonly port: number
  readonly adminHost: string
  readonly adminPort: number
  /** `lang=ru|ar` below the Growth plan is a 403 */
  readonly enforcePlanLanguages: boolean
  /** the lowest plan that may have meals analysed */
  readonly analyzeMinPlan: "growth" | "starter"
}

export class HttpOptions extends Context.Service<HttpOptions, HttpSettings>()("fooddata/http/HttpOptions") {}
