import { indexedPlans } from "./AppendEvents.ts"

/** The quotas of the key's plan from the table the caller sends; a key that is unknown or deactivated has none. */
const quotasOf = `
  CREATE FUNCTION quotas_of(key text, plans jsonb, OUT per_day integer, OUT per_hour integer)
  LANGUAGE plpgsql STABLE ${indexedPlans} AS $body$
  DECLARE
    plan_quotas jsonb;
  BEGIN
    SELECT coalesce(plans -> k.plan, '{}') INTO plan_quotas FROM key_directory AS k WHERE k.key_id = key AND k.active;
    IF NOT FOUND THEN per_day := 0; per_hour := 0; RETURN; END IF;
    IF NOT plan_quotas ? 'perHour' THEN RAISE EXCEPTION 'no plan table entry for the plan of %', key; END IF;
    per_day := (plan_quotas ->> 'perDay')::integer;
    per_hour := (plan_quotas ->> 'perHour')::integer;
  END $body$`

/** All commands of a sync in the order of ledgers; within one: usage and settlements, burns, cancellations, wants. */
const usageCommands = `
  CREATE FUNCTION usage_commands(p jsonb, today text)
  RETURNS TABLE (stream_id text, kind integer, ord bigint, key text, day text, id text, body jsonb)
  LANGUAGE sql STABLE ${indexedPlans} AS $body$
    SELECT 'usage-' || c.key || '-' || c.day, c.kind, c.ord, c.key, c.day, c.id, c.body FROM (
      SELECT 1 AS kind, ord, r ->> 'keyId' AS key, r ->> 'day' AS day, r ->> 'lease' AS id, r AS body
        FROM jsonb_array_elements(p -> 'reports') WITH ORDINALITY AS x(r, ord)
      UNION ALL SELECT 2, ord, r ->> 'keyId', r ->> 'day', r ->> 'lease', r
        FROM jsonb_array_elements(p -> 'burns') WITH ORDINALITY AS x(r, ord)
      -- it may have been granted on the other side of midnight
      UNION ALL SELECT 3, ord, r ->> 'keyId', coalesce(l.day, r ->> 'day'), r ->> 'request', r
        FROM jsonb_array_elements(p -> 'cancellations') WITH ORDINALITY AS x(r, ord)
        LEFT JOIN usage_leases AS l ON l.lease = r ->> 'request'
      UNION ALL SELECT 4, ord, r ->> 'keyId', today, r ->> 'request', r
        FROM jsonb_array_elements(p -> 'wants') WITH ORDINALITY AS x(r, ord)
        WHERE NOT (p -> 'cancellations') @> jsonb_build_array(jsonb_build_object('request', r ->> 'request'))
    ) AS c ORDER BY ('usage-' || c.key || '-' || c.day) COLLATE "C", c.kind, c.ord
  $body$`

