import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';

const findConversation = defineBatchStatement({
  name: 'inbound.find-conversations-of-addresses',
  plan: 'index',
  text: `SELECT (SELECT c.id FROM contact_addresses a
                   JOIN conversations c ON c.contact_id = a.contact_id AND c.channel_account_id = w.account_id
                  WHERE a.tenant_id = w.tenant_id AND a.channel = w.channel AND a.address = w.address
                  LIMIT 1) AS conversation_id
           FROM unnest($1::int4[], $2::int4[], $3::text[], $4::text[])
             WITH ORDINALITY AS w(account_id, tenant_id, channel, address, ord)
          ORDER BY ord`,
  items: { accountId: 'int4', tenantId: 'int4', channel: 'text', address: 'text?' },
  row: { conversationId: 'int4?' },
});

/** An address at an account. */
export interface AddressAtAccount {
  accountId: number;
  tenantId: number;
  channel: string;
  /** Null: no conversation. */
  address: string | null;
}

/** The conversation of each address; null where there is none. */
export const findConversationIds = async (
  sql: Sql,
  addresses: readonly AddressAtAccount[],
): Promise<(number | null)[]> => (await findConversation.all(sql, addresses, {})).map((row) => row.conversationId);
