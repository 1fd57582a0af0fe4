import { boundText } from '@parley/common/clean-text';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { keepable } from './keepable.rules.ts';
import type { UnknownElement } from './unknown-element.rules.ts';

const MAX_REASON_LENGTH = 500;

const insertUnknown = defineBatchStatement({
  name: 'inbound.insert-unknown',
  text: `INSERT INTO unknown_provider_events (channel, reason, payload)
         SELECT * FROM unnest($1::text[], $2::text[], $3::jsonb[])`,
  items: { channel: 'text', reason: 'text', payload: 'jsonb' },
});

/** Stores unknown elements for people to inspect. */
export async function storeUnknown(sql: Sql, elements: readonly UnknownElement[]): Promise<void> {
  const rows = elements.map(({ channel, reason, payload }) => ({
    channel,
    reason: boundText(reason, MAX_REASON_LENGTH),
    payload: keepable(payload),
  }));
  await insertUnknown.run(sql, rows, {});
}

const deleteUnknown = defineStatement({
  name: 'inbound.drop-unknown',
  plan: 'index',
  text: 'DELETE FROM unknown_provider_events WHERE received_at < $1',
  params: { before: 'timestamptz' },
});

/** Deletes expired elements; returns the number of deleted rows. */
export const dropUnknownBefore = (sql: Sql, before: Date): Promise<number> => deleteUnknown.run(sql, { before });
