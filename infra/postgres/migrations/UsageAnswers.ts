import { indexedPlans } from "./AppendEvents.ts"

/** What is left of each key's windows, in the order of the keys, and what other live nodes are asked for of it. */
const usageBalances = `
  CREATE FUNCTION usage_balances(keys text[], plans jsonb, of_node text, now_ms bigint, today text, this_hour integer)
  RETURNS jsonb LANGUAGE sql VOLATILE ${indexedPlans} AS $body$
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'keyId', k.key, 'day', today, 'hour', this_hour,
      'usedToday', coalesce(d.used, 0), 'usedThisHour', coalesce(h.used, 0),
      'leftToday', CASE WHEN q.per_day IS NOT NULL
        THEN greatest(0, q.per_day - coalesce(d.open + d.used + d.burnt, 0)) END,
      'leftThisHour', greatest(0, q.per_hour - coalesce(h.open + h.used + h.burnt, 0)),
      'othersPerSecond', (SELECT coalesce(sum(p.per_second), 0) FROM usage_paces AS p
        JOIN usage_nodes AS n ON n.node = p.node AND n.expires_at > now_ms
        WHERE p.key_id = k.key AND p.node <> of_node)
    ) ORDER BY k.key COLLATE "C"), '[]')
    FROM (SELECT DISTINCT key FROM unnest(keys) AS key) AS k
    CROSS JOIN LATERAL quotas_of(k.key, plans) AS q
    LEFT JOIN usage_days AS d ON d.key_id = k.key AND d.day = today
    LEFT JOIN usage_hours AS h ON h.key_id = k.key AND h.day = today AND h.hour = this_hour
  $body$`

/** The answer to each wish, in their order. A lease that is not open any more was cancelled: it must not be used. */
const usageGrants = `
  CREATE FUNCTION usage_grants(wants jsonb, today text, this_hour integer)
  RETURNS jsonb LANGUAGE sql VOLATILE ${indexedPlans} AS $body$
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'request', w ->> 'request', 'keyId', w ->> 'keyId', 'lease', l.lease,
      'day', coalesce(l.day, today), 'hour', coalesce(l.hour, this_hour), 'size', coalesce(l.size, 0)
    ) ORDER BY ord), '[]')
    FROM jsonb_array_elements(wants) WITH ORDINALITY AS x(w, ord)
    LEFT JOIN usage_leases AS l ON l.lease = w ->> 'request' AND l.status = 'open'
  $body$`

/**
 * Keys changed after the cursor, and where the key changes stand. They are committed in the order of their cursors,
 * so one snapshot sees all up to the newest it sees; the cursor never goes back.
 */
const keyChanges = `
  CREATE FUNCTION key_changes(seen_tx bigint, seen_position bigint)
  RETURNS jsonb LANGUAGE sql VOLATILE ${indexedPlans} AS $body$
    SELECT jsonb_build_object(
      'changedKeys', (SELECT coalesce(jsonb_agg(key_id ORDER BY key_id COLLATE "C"), '[]') FROM key_directory
        WHERE (changed_tx, changed_position) > (seen_tx, seen_position)),
      'keysSeen', (SELECT jsonb_build_object('tx', place.tx, 'position', place.position) FROM (
        (SELECT changed_tx AS tx, changed_position AS position FROM key_directory
          ORDER BY changed_tx DESC, changed_position DESC LIMIT 1)
        UNION ALL SELECT seen_tx, seen_position
        ORDER BY tx DESC, position DESC LIMIT 1) AS place)
    )
  $body$`

/** Notes the paces that a node tells of; of one key the last word counts. */
const usagePacesTold = `
  CREATE FUNCTION usage_paces_told(of_node text, paces jsonb) RETURNS void LANGUAGE sql VOLATILE ${indexedPlans} AS $body$
    DELETE FROM usage_paces AS p WHERE p.node = of_node AND p.key_id IN (
      SELECT told ->> 'keyId' FROM jsonb_array_elements(paces) AS told);
    INSERT INTO usage_paces (key_id, node, per_second)
      SELECT last.key, of_node, last.pace FROM (
        SELECT DISTINCT ON (told ->> 'keyId') told ->> 'keyId' AS key, (told ->> 'perSecond')::integer AS pace
        FROM jsonb_array_elements(paces) WITH ORDINALITY AS x(told, ord) ORDER BY told ->> 'keyId', ord DESC) AS last
      WHERE last.pace > 0;
  $body$`

