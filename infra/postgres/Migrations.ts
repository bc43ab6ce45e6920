import { accountsInLog, accountTables } from "./migrations/Accounts.ts"
import { appendFunctions } from "./migrations/AppendEvents.ts"
import { auditTrail } from "./migrations/AuditTrail.ts"
import { eventChecksums } from "./migrations/EventChecksums.ts"
import { eventLogTables } from "./migrations/EventLogTables.ts"
import { keyNames } from "./migrations/KeyNames.ts"
import { parkedStreams } from "./migrations/ParkedStreams.ts"
import { personalData } from "./migrations/PersonalData.ts"
import { rateShares } from "./migrations/RateShares.ts"
import { usageAnswers } from "./migrations/UsageAnswers.ts"
import { webhookTables } from "./migrations/Webhooks.ts"
import { usageReportTables } from "./migrations/UsageReport.ts"
import { usageClock } from "./migrations/UsageClock.ts"
import { usageDecisions } from "./migrations/UsageDecisions.ts"
import { usageLedgerTables } from "./migrations/UsageLedgerTables.ts"
import { usageSync } from "./migrations/UsageSync.ts"
import { usageSyncWithShares } from "./migrations/UsageSyncWithShares.ts"

export interface Migration {
  readonly version: number
  readonly name: string
  readonly statements: ReadonlyArray<string>
}

/** Versions from 1 without gaps. A released one is never changed: what it made is in people's databases. */
export const migrations: ReadonlyArray<Migration> = [
  {
    version: 1,
    name: "event log and usage ledger",
    statements: [
      ...eventLogTables,
      ...appendFunctions,
      ...usageLedgerTables,
      ...usageDecisions,
      ...usageSync,
      ...usageAnswers
    ]
  },
  { version: 2, name: "checksums of events", statements: eventChecksums },
  {
    version: 3,
    name: "shares of the limit per second, clock of the usage ledger",
    statements: [...rateShares, ...usageClock, ...usageSyncWithShares]
  },
  { version: 4, name: "accounts, names of keys", statements: [...accountTables, ...keyNames, accountsInLog] },
  { version: 5, name: "usage report, webhooks", statements: [...usageReportTables, ...webhookTables] },
  {
    version: 6,
    name: "audit trail: roles of keys, origins of commands, failed authentications",
    statements: auditTrail
  },
  { version: 7, name: "parked streams", statements: parkedStreams },
  { version: 8, name: "names of keys that can be erased, accounts of failed authentications", statements: personalData }
]

/** The schema that this program reads and writes. */
export const schemaVersion = migrations.length
