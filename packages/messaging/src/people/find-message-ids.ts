import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';

const findByProviderIds = defineBatchStatement({
  name: 'messaging.find-message-ids',
  plan: 'index',
  text: `SELECT w.position, true AS whole, m.id
           FROM unnest($1::int4[], $2::int4[], $3::text[]) AS w(position, channel_account_id, provider_message_id)
           JOIN messages m ON m.channel_account_id = w.channel_account_id AND m.provider_message_id = w.provider_message_id
          UNION ALL
         SELECT w.position, false, p.message_id
           FROM unnest($1::int4[], $2::int4[], $3::text[]) AS w(position, channel_account_id, provider_message_id)
           JOIN message_parts p ON p.channel_account_id = w.channel_account_id AND p.provider_message_id = w.provider_message_id`,
  items: { position: 'int4', channelAccountId: 'int4', providerMessageId: 'text' },
  row: { position: 'int4!', whole: 'bool!', id: 'int8!' },
});

/** A message by its provider's id. */
export interface ProviderMessageName {
  channelAccountId: number;
  providerMessageId: string;
}

/** Our message for each provider id, of a message or of a part of one, in the same order; null when there is none. */
export async function findMessageIds(sql: Sql, names: readonly ProviderMessageName[]): Promise<(string | null)[]> {
  const rows = await findByProviderIds.all(
    sql,
    names.map((name, position) => ({ ...name, position })),
    {},
  );
  const parts = new Map(rows.filter(({ whole }) => !whole).map(({ position, id }) => [position, id]));
  const whole = new Map(rows.filter(({ whole }) => whole).map(({ position, id }) => [position, id]));
  return names.map((_, position) => whole.get(position) ?? parts.get(position) ?? null);
}
