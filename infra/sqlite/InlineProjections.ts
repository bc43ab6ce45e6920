import type { Cursor, DomainEvent } from "../../domain/EventEnvelope.ts"
import type { KeyEvent } from "../../domain/key/KeyEvent.ts"
import type { SqliteDatabase } from "./Sqlite.ts"

/** Tables that are true the instant an append returns: they are written in the append's own transaction. */
export const inlineSchema = `
  CREATE TABLE IF NOT EXISTS key_directory (
    key_id TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    plan TEXT NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    account_id TEXT,
    version INTEGER NOT NULL,
    issued_at INTEGER NOT NULL,
    changed_at_position INTEGER NOT NULL,
    role TEXT NOT NULL DEFAULT 'client'
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS key_directory_changes ON key_directory (changed_at_position);
  CREATE INDEX IF NOT EXISTS key_directory_accounts ON key_directory (account_id);
`

interface AppendedEvent {
  readonly cursor: Cursor
  readonly streamId: string
  readonly streamVersion: number
  readonly recordedAt: number
  readonly event: DomainEvent
}

/** Brings the inline tables up to the event just inserted; only events of keys change any of them. */
export const projectInline = (db: SqliteDatabase, appended: AppendedEvent): void => {
  const { cursor, event, recordedAt, streamId, streamVersion } = appended
  const subject = streamId.slice(streamId.indexOf("-") + 1)
  const change = { version: streamVersion, changed_at_position: cursor.position }
  switch (event._tag) {
    case "KeyIssued": {
      const row = { key_id: subject, ...issuedColumns(event, recordedAt), ...change }
      const places = Object.keys(row).map(() => "?")
      db.statement(`INSERT INTO key_directory (${Object.keys(row).join(", ")}) VALUES (${places.join(", ")})`).run(
        ...Object.values(row)
      )
      return
    }
    case "KeyRotated":
    case "KeyRenamed":
    case "KeyPlanChanged":
    case "KeyActivated":
    case "KeyDeactivated": {
      const row = { ...changedColumns(event), ...change }
      const settings = Object.keys(row).map((column) => `${column} = ?`)
      db.statement(`UPDATE key_directory SET ${settings.join(", ")} WHERE key_id = ?`).run(
        ...Object.values(row),
        subject
      )
    }
  }
}

type KeyIssued = Extract<KeyEvent, { readonly _tag: "KeyIssued" }>

/** The row of a key that was issued, beside its id and version. */
export const issuedColumns = ({ accountId, digest, plan, prefix, role }: KeyIssued, recordedAt: number) => ({
  digest,
  prefix,
  plan,
  active: 1,
  account_id: accountId,
  issued_at: recordedAt,
  role
})

/** What a later event changes of it, beside the version. */
export const changedColumns = (event: Exclude<KeyEvent, KeyIssued>): Partial<ReturnType<typeof issuedColumns>> => {
  switch (event._tag) {
    case "KeyRotated":
      return { digest: event.digest, prefix: event.prefix }
    case "KeyRenamed":
      return {}
    case "KeyPlanChanged":
      return { plan: event.plan }
    case "KeyActivated":
      return { active: 1 }
    case "KeyDeactivated":
      return { active: 0 }
  }
}
