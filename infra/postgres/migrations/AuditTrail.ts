import { indexedPlans } from "./AppendEvents.ts"

/** As before, with the roles of keys. A field that did not change is null. */
const projectKeys = `
  CREATE OR REPLACE FUNCTION project_keys(keys json, now_ms bigint, at_tx bigint, at_position bigint)
  RETURNS void LANGUAGE plpgsql ${indexedPlans} AS $body$
  DECLARE
    k record;
  BEGIN
    FOR k IN SELECT * FROM json_to_recordset(keys)
      AS c(id text, version integer, issued boolean, digest text, prefix text, plan text, active boolean, account text,
        name text, role text)
    LOOP
      IF k.issued THEN
        INSERT INTO key_directory
          (key_id, digest, prefix, plan, active, account_id, version, issued_at, changed_tx, changed_position, name, role)
          VALUES (k.id, k.digest, k.prefix, k.plan, true, k.account, k.version, now_ms, at_tx, at_position,
            coalesce(k.name, ''), coalesce(k.role, 'client'));
      ELSE
        UPDATE key_directory SET digest = coalesce(k.digest, digest), prefix = coalesce(k.prefix, prefix),
          plan = coalesce(k.plan, plan), active = coalesce(k.active, active), name = coalesce(k.name, name),
          version = k.version, changed_tx = at_tx, changed_position = at_position WHERE key_id = k.id;
      END IF;
    END LOOP;
  END $body$`

/** The end of the log as before, over the events of the trail, too. */
const logEnd = `
  CREATE OR REPLACE FUNCTION log_end() RETURNS TABLE (epoch smallint, tx xid8, "position" bigint) LANGUAGE sql STABLE AS $body$
    SELECT last.epoch, last.tx, last.position
    FROM unnest(ARRAY['product', 'key', 'account', 'usage', 'audit']) AS c(category)
    CROSS JOIN LATERAL (
      SELECT e.epoch, e.tx, e.position FROM events AS e
      WHERE e.category = c.category
        AND (e.epoch, e.tx) < ((SELECT l.epoch FROM log_epoch AS l), pg_snapshot_xmin(pg_current_snapshot()))
      ORDER BY e.epoch DESC, e.tx DESC, e.position DESC LIMIT 1
    ) AS last
    ORDER BY last.epoch DESC, last.tx DESC, last.position DESC LIMIT 1
  $body$`

/** In one call, so that the locks of the append wait for no client. */
const appendWithOrigin = `
  CREATE FUNCTION append_with_origin(
    stream_ids text[], versions_before integer[], versions_after integer[], statuses text[], fingerprints text[],
    event_streams text[], event_versions integer[], event_types text[], event_data json[],
    keys json, command_id text, actor text, address text, user_agent text, request_id text
  ) RETURNS json LANGUAGE plpgsql AS $body$
  #variable_conflict use_column
  DECLARE
    answer json;
  BEGIN
    answer := append_events(stream_ids, versions_before, versions_after, statuses, fingerprints,
      event_streams, event_versions, event_types, event_data, keys, append_with_origin.command_id, append_with_origin.actor);
    IF answer->>'conflict' IS NULL THEN
      INSERT INTO command_origins (command_id, recorded_at, address, user_agent, request_id)
        VALUES (append_with_origin.command_id, database_ms(), append_with_origin.address,
          append_with_origin.user_agent, append_with_origin.request_id)
        ON CONFLICT (command_id) DO NOTHING;
    END IF;
    RETURN answer;
  END $body$`

export const auditTrail: ReadonlyArray<string> = [
  "ALTER TABLE key_directory ADD COLUMN role text NOT NULL DEFAULT 'client'",
  projectKeys,
  logEnd,
  `CREATE TABLE command_origins (
    command_id text COLLATE "C" PRIMARY KEY,
    recorded_at bigint NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    request_id text NOT NULL
  )`,
  "CREATE INDEX command_origins_age ON command_origins (recorded_at)",
  appendWithOrigin,
  `CREATE TABLE failed_authentications (
    hour bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    prefix text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (hour, kind, prefix, address)
  )`
]
