import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { botKeysOf, ownerOfTenant } from '../sends/send.rules.ts';

const BATCH = 500;

const deleteAnswersTo = defineStatement({
  name: 'send.forget-sends',
  text: `DELETE FROM idempotency_keys WHERE (instance_id, action, key) IN (
           SELECT k.instance_id, k.action, k.key FROM messages m JOIN idempotency_keys k ON k.message_id = m.id
            WHERE m.tenant_id = $1 AND m.conversation_id = ANY ($2) AND m.status NOT IN ('sending', 'unknown')
            LIMIT ${BATCH})`,
  params: { tenantId: 'int4', conversationIds: 'int4[]' },
});

/**
 * Deletes stored answers of sends to the person, because they contain the recipient. A repeat with such a key is then a
 * new send.
 */
export const forgetSendsTo = (sql: Sql, tenantId: number, conversationIds: number[]): Promise<number> =>
  deleteAnswersTo.run(sql, { tenantId, conversationIds });

const deleteAnswersOf = defineStatement({
  name: 'send.forget-tenant',
  text: `DELETE FROM idempotency_keys WHERE (instance_id, action, key) IN (
           SELECT k.instance_id, k.action, k.key
             FROM (SELECT a.instance_id FROM api_keys a WHERE a.tenant_id = $1 UNION ALL SELECT unnest($2::text[])) owner
             JOIN idempotency_keys k ON k.instance_id = owner.instance_id LIMIT ${BATCH})`,
  params: { tenantId: 'int4', owners: 'text[]' },
});

/** Deletes the stored answers of all keys, people and bots of the tenant, for all actions. */
export const forgetTenant = (sql: Sql, tenantId: number): Promise<number> =>
  deleteAnswersOf.run(sql, { tenantId, owners: [ownerOfTenant(tenantId), botKeysOf(tenantId)] });
