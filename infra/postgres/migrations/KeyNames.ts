import { indexedPlans } from "./AppendEvents.ts"

/** As before, with the names of keys. A field that did not change is null. */
const projectKeys = `
  CREATE OR REPLACE FUNCTION project_keys(keys json, now_ms bigint, at_tx bigint, at_position bigint)
  RETURNS void LANGUAGE plpgsql ${indexedPlans} AS $body$
  DECLARE
    k record;
  BEGIN
    FOR k IN SELECT * FROM json_to_recordset(keys)
      AS c(id text, version integer, issued boolean, digest text, prefix text, plan text, active boolean, account text, name text)
    LOOP
      IF k.issued THEN
        INSERT INTO key_directory
          (key_id, digest, prefix, plan, active, account_id, version, issued_at, changed_tx, changed_position, name)
          VALUES (k.id, k.digest, k.prefix, k.plan, true, k.account, k.version, now_ms, at_tx, at_position,
            coalesce(k.name, ''));
      ELSE
        UPDATE key_directory SET digest = coalesce(k.digest, digest), prefix = coalesce(k.prefix, prefix),
          plan = coalesce(k.plan, plan), active = coalesce(k.active, active), name = coalesce(k.name, name),
          version = k.version, changed_tx = at_tx, changed_position = at_position WHERE key_id = k.id;
      END IF;
    END LOOP;
  END $body$`

export const keyNames: ReadonlyArray<string> = [
  "ALTER TABLE key_directory ADD COLUMN name text NOT NULL DEFAULT ''",
  "CREATE INDEX key_directory_accounts ON key_directory (account_id)",
  projectKeys
]
