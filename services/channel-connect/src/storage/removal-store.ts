import type { DisconnectReason } from '@parley/common/events';
import { appendEvents } from '@parley/prisma/outbox/append-events';
import type { Sql } from '@parley/prisma/sql';
import type { ChannelAccount } from '../domain/channel-account.ts';
import { channelDisconnected } from '../domain/channel-events.ts';
import type { RemovalKind } from '../domain/surface.ts';
import type { RemoveChannelDeps } from '../use-cases/remove-channel.ts';
import { type AccountRow, COLUMNS, toAccount } from './account-rows.ts';
import type { HolderStoreDeps } from './lock-holders.ts';
import { lockNames, nameOf } from './lock-surfaces.ts';
import { addRemovalJob } from './removal-job-store.ts';

/** Takes away one account that is locked: its credentials and whatever is kept only while it is connected. */
export async function disconnectRow(
  sql: Sql,
  account: ChannelAccount,
  reason: DisconnectReason,
  now: Date,
  emptyCredentials: string,
): Promise<void> {
  await sql.query({
    text: `UPDATE channel_accounts
              SET status = 'disconnected', disconnected_at = $2, disconnect_reason = $3, credentials = $4,
                  callback_secret_hash = NULL
            WHERE id = $1`,
    values: [account.id, now, reason, emptyCredentials],
  });
  await sql.query({ text: 'DELETE FROM listed_templates WHERE channel_account_id = $1', values: [account.id] });
  await sql.query({ text: 'DELETE FROM channel_tokens WHERE channel_account_id = $1', values: [account.id] });
}

/** What the provider is told of a removal; an Instagram account's webhooks are those of its page. */
function jobOf({ channel, externalId, wabaId }: ChannelAccount): { kind: RemovalKind; externalId: string } | null {
  if (channel === 'fb') return { kind: 'fb_page', externalId };
  if (channel === 'tg') return { kind: 'tg_webhook', externalId };
  if (channel === 'tt') return { kind: 'tt_token', externalId };
  if (channel === 'wa' && wabaId !== null) return { kind: 'wa_app', externalId: wabaId };
  return null;
}

/** An account and what is linked to it are taken away, in one transaction with their events and with what is left to tell. */
export function makeRemovalStore({
  database,
  emptyCredentials,
  wakeLanes,
}: HolderStoreDeps): Pick<RemoveChannelDeps, 'disconnect'> {
  return {
    async disconnect({ tenantId, channel, externalId, reason, now, unless }) {
      const done = await database.transaction(async (sql) => {
        await lockNames(sql, [nameOf({ channel, externalId })]);
        const { rows } = await sql.query<AccountRow & { authorized_at: Date | null }>({
          text: `SELECT ${COLUMNS}, authorized_at FROM channel_accounts
                  WHERE tenant_id = $1 AND status = 'connected'
                    AND ((channel = $2 AND external_id = $3)
                      OR linked_account_id IN (SELECT id FROM channel_accounts
                                                WHERE tenant_id = $1 AND channel = $2 AND external_id = $3))
                  ORDER BY id FOR UPDATE`,
          values: [tenantId, channel, externalId],
        });
        const accounts = rows.map(toAccount);
        const at = rows.findIndex((row) => row.channel === channel && row.external_id === externalId);
        const account = accounts[at];
        const authorizedAt = rows[at]?.authorized_at ?? account?.connectedAt;
        if (!account || !authorizedAt) return null;
        if (unless?.authorizedAfter && authorizedAt > unless.authorizedAfter) return null;
        if (unless?.credentialsDifferFrom && account.credentials !== unless.credentialsDifferFrom) return null;

        const isTokenDead = reason === 'token_revoked';
        const linked = accounts.filter((one) => one !== account);
        const gone = [
          { account, reason },
          // They go by the page's token: where it is dead, theirs is.
          ...linked.map((one) => ({
            account: one,
            reason: isTokenDead ? reason : ('linked_channel_removed' as const),
          })),
        ];
        for (const one of gone) await disconnectRow(sql, one.account, one.reason, now, emptyCredentials());
        const job = isTokenDead ? null : jobOf(account);
        if (job)
          await addRemovalJob(sql, { ...job, tenantId, credentials: account.credentials, createdAt: now, dueAt: now });
        const events = gone.map((one) => channelDisconnected(one.account, one.reason, now));
        return { linked, woken: await appendEvents(sql, events) };
      });
      if (done) wakeLanes(done.woken);
      return done?.linked ?? null;
    },
  };
}
