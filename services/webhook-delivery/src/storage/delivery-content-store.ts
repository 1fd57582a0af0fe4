import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Outgoing } from '../domain/build-request.ts';
import type { KeptSecrets } from '../domain/sent-headers.ts';

const content = defineStatement({
  name: 'delivery.find-content',
  text: `SELECT e.id, e.type, round(extract(epoch FROM e.created_at) * 1000)::float8 AS created_ms, e.data, d.instance_id, k.is_platform,
                (SELECT t.slug FROM tenants t WHERE t.id = e.tenant_id) AS tenant,
                k.webhook_secret, k.previous_secret, k.previous_secret_until
           FROM (SELECT event_seq, instance_id FROM deliveries WHERE id = $2
                 UNION ALL SELECT event_seq, instance_id FROM delivery_log WHERE id = $2) d
           JOIN webhook_targets k ON k.instance_id = d.instance_id AND k.scope = $1
           JOIN events e ON e.seq = d.event_seq LIMIT 1`,
  params: { scope: 'int4', id: 'int8' },
  row: {
    id: 'text',
    type: 'text',
    createdMs: 'float8!',
    data: 'text',
    instanceId: 'text!',
    isPlatform: 'bool!',
    tenant: 'text?',
    webhookSecret: 'text!',
    previousSecret: 'text?',
    previousSecretUntil: 'timestamptz?',
  },
});

/** The content of a delivery; its secrets are encrypted. */
export interface DeliveryContent {
  event: Outgoing;
  secrets: KeptSecrets;
}

/** Null when the scope has no such delivery, or no longer. */
export async function findContent(sql: Sql, scope: number, deliveryId: string): Promise<DeliveryContent | null> {
  const row = await content.first(sql, { scope, id: deliveryId });
  if (!row) return null;
  const { id: eventId, type, createdMs, data, instanceId, isPlatform, tenant } = row;
  return {
    event: { eventId, type, instanceId, createdMs, data, platform: isPlatform ? { tenant } : null },
    secrets: { newest: row.webhookSecret, previous: row.previousSecret, previousUntil: row.previousSecretUntil },
  };
}
