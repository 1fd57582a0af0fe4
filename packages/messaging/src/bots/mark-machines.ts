import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';

/** The author of a customer's message. */
export interface Author {
  channel: string;
  /** Every address of the author. */
  addresses: readonly string[];
  /** Whether the provider says that a bot wrote it. */
  isFromBot: boolean;
}

/**
 * Senders that are accounts connected here, by their id or number: two bots of one deployment must not answer each
 * other.
 */
const findOwnAccounts = defineBatchStatement({
  name: 'bots.find-own-accounts',
  plan: 'index',
  text: `SELECT w.position FROM unnest($1::int4[], $2::text[], $3::text[]) AS w(position, channel, address)
          WHERE EXISTS (SELECT 1 FROM channel_accounts a
                         WHERE a.channel || ':' || a.external_id = w.channel || ':' || w.address AND a.status = 'connected')
             OR EXISTS (SELECT 1 FROM channel_accounts a WHERE a.number = w.address AND a.status = 'connected')`,
  items: { position: 'int4', channel: 'text', address: 'text' },
  row: { position: 'int4!' },
});

/**
 * Marks the messages that a machine wrote: they get no automatic answer, so that two machines cannot answer each other.
 */
export async function markMachines<T extends Author>(
  sql: Sql,
  messages: readonly T[],
): Promise<(T & { isMachine: boolean })[]> {
  const senders = messages.flatMap(({ channel, addresses }, position) =>
    addresses.map((address) => ({ position, channel, address })),
  );
  const own = new Set((await findOwnAccounts.all(sql, senders, {})).map(({ position }) => position));
  return messages.map((message, position) => ({ ...message, isMachine: message.isFromBot || own.has(position) }));
}
