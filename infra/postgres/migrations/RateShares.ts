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

export const rateShares: ReadonlyArray<string> = [...tables, ...quotasOf, rateOfOthers, claimRates, ...usageBalances]
