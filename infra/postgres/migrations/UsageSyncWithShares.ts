import { indexedPlans } from "./AppendEvents.ts"

/**
 * One sync in one transaction: locks, commands, events, heartbeat, answer. The clocks are read after the locks, because the
 * hour may turn while they are waited for: `now_ms` is the ledger's, which decides day and hour; `wall_ms` the
 * database's, or `clock_ms`. A request without `heartbeatTtlMs` is an operator's: no node stands behind it, so it does
 * not move the ledger's clock, and forgets nothing. A node that has been silent for three seconds keeps no units of a limit
 * per second from the others, however long its heartbeat vouches for its keys.
 */
const usageSync = `
  CREATE OR REPLACE FUNCTION usage_sync(p jsonb, clock_ms bigint) RETURNS jsonb LANGUAGE plpgsql ${indexedPlans} AS $body$
  DECLARE
    touched text[];
    claims jsonb := coalesce(p -> 'rateClaims', '[]');
    claimed text[];
    others_until bigint;
    wall_ms bigint;
    reached bigint;
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
    claimed := ARRAY(SELECT claim ->> 'keyId' FROM jsonb_array_elements(claims) AS claim);
    IF cardinality(touched || claimed) > 0 THEN
      PERFORM lock_streams(ARRAY(SELECT DISTINCT 'usage-' || key || '-0000-00-00' FROM unnest(touched || claimed) AS key));
    END IF;
    wall_ms := coalesce(clock_ms, database_ms());
    others_until := wall_ms + greatest(0, coalesce(ttl_ms, 0) - 3000);
    reached := usage_reached_ms();
    now_ms := usage_ledger_time(wall_ms, reached, (p ->> 'notAfterMs')::bigint);
    at_utc := to_timestamp(now_ms / 1000) AT TIME ZONE 'UTC';
    today := to_char(at_utc, 'YYYY-MM-DD');
    this_hour := extract(hour FROM at_utc);
    IF cardinality(touched) > 0 THEN
      refused := usage_apply(p, wall_ms, today, this_hour);
      IF ttl_ms IS NOT NULL THEN
        PERFORM usage_note_reached(now_ms, reached);
        PERFORM usage_prune(to_char(at_utc - interval '2 days', 'YYYY-MM-DD'), 500);
      END IF;
    END IF;
    IF ttl_ms IS NOT NULL AND
       (cardinality(touched) > 0 OR NOT is_heartbeat_fresh(p ->> 'node', wall_ms + ttl_ms)) THEN
      -- the row lives a second longer than the node may trust it, so that most idle ticks write nothing
      INSERT INTO usage_nodes VALUES (p ->> 'node', seen_tx, seen_position, wall_ms + ttl_ms + 1000)
        ON CONFLICT (node) DO UPDATE SET keys_seen_tx = excluded.keys_seen_tx,
          keys_seen_position = excluded.keys_seen_position, expires_at = excluded.expires_at;
    END IF;
    IF cardinality(claimed) > 0 THEN
      PERFORM usage_claim_rates(p ->> 'node', claims, p -> 'plans', others_until);
    END IF;
    RETURN key_changes(seen_tx, seen_position) || jsonb_build_object(
      'now', now_ms,
      'wallMs', wall_ms,
      'reachedMs', reached,
      'otherNodes', (SELECT count(*) FROM usage_nodes AS n WHERE n.node <> p ->> 'node' AND n.expires_at > others_until),
      'rejections', refused,
      'grants', usage_grants(p -> 'wants', today, this_hour),
      'balances', usage_balances(
        touched || claimed || ARRAY(SELECT jsonb_array_elements_text(p -> 'balancesOf'))
          || ARRAY(SELECT mine.key_id FROM usage_rate_shares AS theirs
            JOIN usage_rate_shares AS mine
              ON mine.key_id = theirs.key_id AND mine.node = p ->> 'node' AND mine.per_second > 0
            JOIN usage_nodes AS n ON n.node = theirs.node AND n.expires_at > others_until
            WHERE theirs.claimed > theirs.per_second AND theirs.node <> p ->> 'node'),
        p -> 'plans', p ->> 'node', others_until, today, this_hour)
    );
  END $body$`

export const usageSyncWithShares: ReadonlyArray<string> = [usageSync]