/** Does the row vouch for the node until the end of its heartbeat, with no key change left to acknowledge? */
const isHeartbeatFresh = `
  CREATE FUNCTION is_heartbeat_fresh(of_node text, until_ms bigint)
  RETURNS boolean LANGUAGE sql VOLATILE ${indexedPlans} AS $body$
    SELECT EXISTS (SELECT FROM usage_nodes AS n WHERE n.node = of_node AND n.expires_at >= until_ms AND NOT EXISTS (
      SELECT FROM key_directory AS k
      WHERE (k.changed_tx, k.changed_position) > (n.keys_seen_tx, n.keys_seen_position)))
  $body$`

/**
 * One sync in one transaction: locks, commands, events, heartbeat, answer. `clock_ms` null: the database's clock decides
 * days and hours. It is read after the locks, because the hour may turn while they are waited for. A request without
 * `heartbeatTtlMs` is an operator's: no node stands behind it.
 */
const usageSyncFunction = `
  CREATE FUNCTION usage_sync(p jsonb, clock_ms bigint) RETURNS jsonb LANGUAGE plpgsql ${indexedPlans} AS $body$
  DECLARE
    touched text[];
    now_ms bigint;
    at_utc timestamp;
    today text;
    this_hour integer;
    refused jsonb := '[]';
    ttl_ms bigint := (p ->> 'heartbeatTtlMs')::bigint;
    seen_tx bigint := (p #>> '{keysSeen,tx}')::bigint;
    seen_position bigint := (p #>> '{keysSeen,position}')::bigint;
  BEGIN
    touched := ARRAY(SELECT DISTINCT part ->> 'keyId' FROM jsonb_array_elements(
      (p -> 'reports') || (p -> 'wants') || (p -> 'cancellations') || (p -> 'burns')) AS part);
    IF cardinality(touched) > 0 THEN
      PERFORM lock_streams(ARRAY(SELECT 'usage-' || key || '-0000-00-00' FROM unnest(touched) AS key));
    END IF;
    now_ms := coalesce(clock_ms, database_ms());
    at_utc := to_timestamp(now_ms / 1000) AT TIME ZONE 'UTC';
    today := to_char(at_utc, 'YYYY-MM-DD');
    this_hour := extract(hour FROM at_utc);
    IF cardinality(touched) > 0 THEN
      refused := usage_apply(p, now_ms, today, this_hour);
      PERFORM usage_prune(to_char(at_utc - interval '2 days', 'YYYY-MM-DD'), 500);
    END IF;
    IF ttl_ms IS NOT NULL AND
       (cardinality(touched) > 0 OR NOT is_heartbeat_fresh(p ->> 'node', now_ms + ttl_ms)) THEN
      -- the row lives a second longer than the node may trust it, so that most idle ticks write nothing
      INSERT INTO usage_nodes VALUES (p ->> 'node', seen_tx, seen_position, now_ms + ttl_ms + 1000)
        ON CONFLICT (node) DO UPDATE SET keys_seen_tx = excluded.keys_seen_tx,
          keys_seen_position = excluded.keys_seen_position, expires_at = excluded.expires_at;
    END IF;
    IF jsonb_array_length(p -> 'paces') > 0 THEN
      PERFORM usage_paces_told(p ->> 'node', p -> 'paces');
    END IF;
    RETURN key_changes(seen_tx, seen_position) || jsonb_build_object(
      'now', now_ms,
      'rejections', refused,
      'grants', usage_grants(p -> 'wants', today, this_hour),
      'balances', usage_balances(
        touched || ARRAY(SELECT jsonb_array_elements_text(p -> 'balancesOf'))
          || ARRAY(SELECT told ->> 'keyId' FROM jsonb_array_elements(p -> 'paces') AS told),
        p -> 'plans', p ->> 'node', now_ms, today, this_hour)
    );
  END $body$`

export const usageAnswers: ReadonlyArray<string> = [
  usageBalances,
  usageGrants,
  keyChanges,
  usagePacesTold,
  isHeartbeatFresh,
  usageSyncFunction
]
