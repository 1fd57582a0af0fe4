import type { DisconnectReason } from '@parley/common/events';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { defineStatement } from '@parley/database/statement';
import { ACCOUNT_COLUMNS, accountRow } from '@parley/messaging/accounts/account-row';
import { disconnectAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import type { ChannelAccount } from '../domain/channel-account.ts';
import { channelDisconnected } from '../domain/channel-events.ts';
import { planRemoval } from '../domain/plan-removal.ts';
import type { RemoveChannelDeps } from '../use-cases/remove-channel.ts';
import { type HolderStoreDeps, lockNames, nameOf } from './lock-accounts.ts';
import { addRemovalJob } from './removal-job-store.ts';

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

/** Disconnects an account and those linked to it, in one transaction with their events and removal jobs. */
export function makeRemovalStore({
  database,
  emptyCredentials,
  wakeLanes,
}: HolderStoreDeps): Pick<RemoveChannelDeps, 'disconnect'> {
  return {
    async disconnect({ tenantId, channel, externalId, reason, now, unless }) {
      const done = await database.prismaTransaction(async (transaction) => {
        const { sql } = transaction;
        await lockNames(sql, [nameOf({ channel, externalId })]);
        const rows = await lockConnected.all(sql, { tenantId, channel, externalId });
        const plan = planRemoval(rows, { channel, externalId, reason, unless });
        if (!plan) return null;
        const { gone, linked, job } = plan;
        for (const one of gone) await disconnectRow(transaction, one.account, one.reason, now, emptyCredentials());
        if (job) await addRemovalJob(transaction, { ...job, tenantId, createdAt: now, dueAt: now });
        const events = gone.map((one) => channelDisconnected(one.account, one.reason, now));
        return { linked, woken: await appendEvents(sql, events) };
      });
      if (done) wakeLanes(done.woken);
      return done?.linked ?? null;
    },
  };
}
