import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';

/** A message that may have to be answered by an away message. */
export interface UnattendedMessage {
  conversationId: number;
  tenantId: number;
  messageId: string;
  /** When the business hours ended before it. */
  closedAt: Date;
}

/** A row that a worker is sending for keeps its time: it is deleted only if it still names the same message. */
const write = defineBatchStatement({
  name: 'inbound.write-unattended',
  plan: 'index',
  text: `INSERT INTO away_messages AS a (conversation_id, tenant_id, message_id, closed_at, due_at)
         SELECT w.conversation_id, w.tenant_id, w.message_id, w.closed_at, $5
           FROM unnest($1::int4[], $2::int4[], $3::int8[], $4::timestamptz[])
             AS w(conversation_id, tenant_id, message_id, closed_at)
          ORDER BY w.conversation_id
             ON CONFLICT (conversation_id) DO UPDATE
            SET message_id = greatest(a.message_id, excluded.message_id), closed_at = excluded.closed_at`,
  items: { conversationId: 'int4', tenantId: 'int4', messageId: 'int8', closedAt: 'timestamptz' },
  params: { now: 'timestamptz' },
});

/** Notes the messages, of different conversations, for services/inbox. */
export const writeUnattended = (sql: Sql, messages: readonly UnattendedMessage[], now: Date): Promise<unknown> =>
  write.run(sql, messages, { now });
