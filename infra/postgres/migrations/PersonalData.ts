import { indexedPlans } from "./AppendEvents.ts"

/**
 * As before, with the names of keys in a table of their own, which can be erased. A field that did not change is null; the name `''`
 * takes the name away. A key whose account was deleted meanwhile gets none, because nobody would erase it: whoever erases
 * takes the lock of all changes of keys first.
 */
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
          (key_id, digest, prefix, plan, active, account_id, version, issued_at, changed_tx, changed_position, role)
          VALUES (k.id, k.digest, k.prefix, k.plan, true, k.account, k.version, now_ms, at_tx, at_position,
            coalesce(k.role, 'client'));
      ELSE
        UPDATE key_directory SET digest = coalesce(k.digest, digest), prefix = coalesce(k.prefix, prefix),
          plan = coalesce(k.plan, plan), active = coalesce(k.active, active),
          version = k.version, changed_tx = at_tx, changed_position = at_position WHERE key_id = k.id;
      END IF;
      IF k.name = '' THEN
        DELETE FROM key_names WHERE key_id = k.id;
      ELSIF k.name IS NOT NULL THEN
        INSERT INTO key_names (key_id, name) SELECT k.id, k.name WHERE NOT EXISTS (
          SELECT FROM key_directory AS d JOIN events AS e ON e.stream_id = 'account-' || d.account_id
          WHERE d.key_id = k.id AND e.type = 'AccountDeleted'
        ) ON CONFLICT (key_id) DO UPDATE SET name = excluded.name;
      END IF;
    END LOOP;
  END $body$`

const ofDeleted = `EXISTS (
  SELECT FROM events AS e WHERE e.stream_id = 'account-' || k.account_id AND e.type = 'AccountDeleted'
)`

export const personalData: ReadonlyArray<string> = [
  'CREATE TABLE key_names (key_id text COLLATE "C" PRIMARY KEY, name text NOT NULL)',
  `INSERT INTO key_names (key_id, name)
    SELECT k.key_id, k.name FROM key_directory AS k WHERE k.name <> '' AND NOT ${ofDeleted}`,
  // a column that is dropped stays in its rows until they are written again
  "UPDATE key_directory SET name = '' WHERE name <> ''",
  "ALTER TABLE key_directory DROP COLUMN name",
  projectKeys,
  'CREATE TABLE pending_erasures (account_id text COLLATE "C" PRIMARY KEY, actor text NOT NULL)',
  // at worst there is nothing left to erase of them
  `INSERT INTO pending_erasures (account_id, actor)
    SELECT substr(e.stream_id, 9), e.actor FROM events AS e WHERE e.category = 'account' AND e.type = 'AccountDeleted'`,
  `ALTER TABLE failed_authentications ADD COLUMN account text COLLATE "C" NOT NULL DEFAULT ''`,
  "ALTER TABLE failed_authentications DROP CONSTRAINT failed_authentications_pkey",
  "ALTER TABLE failed_authentications ADD PRIMARY KEY (hour, kind, prefix, address, account)"
]
