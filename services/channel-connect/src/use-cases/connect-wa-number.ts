import type { connectWaNumber } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type ChannelAccount, toOperatorEntry } from '../domain/channel-account.ts';
import type { Credentials } from '../domain/credentials.ts';
import type { UndoJob } from '../domain/granted-account.ts';
import { readNumber } from '../domain/phone-number.ts';
import { type ProviderResult, providerError } from './provider-failure.ts';
import { retryRefused } from './retry-refused.ts';

/** What Graph is asked. */
export interface NumberPlatform {
  getPhoneNumber(phoneNumberId: string, accessToken: string): ProviderResult;
  subscribeApp(wabaId: string, accessToken: string): ProviderResult;
}

/** A number to connect; its credentials are encrypted. */
export type NewNumber = Pick<ChannelAccount, 'tenantId' | 'externalId' | 'name' | 'credentials'> & {
  number: string;
  wabaId: string;
  now: Date;
};

export interface HeldNumber {
  accountId: number;
  claimedUntil: Date;
  /** Takes the subscription back, unless the connection is committed first. */
  undoJob: UndoJob;
}

export interface ConnectWaNumberDeps {
  platform: NumberPlatform;
  credentials: Pick<Credentials, 'sealWa'>;
  findTenantId(slug: string): Promise<number | null>;
  isHeldByAnother(channel: 'wa', externalId: string, tenantId: number): Promise<boolean>;
  /** Holds a number while the provider is told, with the job that takes the subscription back; a connected one stays so. */
  holdNumber(number: NewNumber & { claimedUntil: Date }): Promise<HeldNumber | 'elsewhere'>;
  /** Lets a number go that did not get connected, unless another request has held it since; the subscription is taken back. */
  releaseNumber(held: HeldNumber, now: Date): Promise<void>;
  /** Connected, with channel.connected when it was not before; else what came in between. */
  connectNumber(number: NewNumber & { undoJob: UndoJob }): Promise<ChannelAccount | 'elsewhere' | 'interrupted'>;
  /** After a release: a job is due. */
  wakeRemovals(): void;
  now(): Date;
}

/** Longer than the operation may take: a hold that is older was left by a process that died. */
const HOLD_MS = 60_000;

/**
 * Connects a wa number, or renews what is kept of it: the token has to open the number at the provider, and the app is
 * subscribed to its account (docs/reference/channels.md#wa-numbers). A crash anywhere leaves a hold that ends and a job
 * that undoes.
 * Errors: unknown_tenant, invalid_number, already_connected, graph_error, provider_timeout.
 */
export function makeConnectWaNumber(deps: ConnectWaNumberDeps) {
  const { platform } = deps;
  const elsewhere = (): AppError =>
    new AppError('already_connected', { message: 'This number is connected to another tenant.' });

  async function ask(call: () => ProviderResult): Promise<void> {
    const asked = await retryRefused(call);
    if (!asked.ok) throw providerError('graph', asked.failure);
  }

  return async (input: InputOf<typeof connectWaNumber>): Promise<OutputOf<typeof connectWaNumber>> => {
    const { phone_number_id: externalId, waba_id: wabaId, access_token: accessToken, label } = input;
    const tenantId = await deps.findTenantId(input.slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    const number = readNumber(input.number);
    if (await deps.isHeldByAnother('wa', externalId, tenantId)) throw elsewhere();

    await ask(() => platform.getPhoneNumber(externalId, accessToken));
    const credentials = deps.credentials.sealWa(accessToken);
    const now = deps.now();
    const given = { tenantId, externalId, name: label, number, wabaId, credentials, now };
    const held = await deps.holdNumber({ ...given, claimedUntil: new Date(now.getTime() + HOLD_MS) });
    if (held === 'elsewhere') throw elsewhere();
    try {
      await ask(() => platform.subscribeApp(wabaId, accessToken));
      const account = await deps.connectNumber({ ...given, undoJob: held.undoJob, now: deps.now() });
      if (account === 'elsewhere') throw elsewhere();
      if (account === 'interrupted')
        throw new AppError('service_unavailable', {
          message: 'The provider took so long that the connection was given up; repeat the request.',
          retry_after: 1,
        });
      return toOperatorEntry(account);
    } catch (error) {
      // What cannot be let go now ends by itself: the hold and its job have an end.
      await deps.releaseNumber(held, deps.now()).then(deps.wakeRemovals, () => {});
      throw error;
    }
  };
}
