import type pg from 'pg';
import { findOwner, inChunks, makeDay, type Run, timed, withoutIndexes } from '../system/fill-rows.ts';

/** A tenant with three keys among the deliveries of the large one. */
export const SMALL = 'small';
export const DAYS = 30;

export interface ListSizes {
  members: number;
  keys: number;
  deliveries: number;
  people: number;
}

/** An event goes to this many keys. */
const KEYS_PER_EVENT = 5;
/** One in this many deliveries belongs to the small tenant; one failed; one has a rare event. */
const SMALL_EVERY = 9973;
const FAILED_EVERY = 1009;
const RARE_EVERY = 4001;

/** Key of delivery `n`: a tenth of them goes to one key, the rest to all others in turn. */
const KEY = `CASE WHEN n % ${SMALL_EVERY} = 0 THEN 'ins_small' || lpad((1 + n % 3)::text, 9, '0') WHEN n % 10 = 0 THEN 'ins_fill000000001' ELSE 'ins_fill' || lpad((1 + n % $4::int)::text, 9, '0') END`;
const EVENT_TYPE = `CASE WHEN n % ${RARE_EVERY} = 0 THEN 'channel.connected' WHEN n % 2 = 0 THEN 'message.received' ELSE 'message.status' END`;

async function fillKeys(run: Run, count: number, tenantId: number, name: string): Promise<void> {
  await inChunks(
    run,
    count,
    `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_secret)
     SELECT $4 || lpad(n::text, 9, '0'), $3, 'Key ' || n, sha256(($4 || n)::bytea), '{wa}', '{}', '' FROM generate_series($1::int, $2::int) n`,
    [tenantId, name],
  );
}

async function fillDeliveries(run: Run, sizes: ListSizes, tenantId: number): Promise<void> {
  const perDay = Math.ceil(sizes.deliveries / DAYS);
  let day = 1;
  const worker = async (): Promise<void> => {
    while (day <= DAYS) {
      const daysAgo = day++;
      const { first } = await makeDay(run, daysAgo);
      await run(
        `INSERT INTO events (seq, id, tenant_id, type, channel, data, created_at, position)
         SELECT $1::bigint + n, 'evt_list' || $4::int || '_' || n, $3, ${EVENT_TYPE}, 'wa', '{"text":"A text of a customer."}',
                now() - $4::int * interval '1 day', 1 FROM generate_series(0, $2::int) n`,
        [first, Math.ceil(perDay / KEYS_PER_EVENT), tenantId, daysAgo],
      );
      await run(
        `INSERT INTO delivery_log (id, instance_id, event_seq, status, attempts, created_at, ended_at, status_code, latency_ms, response)
         SELECT $1::bigint + n, ${KEY}, $1::bigint + n / ${KEYS_PER_EVENT},
                CASE WHEN n % ${FAILED_EVERY} = 0 THEN 'failed' ELSE 'delivered' END, 1, at, at, 200, 3, ''
           FROM generate_series(1, $2::int) n, LATERAL (SELECT now() - $3::int * interval '1 day' AS at) t`,
        [first, perDay, daysAgo, sizes.keys],
      );
    }
  };
  await Promise.all([worker(), worker()]);
}

/** People with names in both languages, with words as services/inbox writes them. */
const fillPeople = (run: Run, count: number, tenantId: number): Promise<void> =>
  inChunks(
    run,
    count,
    `INSERT INTO contacts (tenant_id, channel, name, phone, words)
     SELECT $3::int, 'wa', name, '+' || number, array_to_tsvector(ARRAY(
              SELECT DISTINCT $3::int || ':' || w FROM unnest(string_to_array(lower(name), ' ')) w
               UNION SELECT $3::int || ':' || substr(number, i) FROM generate_series(1, length(number) - 3) i))
       FROM generate_series($1::int, $2::int) n,
            LATERAL (SELECT CASE WHEN n % 2 = 0
                       THEN (ARRAY['Mona', 'Omar', 'Sarah', 'John', 'Layla'])[1 + n / 2 % 5] || ' Family' || n % 20000
                       ELSE (ARRAY['احمد', 'مني', 'فاطمه', 'يوسف', 'ليلي'])[1 + n / 2 % 5] || ' عائله' || n % 20000 END AS name,
                     (16600000000 + n)::text AS number) t`,
    [tenantId],
  );

/** Fills the lists of the console, for the bench's tenant and a small one. */
export async function fillLists(pool: pg.Pool, smallId: number, sizes: ListSizes): Promise<void> {
  const run: Run = (text, values) => pool.query(text, values);
  const { tenantId } = await findOwner(run);
  await run(`ALTER SYSTEM SET max_wal_size = '8GB'`);
  await run('SELECT pg_reload_conf()');
  await timed(`${sizes.keys} keys`, fillKeys(run, sizes.keys, tenantId, 'ins_fill'));
  await fillKeys(run, 3, smallId, 'ins_small');
  await run(
    `INSERT INTO members (member_id, tenant_id, email, email_key, name, roles, created_at)
     SELECT 'mem_fill' || n, $1, 'm' || n || '@fill.example', 'm' || n || '@fill.example', 'Member ' || n, ARRAY['agent'], now()
       FROM generate_series(1, $2::int) n`,
    [tenantId, sizes.members],
  );
  await timed(
    `${sizes.people} people`,
    withoutIndexes(run, ['contacts'], () => fillPeople(run, sizes.people, tenantId)),
  );
  await timed(`${sizes.deliveries} deliveries`, fillDeliveries(run, sizes, tenantId));
  await timed(
    'VACUUM ANALYZE, CHECKPOINT',
    run('VACUUM ANALYZE').then(async () => void (await run('CHECKPOINT'))),
  );
}
