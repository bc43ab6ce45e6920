import { indexedPlans } from "./AppendEvents.ts"

/** Units of a key's limit per second that a node holds, and what it claimed. In place of `usage_paces`. */
const tables: ReadonlyArray<string> = [
  "DROP TABLE usage_paces",
  "DROP FUNCTION usage_paces_told(text, jsonb)",
  `CREATE TABLE usage_rate_shares (
    key_id text NOT NULL,
    node text NOT NULL,
    per_second integer NOT NULL CHECK (per_second BETWEEN 0 AND claimed),
    claimed integer NOT NULL CHECK (claimed > 0),
    PRIMARY KEY (key_id, node)
  ) WITH (fillfactor = 70)`,
  "CREATE INDEX usage_rate_shares_of_node ON usage_rate_shares (node)",
  "CREATE INDEX usage_rate_shares_lacking ON usage_rate_shares (key_id) WHERE claimed > per_second"
]

/** As before, with the limit per second. */
const quotasOf: ReadonlyArray<string> = [
  "DROP FUNCTION quotas_of(text, jsonb)",
  `CREATE FUNCTION quotas_of(key text, plans jsonb, OUT per_day integer, OUT per_hour integer, OUT per_second integer)
  LANGUAGE plpgsql STABLE ${indexedPlans} AS $body$
  DECLARE
    plan_quotas jsonb;
  BEGIN
    SELECT coalesce(plans -> k.plan, '{}') INTO plan_quotas FROM key_directory AS k WHERE k.key_id = key AND k.active;
    IF NOT FOUND THEN per_day := 0; per_hour := 0; per_second := 0; RETURN; END IF;
    IF NOT plan_quotas ? 'perSecond' THEN RAISE EXCEPTION 'no plan table entry for the plan of %', key; END IF;
    per_day := (plan_quotas ->> 'perDay')::integer;
    per_hour := (plan_quotas ->> 'perHour')::integer;
    per_second := (plan_quotas ->> 'perSecond')::integer;
  END $body$`
]

/** What the nodes but this one hold of the key's limit, and what they were refused; those whose heartbeat ends later. */
const rateOfOthers = `
  CREATE FUNCTION usage_rate_of_others(key text, of_node text, others_until bigint, OUT held integer, OUT lack integer)
  LANGUAGE sql STABLE ${indexedPlans} AS $body$
    SELECT coalesce(sum(s.per_second), 0), coalesce(sum(s.claimed - s.per_second), 0) FROM usage_rate_shares AS s
    JOIN usage_nodes AS n ON n.node = s.node AND n.expires_at > others_until
    WHERE s.key_id = key AND s.node <> of_node
  $body$`

/** Decides a node's claims, each as far as the others leave it; of one key the last counts. The keys must be locked. */
const claimRates = `
  CREATE FUNCTION usage_claim_rates(of_node text, claims jsonb, plans jsonb, others_until bigint)
  RETURNS void LANGUAGE sql VOLATILE ${indexedPlans} AS $body$
    DELETE FROM usage_rate_shares AS s WHERE s.node = of_node AND s.key_id IN (
      SELECT claim ->> 'keyId' FROM jsonb_array_elements(claims) AS claim);
    INSERT INTO usage_rate_shares (key_id, node, per_second, claimed)
      SELECT last.key, of_node, greatest(0, least(last.claimed, q.per_second - o.held)), last.claimed FROM (
        SELECT DISTINCT ON (claim ->> 'keyId') claim ->> 'keyId' AS key, (claim ->> 'perSecond')::integer AS claimed
        FROM jsonb_array_elements(claims) WITH ORDINALITY AS x(claim, ord) ORDER BY claim ->> 'keyId', ord DESC) AS last
      CROSS JOIN LATERAL quotas_of(last.key, plans) AS q
      CROSS JOIN LATERAL usage_rate_of_others(last.key, of_node, others_until) AS o
      WHERE last.claimed > 0;
  $body$`

