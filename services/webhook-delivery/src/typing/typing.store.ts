import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const findReceivers = defineStatement({
  name: 'delivery.find-typing-receivers',
  plan: 'index',
  text: `SELECT k.instance_id, k.webhook_url, k.webhook_secret,
                CASE WHEN k.previous_secret_until > now() THEN k.previous_secret END AS previous_secret,
                a.external_id, a.name, a.number,
                (SELECT c.id FROM contact_addresses p
                   JOIN conversations c ON c.contact_id = p.contact_id AND c.channel_account_id = a.id
                  WHERE p.tenant_id = a.tenant_id AND p.channel = a.channel AND p.address = $2 LIMIT 1) AS conversation_id
           FROM channel_accounts a
           JOIN api_keys k ON k.tenant_id = a.tenant_id AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
            AND 'contact.typing' = ANY (k.events) AND a.channel = ANY (k.channels)
           JOIN lanes l ON l.instance_id = k.instance_id AND l.paused_at IS NULL AND (l.resume_at IS NULL OR l.resume_at <= now())
          WHERE a.status = 'connected' AND a.channel || ':' || a.external_id = ANY ($1)`,
  params: { accounts: 'text[]', address: 'text' },
  row: {
    instanceId: 'text',
    webhookUrl: 'text!',
    webhookSecret: 'text',
    previousSecret: 'text?',
    externalId: 'text',
    name: 'text',
    number: 'text?',
    conversationId: 'int4?',
  },
});

/**
 * The keys that ask for typing on an account and take deliveries now, with the account and the conversation. The
 * account, which only one tenant has connected, determines the tenant.
 */
export const findTypingReceivers = (sql: Sql, named: { accounts: string[]; address: string }) =>
  findReceivers.all(sql, named);

export type TypingReceiver = Awaited<ReturnType<typeof findTypingReceivers>>[number];
