import { CHANNELS } from '@parley/common/channels';
import type { StartedBy } from '@parley/common/events/platform-events';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import { appendPlatformEvents } from '../outbox/platform-events.ts';

const describe = defineStatement({
  name: 'people.describe-conversations',
  plan: 'index',
  text: `SELECT c.id, c.tenant_id, c.channel, c.peer, c.status, c.created_at, p.name, a.external_id, a.number, a.name AS account_name
           FROM conversations c
           JOIN contacts p ON p.id = c.contact_id
           JOIN channel_accounts a ON a.id = c.channel_account_id
          WHERE c.id = ANY ($1) ORDER BY c.id`,
  params: { ids: 'int4[]' },
  row: {
    id: 'int4',
    tenantId: 'int4',
    channel: oneOf(...CHANNELS),
    peer: 'text',
    status: oneOf('open', 'resolved', 'archived'),
    createdAt: 'timestamptz',
    name: 'text?',
    externalId: 'text',
    number: 'text?',
    accountName: 'text',
  },
});

/**
 * Writes `new-conversation-created` for conversations that this transaction has created, each with its initiator.
 * Returns the platform webhooks to wake after the commit (docs/reference/platform-events.md#new-conversation-created).
 */
export async function reportNewConversations(sql: Sql, begun: ReadonlyMap<number, StartedBy>): Promise<string[]> {
  if (begun.size === 0) return [];
  const found = await describe.all(sql, { ids: [...begun.keys()] });
  return appendPlatformEvents(
    sql,
    found.map(({ id, tenantId, channel, peer, status, createdAt, name, externalId, number, accountName }) => ({
      type: 'new-conversation-created' as const,
      tenantId,
      channel,
      conversationId: id,
      createdAt,
      data: {
        conversation: {
          id,
          channel,
          account: { id: externalId, number, label: accountName },
          peer,
          name,
          status,
          created_at: createdAt.toISOString(),
        },
        started_by: begun.get(id) ?? 'customer',
      },
    })),
  );
}
