import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';

const insertParts = defineBatchStatement({
  name: 'inbound.insert-message-parts',
  plan: 'index',
  text: `INSERT INTO message_parts (channel_account_id, provider_message_id, message_id)
         SELECT * FROM unnest($1::int4[], $2::text[], $3::int8[]) ON CONFLICT DO NOTHING`,
  items: { channelAccountId: 'int4', providerMessageId: 'text', messageId: 'int8' },
});

/** Stores further provider ids of our messages. */
export const addParts = (
  sql: Sql,
  parts: readonly { channelAccountId: number; providerMessageId: string; messageId: string }[],
): Promise<number> => insertParts.run(sql, parts, {});
