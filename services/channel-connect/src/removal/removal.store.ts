import type { DisconnectReason } from '@parley/common/events';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { ACCOUNT_COLUMNS, accountRow } from '@parley/messaging/accounts/account-row';
import { disconnectAccount } from '@parley/messaging/accounts/write-accounts';
import type { ChannelAccount } from '../channels/channel-account.rules.ts';
import type { RemovableAccount } from './plan-removal.rules.ts';

/** Disconnects one locked account: deletes its credentials and all data that exists only while it is connected. */
export async function disconnectRow(
  { prisma, sql }: PrismaTransaction,
  account: ChannelAccount,
  reason: DisconnectReason,
  now: Date,
  emptyCredentials: string,
): Promise<void> {
  await disconnectAccount(sql, account.id, { reason, at: now, emptyCredentials });
  const where = { channelAccountId: account.id, tenantId: account.tenantId };
  await prisma.listedTemplates.deleteMany({ where });
  await prisma.channelToken.deleteMany({ where });
}

/** The account and those linked to it. */
const lockConnected = defineStatement({
  name: 'channel-connect.lock-to-remove',
  text: `SELECT ${ACCOUNT_COLUMNS}, c.authorized_at FROM channel_accounts c
          WHERE c.tenant_id = $1 AND c.status = 'connected'
            AND ((c.channel = $2 AND c.external_id = $3)
              OR c.linked_account_id IN (SELECT id FROM channel_accounts
                                          WHERE tenant_id = $1 AND channel = $2 AND external_id = $3))
          ORDER BY c.id FOR NO KEY UPDATE OF c`,
  params: { tenantId: 'int4', channel: 'text', externalId: 'text' },
  row: { ...accountRow, authorizedAt: 'timestamptz?' },
});

/** Locks the connected rows of an account and of those linked to it. */
export const lockToRemove = (
  sql: Sql,
  account: Pick<ChannelAccount, 'tenantId' | 'channel' | 'externalId'>,
): Promise<RemovableAccount[]> => lockConnected.all(sql, account);

const lockOthers = defineStatement({
  name: 'channel-connect.lock-others-linked',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts c
          WHERE c.linked_account_id = $1 AND c.id <> $2 AND c.status = 'connected' ORDER BY c.id FOR NO KEY UPDATE`,
  params: { pageAccountId: 'int4', keptId: 'int4' },
  row: accountRow,
});

/** Locks the connected accounts that are linked to a page, except one. */
export const lockOthersLinked = (sql: Sql, pageAccountId: number, keptId: number): Promise<ChannelAccount[]> =>
  lockOthers.all(sql, { pageAccountId, keptId });
