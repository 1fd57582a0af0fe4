import { defineStatement } from '../statements/statement.ts';

// Queries of `parley backup verify` across the tables of all services.

/** Tenants whose balance is not the sum of their ledger. */
export const wrongBalances = defineStatement({
  name: 'database.wrong-balances',
  text: `SELECT t.slug FROM tenants t
          WHERE t.balance <> coalesce((SELECT sum(c.amount) FROM credit_ledger c WHERE c.tenant_id = t.id), 0)
          ORDER BY t.slug`,
  row: { slug: 'text' },
});

/** Encrypted webhook secrets of keys. */
export const webhookSecrets = defineStatement({
  name: 'database.webhook-secrets',
  text: `SELECT webhook_secret FROM api_keys WHERE webhook_secret <> '' ORDER BY id`,
  row: { webhookSecret: 'text' },
});

/** Files that the store must have: complete uploads, and kept files of messages. */
export const storedFiles = defineStatement({
  name: 'database.stored-files',
  text: `SELECT tenant_id, id, size FROM uploads WHERE state <> 'removing' AND received = size AND size > 0
         UNION ALL SELECT tenant_id, attachment_id, size FROM kept_files WHERE state = 'kept' ORDER BY 1, 2`,
  row: { tenantId: 'int4!', id: 'text!', size: 'int4!' },
});
