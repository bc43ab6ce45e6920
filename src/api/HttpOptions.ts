import { Context, type Redacted } from "effect"
import type { TrustedProxies } from "./admission/ClientAddress.ts"

/** Files in PEM: the certificate with those between it and the authority, and its key. */
export interface CertificateFiles {
  readonly certificate: string
  readonly key: string
}

/** What a deployment may set; the limits that it may not are constants where they are used. */
export interface HttpSettings {
  readonly host: string
  /** 0 takes any free port */
  readonly port: number
  /** what the port speaks TLS with; `null`: it speaks plain HTTP, and a proxy in front may speak TLS */
  readonly tls: CertificateFiles | null
  readonly adminHost: string
  readonly adminPort: number
  /** what asks for metrics has to know; `null`: only this machine may ask */
  readonly adminToken: Redacted.Redacted | null
  /** `lang=ru|ar` below the Growth plan is a 403 */
  readonly enforcePlanLanguages: boolean
  /** the lowest plan that may have meals analysed */
  readonly analyzeMinPlan: "growth" | "starter"
  /** an e-mail address or a page, for people with a question; `null`: not told */
  readonly contact: string | null
  /** working days within which a request for another plan is answered; `null`: nothing is promised */
  readonly planRequestDays: number | null
  /** whose word is taken for who asks; `null`: the peer of the connection asks */
  readonly trustedProxies: TrustedProxies | null
  /** where people reach the service, without a slash at the end; `null`: not told */
  readonly publicUrl: string | null
  /** names that a `Host` header may have, in small letters; `null`: any */
  readonly publicHosts: ReadonlySet<string> | null
}

export class HttpOptions extends Context.Service<HttpOptions, HttpSettings>()("fooddata/api/HttpOptions") {}
