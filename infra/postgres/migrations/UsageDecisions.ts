import { indexedPlans } from "./AppendEvents.ts"

/** Moves units between the totals of a day and an hour. Only a grant finds no rows yet, and brings its quotas. */
const usageMove = `
  CREATE FUNCTION usage_move(
    l usage_leases, d_open integer, d_used integer, d_burnt integer, day_quota integer, hour_quota integer
  ) RETURNS void LANGUAGE plpgsql ${indexedPlans} AS $body$
  BEGIN
    UPDATE usage_days AS d SET open = d.open + d_open, used = d.used + d_used, burnt = d.burnt + d_burnt,
        quota = CASE WHEN d.quota IS NULL OR day_quota IS NULL THEN NULL ELSE greatest(d.quota, day_quota) END
      WHERE d.key_id = l.key_id AND d.day = l.day;
    IF NOT FOUND THEN
      INSERT INTO usage_days VALUES (l.key_id, l.day, d_open, d_used, d_burnt, day_quota);
    END IF;
    UPDATE usage_hours AS h SET open = h.open + d_open, used = h.used + d_used, burnt = h.burnt + d_burnt,
        quota = greatest(h.quota, hour_quota)
      WHERE h.key_id = l.key_id AND h.day = l.day AND h.hour = l.hour;
    IF NOT FOUND THEN
      INSERT INTO usage_hours VALUES (l.key_id, l.day, l.hour, d_open, d_used, d_burnt, hour_quota);
    END IF;
    INSERT INTO usage_leases VALUES (l.*)
      ON CONFLICT (lease) DO UPDATE SET recorded = excluded.recorded, status = excluded.status;
  END $body$`

/** What one command comes to: at most one event, or a reason to refuse it; both null when there is nothing to do. */
const decision = `
  CREATE TYPE usage_decision AS (event_type text, event_data jsonb, reason text)`

/** `RecordUsage` of the ledger's decider: uses that are recorded already are passed over. */
const usageRecord = `
  CREATE FUNCTION usage_record(l usage_leases, entries jsonb, day_quota integer, hour_quota integer)
  RETURNS usage_decision LANGUAGE plpgsql ${indexedPlans} AS $body$
  DECLARE
    first_n integer := (entries #>> '{0,n}')::integer;
    is_burnt boolean := l.status = 'burnt';
    uses integer;
    fresh record;
  BEGIN
    SELECT coalesce(bool_and(n = first_n + ord - 1), true) AS consecutive,
           min(n) FILTER (WHERE n > l.recorded) AS low, max(n) FILTER (WHERE n > l.recorded) AS high,
           jsonb_agg(entry ORDER BY ord) FILTER (WHERE n > l.recorded) AS list
      INTO fresh
      FROM (SELECT entry, ord, (entry ->> 'n')::integer AS n
            FROM jsonb_array_elements(entries) WITH ORDINALITY AS x(entry, ord)) AS numbered;
    IF NOT fresh.consecutive THEN RETURN ROW(NULL, NULL, 'gap')::usage_decision; END IF;
    IF fresh.low IS NULL THEN RETURN NULL; END IF;
    IF l.status = 'closed' THEN RETURN ROW(NULL, NULL, 'closed')::usage_decision; END IF;
    IF fresh.low <> l.recorded + 1 THEN RETURN ROW(NULL, NULL, 'gap')::usage_decision; END IF;
    IF fresh.high > l.size THEN RETURN ROW(NULL, NULL, 'overdrawn')::usage_decision; END IF;
    uses := fresh.high - l.recorded;
    l.recorded := fresh.high;
    IF l.status = 'open' AND l.recorded = l.size THEN l.status := 'closed'; END IF;
    IF is_burnt THEN PERFORM usage_move(l, 0, uses, -uses, day_quota, hour_quota);
    ELSE PERFORM usage_move(l, -uses, uses, 0, day_quota, hour_quota); END IF;
    RETURN ROW('UsageRecorded',
      jsonb_build_object('lease', l.lease, 'from', fresh.low, 'to', fresh.high, 'entries', fresh.list), NULL)::usage_decision;
  END $body$`

