import type { Cursor, DomainEvent } from "../../domain/EventEnvelope.ts"
import type { SqliteDatabase } from "./Sqlite.ts"

/** Tables that are true the instant an append returns: they are written in the append's own transaction. */
export const inlineSchema = `
  CREATE TABLE IF NOT EXISTS product_heads (
    product_id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('listed', 'withdrawn')),
    fingerprint TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS key_directory (
    key_id TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    plan TEXT NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    account_id TEXT,
    version INTEGER NOT NULL,
    issued_at INTEGER NOT NULL,
    changed_at_position INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS key_directory_changes ON key_directory (changed_at_position);
`

interface AppendedEvent {
  readonly cursor: Cursor
  readonly streamId: string
  readonly streamVersion: number
  readonly recordedAt: number
  readonly event: DomainEvent
}

/** Brings the inline tables up to the event just inserted; usage events change none of them. */
export const projectInline = (db: SqliteDatabase, appended: AppendedEvent): void => {
  const { cursor, event, recordedAt, streamId, streamVersion } = appended
  const subject = streamId.slice(streamId.indexOf("-") + 1)
  const keyChange = [streamVersion, cursor.position, subject] as const
  switch (event._tag) {
    case "ProductListed":
    case "ProductRevised":
    case "ProductRelisted":
      db.statement(
        `INSERT INTO product_heads (product_id, version, status, fingerprint) VALUES (?, ?, 'listed', ?)
         ON CONFLICT (product_id) DO UPDATE SET version = excluded.version, status = 'listed',
           fingerprint = excluded.fingerprint`
      ).run(subject, streamVersion, event.fingerprint)
      return
    case "ProductWithdrawn":
      db.statement("UPDATE product_heads SET version = ?, status = 'withdrawn' WHERE product_id = ?").run(
        streamVersion,
        subject
      )
      return
    case "KeyIssued":
      db.statement(
        `INSERT INTO key_directory
           (key_id, digest, prefix, plan, active, account_id, version, issued_at, changed_at_position)
         VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)`
      ).run(
        subject,
        event.digest,
        event.prefix,
        event.plan,
        event.accountId,
        streamVersion,
        recordedAt,
        cursor.position
      )
      return
    case "KeyRotated":
      db.statement(
        "UPDATE key_directory SET digest = ?, prefix = ?, version = ?, changed_at_position = ? WHERE key_id = ?"
      ).run(event.digest, event.prefix, ...keyChange)
      return
    case "KeyPlanChanged":
      db.statement("UPDATE key_directory SET plan = ?, version = ?, changed_at_position = ? WHERE key_id = ?").run(
        event.plan,
        ...keyChange
      )
      return
    case "KeyActivated":
    case "KeyDeactivated":
      db.statement("UPDATE key_directory SET active = ?, version = ?, changed_at_position = ? WHERE key_id = ?").run(
        event._tag === "KeyActivated" ? 1 : 0,
        ...keyChange
      )
  }
}
