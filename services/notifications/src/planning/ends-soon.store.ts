import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { type EndingAccount, endsBetween } from './ends-soon.rules.ts';

const find = defineStatement({
  name: 'notifications.find-ending-accounts',
  text: `SELECT a.id, a.tenant_id, a.channel, a.name, a.token_expires_at,
                CASE WHEN a.is_on_biz_app THEN greatest(a.connected_at, a.app_seen_at) END AS app_seen_at
           FROM channel_accounts a
          WHERE a.id > $1 AND a.status = 'connected'
            AND (a.token_expires_at > $2 AND a.token_expires_at <= $3
                 OR a.is_on_biz_app AND greatest(a.connected_at, a.app_seen_at) > $4
                                    AND greatest(a.connected_at, a.app_seen_at) <= $5)
          ORDER BY a.id LIMIT $6::int4`,
  params: {
    after: 'int4',
    tokenAfter: 'timestamptz',
    tokenBefore: 'timestamptz',
    appAfter: 'timestamptz',
    appBefore: 'timestamptz',
    count: 'int4',
  },
  row: {
    id: 'int4',
    tenantId: 'int4',
    channel: 'text',
    name: 'text',
    tokenExpiresAt: 'timestamptz?',
    appSeenAt: 'timestamptz?',
  },
});

/** A page of the accounts of all tenants whose connection ends soon, in the order of their rows. */
export const findEndingAccounts = (
  sql: Sql,
  { after, now, count }: { after: number; now: Date; count: number },
): Promise<EndingAccount[]> => find.all(sql, { after, count, ...endsBetween(now) });