/** `SettleLease`: `used` is all that the node ever admitted, and what it did not use goes back to the quota. */
const usageSettle = `
  CREATE FUNCTION usage_settle(l usage_leases, used integer, day_quota integer, hour_quota integer)
  RETURNS usage_decision LANGUAGE plpgsql ${indexedPlans} AS $body$
  BEGIN
    IF l.status = 'closed' AND used <= l.recorded THEN RETURN NULL; END IF;
    IF l.status = 'burnt' THEN RETURN NULL; END IF;
    IF used <> l.recorded THEN RETURN ROW(NULL, NULL, 'gap')::usage_decision; END IF;
    l.status := 'closed';
    PERFORM usage_move(l, l.recorded - l.size, 0, 0, day_quota, hour_quota);
    RETURN ROW('LeaseSettled', jsonb_build_object('lease', l.lease, 'used', used), NULL)::usage_decision;
  END $body$`

/** `BurnLease`: what was not recorded may have been used, so it never goes back to the quota. */
const usageBurn = `
  CREATE FUNCTION usage_burn(l usage_leases, day_quota integer, hour_quota integer)
  RETURNS usage_decision LANGUAGE plpgsql ${indexedPlans} AS $body$
  BEGIN
    IF l.status <> 'open' THEN RETURN NULL; END IF;
    l.status := 'burnt';
    PERFORM usage_move(l, l.recorded - l.size, 0, l.size - l.recorded, day_quota, hour_quota);
    RETURN ROW('LeaseBurnt', jsonb_build_object('lease', l.lease), NULL)::usage_decision;
  END $body$`

/** `CancelRequest`: closes what the request was granted unseen, or sees to it that it never is. */
const usageCancel = `
  CREATE FUNCTION usage_cancel(l usage_leases, key text, on_day text, request text, node text,
    day_quota integer, hour_quota integer)
  RETURNS usage_decision LANGUAGE plpgsql ${indexedPlans} AS $body$
  BEGIN
    IF l.lease IS NOT NULL AND l.key_id = key THEN
      RETURN CASE WHEN l.status = 'open' THEN usage_settle(l, l.recorded, day_quota, hour_quota) END;
    END IF;
    INSERT INTO usage_cancelled_requests VALUES (request, key, on_day) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN NULL; END IF;
    RETURN ROW('LeaseRequestCancelled', jsonb_build_object('request', request, 'node', node), NULL)::usage_decision;
  END $body$`

/** `GrantLease`: what is wanted, or what the day and the hour have left of it, or nothing. */
const usageGrant = `
  CREATE FUNCTION usage_grant(l usage_leases, day_quota integer, hour_quota integer)
  RETURNS usage_decision LANGUAGE plpgsql ${indexedPlans} AS $body$
  DECLARE
    day_taken integer;
    hour_taken integer;
  BEGIN
    IF EXISTS (SELECT FROM usage_cancelled_requests AS c WHERE c.request = l.lease) THEN RETURN NULL; END IF;
    SELECT d.open + d.used + d.burnt INTO day_taken FROM usage_days AS d WHERE d.key_id = l.key_id AND d.day = l.day;
    SELECT h.open + h.used + h.burnt INTO hour_taken FROM usage_hours AS h
      WHERE h.key_id = l.key_id AND h.day = l.day AND h.hour = l.hour;
    -- least() passes over the null of an unlimited day
    l.size := least(l.size, day_quota - coalesce(day_taken, 0), hour_quota - coalesce(hour_taken, 0));
    IF l.size < 1 THEN RETURN NULL; END IF;
    PERFORM usage_move(l, l.size, 0, 0, day_quota, hour_quota);
    RETURN ROW('LeaseGranted', jsonb_build_object(
      'lease', l.lease, 'request', l.lease, 'node', l.node, 'hour', l.hour, 'size', l.size), NULL)::usage_decision;
  END $body$`

/**
 * The ledger's decider in the database, because a sync must be one round trip: statement for statement what
 * domain/usage/UsageLedger.ts decides. A property test holds the two against each other.
 */
export const usageDecisions: ReadonlyArray<string> = [
  usageMove,
  decision,
  usageRecord,
  usageSettle,
  usageBurn,
  usageCancel,
  usageGrant
]
