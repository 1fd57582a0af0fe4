import type { connectWaNumber } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type ChannelAccount, toOperatorEntry } from '../domain/channel-account.ts';
import type { Credentials } from '../domain/credentials.ts';
import { readNumber } from '../domain/phone-number.ts';
import { providerError, type Told } from './provider-failure.ts';
import { retryRefused } from './retry-refused.ts';

/** What Graph is asked. */
export interface NumberPlatform {
  getPhoneNumber(phoneNumberId: string, accessToken: string): Told;
  subscribeApp(wabaId: string, accessToken: string): Told;
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
}

export interface ConnectWaNumberDeps {
  platform: NumberPlatform;
  credentials: Pick<Credentials, 'sealWa'>;
  findTenantId(slug: string): Promise<number | null>;
  isHeldByAnother(channel: 'wa', externalId: string, tenantId: number): Promise<boolean>;
  /** Holds a number that is not connected yet while the provider is told; null where it is connected already. */
  holdNumber(number: NewNumber & { claimedUntil: Date }): Promise<HeldNumber | 'elsewhere' | null>;
  /** Lets a number go that did not get connected, unless another request has held it since. */
  releaseNumber(held: HeldNumber): Promise<void>;
  /** Connected, with channel.connected when it was not before. Null when another tenant holds it. */
  connectNumber(number: NewNumber): Promise<ChannelAccount | null>;
  now(): Date;
}

/** Longer than the operation may take: a hold that is older was left by a process that died. */
const HOLD_MS = 60_000;

/**
 * Connects a wa number, or renews what is kept of it: the token has to open the number at the provider, and the app is
 * subscribed to its account (operator.md, wa.md §1).
 * Errors: unknown_tenant, invalid_number, already_connected, graph_error, provider_timeout.
 */
export function makeConnectWaNumber(deps: ConnectWaNumberDeps) {
  const { platform } = deps;
  const elsewhere = (): AppError =>
    new AppError('already_connected', { message: 'This number is connected to another tenant.' });

  async function ask(call: () => Told): Promise<void> {
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
    } catch (error) {
      if (held) await deps.releaseNumber(held);
      throw error;
    }
    const account = await deps.connectNumber({ ...given, now: deps.now() });
    if (!account) throw elsewhere();
    return toOperatorEntry(account);
  };
}