/** Runs the commands on the rows and appends their events; returns what was refused. The keys must be locked. */
const usageApply = `
  CREATE FUNCTION usage_apply(p jsonb, now_ms bigint, today text, this_hour integer)
  RETURNS jsonb LANGUAGE plpgsql ${indexedPlans} AS $body$
  #variable_conflict use_column
  DECLARE
    c record;
    l usage_leases;
    quotas record;
    quotas_key text;
    decided usage_decision[];
    d usage_decision;
    streams text[] := '{}';
    types text[] := '{}';
    payloads jsonb[] := '{}';
    refused jsonb := '[]';
  BEGIN
    FOR c IN SELECT * FROM usage_commands(p, today) LOOP
      IF quotas_key IS DISTINCT FROM c.key THEN
        SELECT * INTO quotas FROM quotas_of(c.key, p -> 'plans');
        quotas_key := c.key;
      END IF;
      SELECT * INTO l FROM usage_leases WHERE lease = c.id;
      IF c.kind = 4 THEN
        CONTINUE WHEN FOUND;
        l := (c.id, c.key, today, this_hour, p ->> 'node', (c.body ->> 'size')::integer, 0, 'open');
        decided := ARRAY[usage_grant(l, quotas.per_day, quotas.per_hour)];
      ELSIF c.kind = 3 THEN
        decided := ARRAY[usage_cancel(l, c.key, c.day, c.id, p ->> 'node', quotas.per_day, quotas.per_hour)];
      ELSIF NOT FOUND OR l.key_id <> c.key OR l.day <> c.day THEN
        d := ROW(NULL, NULL, 'unknown-lease')::usage_decision;
        decided := CASE WHEN (c.body ->> 'settle')::boolean THEN ARRAY[d, d] ELSE ARRAY[d] END;
      ELSIF c.kind = 2 THEN
        decided := ARRAY[usage_burn(l, quotas.per_day, quotas.per_hour)];
      ELSE
        decided := ARRAY[usage_record(l, c.body -> 'entries', quotas.per_day, quotas.per_hour)];
        IF (c.body ->> 'settle')::boolean THEN
          SELECT * INTO l FROM usage_leases WHERE lease = c.id;
          decided := decided || usage_settle(l, (c.body ->> 'admitted')::integer, quotas.per_day, quotas.per_hour);
        END IF;
      END IF;
      FOREACH d IN ARRAY decided LOOP
        IF d.reason IS NOT NULL THEN
          refused := refused || jsonb_build_object('keyId', c.key, 'day', c.day, 'reason', d.reason, 'subject', c.id);
        ELSIF d.event_type IS NOT NULL THEN
          streams := streams || c.stream_id;
          types := types || d.event_type;
          payloads := payloads || d.event_data;
        END IF;
      END LOOP;
    END LOOP;
    IF cardinality(streams) > 0 THEN
      PERFORM usage_append(streams, types, payloads, 'sync:' || (p ->> 'node') || ':' || now_ms, now_ms);
    END IF;
    RETURN refused;
  END $body$`

/** Appends the usage events after the heads of their streams. The keys must be locked. */
const usageAppend = `
  CREATE FUNCTION usage_append(streams text[], types text[], payloads jsonb[], command text, now_ms bigint)
  RETURNS void LANGUAGE plpgsql ${indexedPlans} AS $body$
  BEGIN
    INSERT INTO events (epoch, category, stream_id, stream_version, type, data, command_id, actor, recorded_at)
      SELECT l.epoch, 'usage', e.stream_id,
             coalesce(h.version, 0) + row_number() OVER (PARTITION BY e.stream_id ORDER BY e.n),
             e.type, e.data::json, command, 'system', now_ms
      FROM log_epoch AS l, unnest(streams, types, payloads) WITH ORDINALITY AS e(stream_id, type, data, n)
      LEFT JOIN stream_heads AS h ON h.stream_id = e.stream_id
      ORDER BY e.n;
    INSERT INTO stream_heads AS h (stream_id, version)
      SELECT e.stream_id, count(*) FROM unnest(streams) AS e(stream_id) GROUP BY e.stream_id
      ON CONFLICT (stream_id) DO UPDATE SET version = h.version + excluded.version;
  END $body$`

/** Forgets what is settled and older than the day; what is open or burnt stays, because a report may still come. */
const usagePrune = `
  CREATE FUNCTION usage_prune(before text, at_most integer) RETURNS void LANGUAGE plpgsql ${indexedPlans} AS $body$
  BEGIN
    -- rows that another node has in hand are left for later: waiting for them could be a deadlock
    DELETE FROM usage_leases WHERE lease IN (SELECT lease FROM usage_leases
      WHERE status = 'closed' AND day < before LIMIT at_most FOR UPDATE SKIP LOCKED);
    DELETE FROM usage_cancelled_requests WHERE request IN (SELECT request FROM usage_cancelled_requests
      WHERE day < before LIMIT at_most FOR UPDATE SKIP LOCKED);
    WITH settled AS (
      DELETE FROM usage_days WHERE (key_id, day) IN (SELECT key_id, day FROM usage_days
        WHERE open = 0 AND burnt = 0 AND day < before LIMIT at_most FOR UPDATE SKIP LOCKED) RETURNING key_id, day
    )
    DELETE FROM usage_hours AS h USING settled AS s WHERE h.key_id = s.key_id AND h.day = s.day;
  END $body$`

export const usageSync: ReadonlyArray<string> = [quotasOf, usageCommands, usageAppend, usageApply, usagePrune]
