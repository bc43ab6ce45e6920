import { lockClass, locks } from "./EventLogTables.ts"

/**
 * Plans are kept for the life of a connection and may be made while a table is still empty: with these settings they
 * are right for a full one too. A forbidden scan of a one-row table is costed so high that it would be compiled, for
 * 27 ms a call: hence no JIT.
 */
export const indexedPlans =
  "SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off"

/**
 * Appends to all the streams or to none, projects inline, and returns the cursor of the last event, or the stream that
 * is not at its expected version. One call is one transaction and one round trip: no lock waits for a client.
 *
 * The order of the statements is the proof. First the locks, which allocate no transaction id. Each later statement
 * has a snapshot of its own (READ COMMITTED, volatile function), taken while the locks are held: the heads it sees are
 * final, so no other append can give the same version, and ids grow with the versions of a stream. Key changes have one
 * lock for all, so that they are committed in the order of their cursors.
 */
const appendEvents = `
  CREATE FUNCTION append_events(
    stream_ids text[], versions_before integer[], versions_after integer[], statuses text[], fingerprints text[],
    event_streams text[], event_versions integer[], event_types text[], event_data json[],
    keys json, command_id text, actor text
  ) RETURNS json LANGUAGE plpgsql ${indexedPlans} AS $body$
  #variable_conflict use_column
  DECLARE
    stale text;
    current_epoch smallint;
    now_ms bigint;
    last_position bigint;
    last_tx bigint;
  BEGIN
    IF json_array_length(keys) > 0 THEN PERFORM pg_advisory_xact_lock(${lockClass}, ${locks.keyChanges}); END IF;
    PERFORM lock_streams(stream_ids);

    SELECT s.id INTO stale
      FROM unnest(stream_ids, versions_before) AS s(id, expected)
      LEFT JOIN stream_heads AS h ON h.stream_id = s.id
      WHERE coalesce(h.version, 0) <> s.expected LIMIT 1;
    IF FOUND THEN RETURN json_build_object('conflict', stale); END IF;

    SELECT epoch INTO current_epoch FROM log_epoch;
    now_ms := database_ms();
    INSERT INTO events (epoch, category, stream_id, stream_version, type, data, command_id, actor, recorded_at)
      SELECT current_epoch, split_part(e.s, '-', 1), e.s, e.v, e.t, e.d,
             append_events.command_id, append_events.actor, now_ms
      FROM unnest(event_streams, event_versions, event_types, event_data) WITH ORDINALITY AS e(s, v, t, d, n)
      ORDER BY e.n;
    last_position := currval('events_position_seq');
    last_tx := cursor_tx(current_epoch, pg_current_xact_id());

    -- a head that is not there stays away while its lock is held: an upsert would look for it once more
    INSERT INTO stream_heads (stream_id, version, status, fingerprint)
      SELECT s.id, s.version, s.status, s.fingerprint
      FROM unnest(stream_ids, versions_before, versions_after, statuses, fingerprints)
        AS s(id, expected, version, status, fingerprint)
      WHERE s.expected = 0;
    IF 0 < ANY (versions_before) THEN
      UPDATE stream_heads AS h SET version = s.version,
          status = coalesce(s.status, h.status), fingerprint = coalesce(s.fingerprint, h.fingerprint)
        FROM unnest(stream_ids, versions_before, versions_after, statuses, fingerprints)
          AS s(id, expected, version, status, fingerprint)
        WHERE s.expected > 0 AND h.stream_id = s.id;
    END IF;

    IF json_array_length(keys) > 0 THEN PERFORM project_keys(keys, now_ms, last_tx, last_position); END IF;
    RETURN json_build_object('tx', last_tx, 'position', last_position);
  END $body$`

/** Brings the key directory up to the appended key events, in their order. A field that did not change is null. */
const projectKeys = `
  CREATE FUNCTION project_keys(keys json, now_ms bigint, at_tx bigint, at_position bigint)
  RETURNS void LANGUAGE plpgsql ${indexedPlans} AS $body$
  DECLARE
    k record;
  BEGIN
    FOR k IN SELECT * FROM json_to_recordset(keys)
      AS c(id text, version integer, issued boolean, digest text, prefix text, plan text, active boolean, account text)
    LOOP
      IF k.issued THEN
        INSERT INTO key_directory
          (key_id, digest, prefix, plan, active, account_id, version, issued_at, changed_tx, changed_position)
          VALUES (k.id, k.digest, k.prefix, k.plan, true, k.account, k.version, now_ms, at_tx, at_position);
      ELSE
        UPDATE key_directory SET digest = coalesce(k.digest, digest), prefix = coalesce(k.prefix, prefix),
          plan = coalesce(k.plan, plan), active = coalesce(k.active, active), version = k.version,
          changed_tx = at_tx, changed_position = at_position WHERE key_id = k.id;
      END IF;
    END LOOP;
  END $body$`

/**
 * The last event of the log that a reader may go past: every transaction below the horizon has ended, so nothing can
 * still appear before it. No row: the log is empty. Stable, so it sees what the calling statement sees.
 */
const logEnd = `
  CREATE FUNCTION log_end() RETURNS TABLE (epoch smallint, tx xid8, "position" bigint) LANGUAGE sql STABLE AS $body$
    SELECT last.epoch, last.tx, last.position
    FROM unnest(ARRAY['product', 'key', 'usage']) AS c(category)
    CROSS JOIN LATERAL (
      SELECT e.epoch, e.tx, e.position FROM events AS e
      WHERE e.category = c.category
        AND (e.epoch, e.tx) < ((SELECT l.epoch FROM log_epoch AS l), pg_snapshot_xmin(pg_current_snapshot()))
      ORDER BY e.epoch DESC, e.tx DESC, e.position DESC LIMIT 1
    ) AS last
    ORDER BY last.epoch DESC, last.tx DESC, last.position DESC LIMIT 1
  $body$`

export const appendFunctions: ReadonlyArray<string> = [projectKeys, appendEvents, logEnd]
