import type { connectWaNumber } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { retryRefused } from '@parley/providers/retry-refused';
import { type ChannelAccount, toOperatorEntry } from '../domain/channel-account.ts';
import type { Credentials } from '../domain/credentials.ts';
import type { UndoJob } from '../domain/granted-account.ts';
import { readNumber } from '../domain/phone-number.ts';
import { type ProviderResult, providerError } from './provider-failure.ts';

/** The Graph calls. */
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
  /** The job that reverts the subscription, unless the connection is committed first. */
  undoJob: UndoJob;
}

export interface ConnectWaNumberDeps {
  platform: NumberPlatform;
  credentials: Pick<Credentials, 'sealWa'>;
  tenantOf: TenantOf;
  isHeldByAnother(channel: 'wa', externalId: string, tenantId: number): Promise<boolean>;
  /** Reserves a number while the provider is called, with the job that reverts the subscription; a connected one stays so. */
  holdNumber(number: NewNumber & { claimedUntil: Date }): Promise<HeldNumber | 'elsewhere'>;
  /**
   * Releases a number that was not connected, unless another request has reserved it since, and reverts the
   * subscription.
   */
  releaseNumber(held: HeldNumber, now: Date): Promise<void>;
  /** Connects it, with channel.connected if it was not connected before; otherwise returns what prevented it. */
  connectNumber(number: NewNumber & { undoJob: UndoJob }): Promise<ChannelAccount | 'elsewhere' | 'interrupted'>;
  /** Called after a release, when a job is due. */
  wakeRemovals(): void;
  now(): Date;
}

/** Longer than the operation may take: an older hold belongs to a dead process. */
const HOLD_MS = 60_000;

/**
 * Connects a wa number, or renews its token and label: the token must give access to the number at the provider, and
 * the app is subscribed to its account (docs/reference/channels.md#wa-numbers). A crash leaves only a hold that
 * expires and a job that reverts. Errors: unknown_tenant, invalid_number, already_connected, graph_error,
 * provider_timeout.
 */
export function makeConnectWaNumber(deps: ConnectWaNumberDeps) {
  const { platform } = deps;
  const elsewhere = (): AppError =>
    new AppError('already_connected', { message: 'This number is connected to another tenant.' });

  async function ask(call: () => ProviderResult): Promise<void> {
    const asked = await retryRefused(call);
    if (!asked.ok) throw providerError(asked.failure);
  }

  return async (input: InputOf<typeof connectWaNumber>): Promise<OutputOf<typeof connectWaNumber>> => {
    const { phoneNumberId: externalId, wabaId, accessToken, label } = input;
    const tenantId = await deps.tenantOf(input.slug);
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
      // If the release fails, the hold expires by itself and its job runs.
      await deps.releaseNumber(held, deps.now()).then(deps.wakeRemovals, () => {});
      throw error;
    }
  };
}
