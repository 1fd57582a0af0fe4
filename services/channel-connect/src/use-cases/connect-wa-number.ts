import type { connectWaNumber as contract } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { askProvider } from '../adapters/ask-provider.ts';
import { type NewNumber, toOperatorEntry } from '../domain/channel-account.ts';
import { sealWa } from '../domain/credentials.ts';
import { readNumber } from '../domain/phone-number.ts';
import type { ChannelConnectService } from '../service.ts';
import { isConnectedElsewhere } from '../storage/account-store.ts';
import { finishNumber } from './finish-number.ts';
import { holdAccounts } from './hold-accounts.ts';
import { releaseHolds } from './release-holds.ts';

const HOLD_MS = 60_000;

const elsewhere = (): AppError =>
  new AppError('already_connected', { message: 'This number is connected to another tenant.' });

/**
 * Connects a wa number, or renews its token and label: the token must give access to the number at the provider, and
 * the app is subscribed to its account (docs/reference/channels.md#wa-numbers). A crash leaves only a hold that
 * expires and a job that reverts. Errors: unknown_tenant, invalid_number, already_connected, graph_error,
 * provider_timeout, service_unavailable.
 */
export async function connectWaNumber(
  service: ChannelConnectService,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { graph, database, cipher } = service;
  const { phoneNumberId: externalId, wabaId, accessToken, label: name } = input;
  const tenantId = await tenantOfSlug(database, input.slug);
  const number = readNumber(input.number);
  if (await isConnectedElsewhere(database, { channel: 'wa', externalId, tenantId })) throw elsewhere();

  await askProvider(() => graph.getPhoneNumber(externalId, accessToken));
  const credentials = sealWa(cipher, accessToken);
  const given: NewNumber = { channel: 'wa', externalId, name, number, wabaId, credentials };
  const [held] = (await holdAccounts(service, tenantId, [given], HOLD_MS)) ?? [];
  if (!held) throw elsewhere();
  try {
    await askProvider(() => graph.subscribeApp(wabaId, accessToken));
    const account = await finishNumber(service, tenantId, held);
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
}
