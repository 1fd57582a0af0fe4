-- The first days of events, ended deliveries and attempts (UTC), so that nothing lies in a default partition before
-- services/webhook-delivery makes the next ones (storage/partition-store.ts).
DO $$
DECLARE
  v_day date;
  v_suffix text;
BEGIN
  FOR n IN 0..3 LOOP
    v_day := (now() AT TIME ZONE 'UTC')::date + n;
    v_suffix := to_char(v_day, 'YYYYMMDD');
    EXECUTE format('CREATE TABLE %I PARTITION OF events FOR VALUES FROM (%L) TO (%L)',
                   'events_' || v_suffix, first_of_day(v_day), first_of_day(v_day + 1));
    EXECUTE format('CREATE TABLE %I PARTITION OF delivery_log FOR VALUES FROM (%L) TO (%L)',
                   'delivery_log_' || v_suffix, first_of_day(v_day), first_of_day(v_day + 1));
    EXECUTE format('CREATE TABLE %I PARTITION OF delivery_attempts FOR VALUES FROM (%L) TO (%L)',
                   'delivery_attempts_' || v_suffix, v_day || ' 00:00:00+00', (v_day + 1) || ' 00:00:00+00');
  END LOOP;
END $$;
