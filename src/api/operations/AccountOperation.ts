import { plans } from "../../../domain/key/Plan.ts"
import type { Admitted } from "../admission/Admission.ts"

/** Where the key stands, over REST and to tools alike. */
export const accountOperation = ({ key, quota }: Admitted) => ({
  plan: key.plan,
  requests_today: quota.usedToday,
  requests_limit: quota.limit,
  key_prefix: key.prefix,
  is_active: key.active,
  // an auditor's key opens the trail, and none of the data that plans are of
  features: key.role === "auditor" ? [] : plans[key.plan].features
})
