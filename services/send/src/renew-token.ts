import type { BusClient } from '@parley/bus/bus-client';
import { refreshChannelToken } from '@parley/common/contracts/internal/channel-health';
import { makeId } from '@parley/common/ids';
import type { SendingAccount } from './domain/channel-sender.ts';

export interface RenewTokenDeps {
  bus: Pick<BusClient, 'call'>;
  /** The connected account's credentials as they are stored now, decrypted; null when it is connected no more. */
  readCredentials(accountId: number): Promise<Record<string, string> | null>;
  report(error: unknown): void;
}

export type RenewToken = ReturnType<typeof makeRenewToken>;

/**
 * Another access token of a tt account whose own has run out: one that was stored meanwhile, else a new one from
 * services/channel-connect. Null when there is none by `deadline` (ms since the epoch).
 */
export function makeRenewToken({ bus, readCredentials, report }: RenewTokenDeps) {
  return async (
    { id, tenantId, externalId, credentials }: SendingAccount,
    deadline: number,
  ): Promise<string | null> => {
    const readOther = async (): Promise<string | null> => {
      const token = (await readCredentials(id))?.access_token;
      return token === undefined || token === credentials.access_token ? null : token;
    };
    try {
      const stored = await readOther();
      if (stored !== null) return stored;
      const account = { tenant_id: tenantId, channel: 'tt' as const, external_id: externalId };
      await bus.call(refreshChannelToken, account, { request_id: makeId('req'), deadline_at: deadline });
      return await readOther();
    } catch (error) {
      report(error);
      return null;
    }
  };
}
