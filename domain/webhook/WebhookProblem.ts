/** Why an address is never sent to, or a message had no answer; in words for operators. Pages have words of their own. */
export const webhookProblems = {
  long: "the address has more than 2048 characters",
  noUrl: "the address is no URL",
  notHttps: "the address must begin with https://",
  credentials: "the address must not hold a user or password",
  notPublic: "the address is not public",
  inside: "the host has an address that is not public",
  noHost: "the host has no address",
  late: "no answer within 5 s",
  failed: "the connection failed"
} as const

export type WebhookProblem = keyof typeof webhookProblems
