import type { BusClient } from '@parley/bus/bus-client';
import { refreshChannelToken, reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import { makeId } from '@parley/common/ids';
import type { Cipher } from '@parley/database/encryption';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { CommentAccount } from './domain/comment.ts';

const Credentials = z.looseObject({ access_token: z.string() });
const PURPOSE = 'channel_accounts.credentials';

export interface TokensDeps {
  cipher: Pick<Cipher, 'decrypt'>;
  bus: Pick<BusClient, 'call'>;
  findAccount(tenantId: number, accountId: number): Promise<CommentAccount | null>;
  logger: Logger;
}

/** Access tokens of accounts; services/channel-connect renews them and hears of those that are refused for good. */
export interface Tokens {
  open(account: Pick<CommentAccount, 'credentials'>): string;
  /** Another token of a tt account whose own ran out; null when there is none by `deadlineMs` (since the epoch). */
  renew(account: CommentAccount, deadlineMs: number): Promise<string | null>;
  /** In nobody's way: where it does not get through, the next refusal tells it again. */
  reportBroken(account: CommentAccount, observedAt: Date): void;
}

export function makeTokens({ cipher, bus, findAccount, logger }: TokensDeps): Tokens {
  const open: Tokens['open'] = ({ credentials }) =>
    Credentials.parse(JSON.parse(cipher.decrypt(credentials, PURPOSE))).access_token;
  const nameOf = ({ tenantId, channel, externalId }: CommentAccount) => ({
    tenant_id: tenantId,
    channel,
    external_id: externalId,
  });
  return {
    open,
    async renew(account, deadlineMs) {
      const context = { request_id: makeId('req'), deadline_at: deadlineMs };
      try {
        await bus.call(refreshChannelToken, nameOf(account), context);
        const now = await findAccount(account.tenantId, account.id);
        const token = now && open(now);
        return token === open(account) ? null : token;
      } catch (error) {
        logger.warn({ err: error, channel_account_id: account.id }, 'A token could not be renewed.');
        return null;
      }
    },
    reportBroken(account, observedAt) {
      bus
        .call(
          reportBrokenChannel,
          { ...nameOf(account), observed_at: observedAt.toISOString(), taken_back: false },
          { request_id: makeId('req') },
        )
        .catch((error: unknown) => logger.warn({ err: error }, 'A refused token could not be reported.'));
    },
  };
}
