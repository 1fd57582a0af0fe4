import type { OpenInbound } from './open-inbound.ts';
import { NUMBER } from './seed-database.ts';

/** A sent message as it is stored. */
export interface SentRow {
  id: string;
  provider_message_id: string | null;
}

/** Adds a message as the send path stores it. */
export async function addSent(
  inbound: OpenInbound,
  status: string,
  providerMessageId: string | null,
  price = '1',
): Promise<string> {
  const [account] = await inbound.rows<{ id: number }>(
    'SELECT id FROM channel_accounts WHERE external_id = $1',
    NUMBER,
  );
  const [conversation] = await inbound.rows<{ id: number }>(
    `WITH contact AS (INSERT INTO contacts (tenant_id, channel) VALUES ($1, 'wa') RETURNING id)
     INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer)
     SELECT $1, 'wa', $2, id, '+15551234567' FROM contact RETURNING id`,
    inbound.tenantId,
    account?.id,
  );
  const [message] = await inbound.rows<SentRow>(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                           provider_message_id, price, happened_at)
     VALUES ($1, $2, $3, 'wa', 'out', 'api', $4, '+15551234567', 'Hi', $5, $6, now()) RETURNING id`,
    inbound.tenantId,
    conversation?.id,
    account?.id,
    status,
    providerMessageId,
    price,
  );
  if (!message) throw new Error('No message was made.');
  return message.id;
}
