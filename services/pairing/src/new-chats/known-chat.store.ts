import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { externalIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';

/** Once for each person that a worker sends to. The accounts of earlier links of the same number count as well. */
const findChat = defineStatement({
  name: 'pairing.find-known-chat',
  plan: 'index',
  text: `SELECT c.id FROM contact_addresses a
           JOIN conversations c ON c.contact_id = a.contact_id
           JOIN channel_accounts ca ON ca.id = c.channel_account_id
          WHERE a.tenant_id = $1 AND a.channel = 'wd' AND a.address = $2
            AND ca.tenant_id = $1 AND ca.channel = 'wd' AND (ca.external_id = $3 OR ca.number = $4)
            AND (c.last_inbound_at IS NOT NULL OR (
                  SELECT true FROM messages m
                   WHERE m.conversation_id = c.id AND m.direction = 'out' AND m.status IN ('sent', 'delivered', 'read')
                   ORDER BY m.id DESC LIMIT 1))
          LIMIT 1`,
  params: { tenantId: 'int4', address: 'text', externalId: 'text', number: 'text?' },
  row: { id: 'int4' },
});

/** Whether the device's number has a chat with this person: one of both has written. */
export async function hasKnownChat(
  sql: Sql,
  device: Pick<LinkedDevice, 'id' | 'tenantId' | 'phone'>,
  address: string,
): Promise<boolean> {
  const { tenantId, phone: number } = device;
  return (await findChat.first(sql, { tenantId, address, externalId: externalIdOf(device), number })) !== null;
}
