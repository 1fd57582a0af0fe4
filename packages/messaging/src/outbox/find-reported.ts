import { createHash } from 'node:crypto';
import { dayOf, firstOfDay } from '@parley/common/values/day-number';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_CHARACTERS = 26;

/**
 * The id of an event that has no stored row: the same for every repeat of the provider's report, whose values are
 * `identity`.
 */
export function stableEventId(identity: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest().subarray(0, ID_CHARACTERS);
  return `evt_${[...hash].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}

/** Providers repeat a webhook for up to 7 days; one more covers midnight. */
const REPEATED_DAYS = 8;

const lockIds = defineBatchStatement({
  name: 'outbox.lock-event-ids',
  plan: 'index',
  text: `SELECT pg_advisory_xact_lock(hashtextextended(id, 0))::text AS locked
           FROM (SELECT id FROM unnest($1::text[]) AS w(id) ORDER BY id) ids`,
  items: { id: 'text' },
  row: { locked: 'text?' },
});

const findWritten = defineBatchStatement({
  name: 'outbox.find-written-events',
  plan: 'index',
  text: `SELECT w.id FROM unnest($1::text[], $2::int4[]) AS w(id, tenant_id)
          WHERE EXISTS (SELECT 1 FROM events e WHERE e.id = w.id AND e.tenant_id = w.tenant_id AND e.seq >= $3)`,
  items: { id: 'text', tenantId: 'int4' },
  params: { since: 'int8' },
  row: { id: 'text!' },
});

/**
 * The ids among these, by {@link stableEventId}, whose events are written already. Locks the ids first, in a separate
 * statement: a concurrent repeat waits until this transaction ends, and then sees its event.
 */
export async function findReported(
  sql: Sql,
  events: readonly { id: string; tenantId: number }[],
  now: Date,
): Promise<Set<string>> {
  await lockIds.run(sql, events, {});
  const since = firstOfDay(dayOf(now) - REPEATED_DAYS);
  return new Set((await findWritten.all(sql, events, { since })).map(({ id }) => id));
}
