import { verb } from '@parley/bus/verb';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { connectWaNumber as contract } from '@parley/common/contracts/operator/tenant-channels';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { connectAccount, insertConnectedAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { type ChannelAccount, channelConnected, type NewNumber, toOperatorEntry } from '../channels/account.rules.ts';
import { isConnectedElsewhere } from '../channels/account.store.ts';
import { askIsOnBizApp, keepIsOnBizApp } from '../history/coexistence.steps.ts';
import type { ChannelConnectService } from '../service.ts';
import { sealNothing, sealWa } from './credentials.rules.ts';
import { type AccountHold, isElsewhere, undoJobsOf } from './hold.rules.ts';
import { holdAccounts, releaseHolds } from './hold.steps.ts';
import { cancelUndoJobs, lockAccounts } from './hold.store.ts';
import { readNumber } from './phone-number.rules.ts';
import { askProvider } from './provider.client.ts';

const HOLD_MS = 60_000;

const elsewhere = (): AppError =>
  new AppError('already_connected', { message: 'This number is connected to another tenant.' });

/**
 * Connects a wa number, or renews its token and label: the token must give access to the number at the provider, and
 * the app is subscribed to its account (docs/reference/channels.md#wa-numbers). A crash leaves only a hold that
 * expires and a job that reverts. Errors: unknown_tenant, invalid_number, already_connected, graph_error,
 * provider_timeout, service_unavailable.
 */
export const connectWaNumber = verb(contract, async (service: ChannelConnectService, input) => {
  const { graph, database, cipher } = service;
  const { phoneNumberId: externalId, wabaId, accessToken, label: name } = input;
  const tenantId = await tenantOfSlug(database, input.slug);
  const number = readNumber(input.number);
  if (await isConnectedElsewhere(database, { channel: 'wa', externalId, tenantId })) throw elsewhere();

  await askProvider(() => graph.getPhoneNumber(externalId, accessToken));
  const isOnBizApp = await askIsOnBizApp(service, externalId, accessToken);
  const credentials = sealWa(cipher, accessToken);
  const given: NewNumber = { channel: 'wa', externalId, name, number, wabaId, credentials };
  const [held] = (await holdAccounts(service, tenantId, [given], HOLD_MS)) ?? [];
  if (!held) throw elsewhere();
  try {
    await askProvider(() => graph.subscribeApp(wabaId, accessToken));
    const account = await finishNumber(service, tenantId, held, isOnBizApp);
    if (account === 'elsewhere') throw elsewhere();
    if (account === 'interrupted')
      throw new AppError('service_unavailable', {
        message: 'The provider took so long that the connection was given up; repeat the request.',
        retry_after: 1,
      });
    return toOperatorEntry(account);
  } catch (error) {
    await releaseHolds(service, [held]);
    throw error;
  }
});

/**
 * Connects or renews a wa number after Graph was called, in one transaction with channel.connected if it was not
 * connected before. Otherwise returns the obstacle.
 */
async function finishNumber(
  service: ChannelConnectService,
  tenantId: number,
  { account: given, ...hold }: AccountHold<NewNumber>,
  isOnBizApp: boolean,
): Promise<ChannelAccount | 'elsewhere' | 'interrupted'> {
  const now = service.now();
  const jobs = undoJobsOf([hold]);
  const done = await service.database.prismaTransaction(async (transaction) => {
    const { sql } = transaction;
    const emptyCredentials = sealNothing(service.cipher);
    const rows = await lockAccounts(transaction, [given], { tenantId, now, emptyCredentials });
    if (isElsewhere(rows, tenantId)) return 'elsewhere';
    if (!(await cancelUndoJobs(transaction, jobs))) return 'interrupted';
    const own = rows.find((row) => row.tenantId === tenantId);
    const { account, wasConnected } = own
      ? await connectAccount(sql, { id: own.id, ...given, callbackSecretHash: null, linkedAccountId: null, at: now })
      : { account: await insertConnectedAccount(sql, { tenantId, ...given, connectedAt: now }), wasConnected: false };
    await keepIsOnBizApp(transaction, account, isOnBizApp, now);
    return { account, woken: wasConnected ? [] : await appendEvents(sql, [channelConnected(account)]) };
  });
  if (typeof done === 'string') return done;
  wakeDeliveries(service.bus, done.woken);
  if (isOnBizApp) service.wakeHistory();
  return done.account;
}