/** As before, with what the node and the others hold of the limit per second. */
const usageBalances: ReadonlyArray<string> = [
  "DROP FUNCTION usage_balances(text[], jsonb, text, bigint, text, integer)",
  `CREATE FUNCTION usage_balances(
    keys text[], plans jsonb, of_node text, others_until bigint, today text, this_hour integer
  ) RETURNS jsonb LANGUAGE sql VOLATILE ${indexedPlans} AS $body$
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'keyId', k.key, 'day', today, 'hour', this_hour,
      'usedToday', coalesce(d.used, 0), 'usedThisHour', coalesce(h.used, 0),
      'leftToday', CASE WHEN q.per_day IS NOT NULL
        THEN greatest(0, q.per_day - coalesce(d.open + d.used + d.burnt, 0)) END,
      'leftThisHour', greatest(0, q.per_hour - coalesce(h.open + h.used + h.burnt, 0)),
      -- others may have been given its units while it was silent
      'perSecond', greatest(0, least(coalesce(s.per_second, 0), q.per_second - o.held)),
      'othersPerSecond', o.held, 'othersLack', o.lack
    ) ORDER BY k.key COLLATE "C"), '[]')
    FROM (SELECT DISTINCT key FROM unnest(keys) AS key) AS k
    CROSS JOIN LATERAL quotas_of(k.key, plans) AS q
    CROSS JOIN LATERAL usage_rate_of_others(k.key, of_node, others_until) AS o
    LEFT JOIN usage_rate_shares AS s ON s.key_id = k.key AND s.node = of_node
    LEFT JOIN usage_days AS d ON d.key_id = k.key AND d.day = today
    LEFT JOIN usage_hours AS h ON h.key_id = k.key AND h.day = today AND h.hour = this_hour
  $body$`
]

/**
 * As before, with the claims on limits per second. A node that has been silent for three seconds keeps no units from the
 * others, however long its heartbeat vouches for its keys.
 */
const usageSync = `
  CREATE OR REPLACE FUNCTION usage_sync(p jsonb, clock_ms bigint)
  RETURNS jsonb LANGUAGE plpgsql ${indexedPlans} AS $body$
  DECLARE
    touched text[];
    claimed text[];
    now_ms bigint;
    at_utc timestamp;
    today text;
    this_hour integer;
    refused jsonb := '[]';
    ttl_ms bigint := (p ->> 'heartbeatTtlMs')::bigint;
    others_until bigint;
    claims jsonb := coalesce(p -> 'rateClaims', '[]');
    seen_tx bigint := (p #>> '{keysSeen,tx}')::bigint;
    seen_position bigint := (p #>> '{keysSeen,position}')::bigint;
  BEGIN
    touched := ARRAY(SELECT DISTINCT part ->> 'keyId' FROM jsonb_array_elements(
      (p -> 'reports') || (p -> 'wants') || (p -> 'cancellations') || (p -> 'burns')) AS part);
    claimed := ARRAY(SELECT claim ->> 'keyId' FROM jsonb_array_elements(claims) AS claim);
    IF cardinality(touched || claimed) > 0 THEN
      PERFORM lock_streams(ARRAY(SELECT DISTINCT 'usage-' || key || '-0000-00-00' FROM unnest(touched || claimed) AS key));
    END IF;
    now_ms := coalesce(clock_ms, database_ms());
    others_until := now_ms + greatest(0, coalesce(ttl_ms, 0) - 3000);
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
    IF cardinality(claimed) > 0 THEN
      PERFORM usage_claim_rates(p ->> 'node', claims, p -> 'plans', others_until);
    END IF;
    RETURN key_changes(seen_tx, seen_position) || jsonb_build_object(
      'now', now_ms,
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

export const rateShares: ReadonlyArray<string> = [
  ...tables,
  ...quotasOf,
  rateOfOthers,
  claimRates,
  ...usageBalances,
  usageSync
]
