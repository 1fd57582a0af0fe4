import type { BusClient } from '@parley/bus/bus-client';
import { renewChannelToken } from '@parley/bus/renew-channel-token';
import { reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import { makeId } from '@parley/common/ids';
import type { Cipher } from '@parley/database/encryption';
import { openCredentials } from '@parley/messaging/accounts/credentials';
import type { Logger } from '@parley/runtime/logger';
import { z } from 'zod';
import type { CommentAccount } from '../domain/comment.ts';
import type { Tokens } from '../use-cases/poll-account.ts';

const Credentials = z.looseObject({ access_token: z.string() });

export interface TokensDeps {
  cipher: Pick<Cipher, 'decrypt'>;
  bus: Pick<BusClient, 'call'>;
  findAccount(tenantId: number, accountId: number): Promise<CommentAccount | null>;
  logger: Logger;
}

/** Decrypts tokens with the service's key, and requests new ones from services/channel-connect over the bus. */
export function makeTokens({ cipher, bus, findAccount, logger }: TokensDeps): Tokens {
  const open: Tokens['open'] = ({ credentials }) =>
    Credentials.parse(openCredentials(cipher, credentials)).access_token;
  const nameOf = ({ tenantId, channel, externalId }: CommentAccount) => ({
    tenantId,
    channel,
    externalId,
  });
  return {
    open,
    async renew(account, deadlineMs) {
      const { id, tenantId, externalId } = account;
      const readStored = async () => {
        const now = await findAccount(tenantId, id);
        return now && open(now);
      };
      try {
        return await renewChannelToken(bus, { tenantId, externalId, used: open(account), readStored }, deadlineMs);
      } catch (error) {
        const fields = { err: error, channel_account_id: id };
        logger.warn('token.renewal-failed', fields, 'A token could not be renewed.');
        return null;
      }
    },
    reportBroken(account, observedAt) {
      bus
        .call(
          reportBrokenChannel,
          { ...nameOf(account), observedAt: observedAt.toISOString(), takenBack: false },
          { requestId: makeId('req') },
        )
        .catch((error: unknown) =>
          logger.warn('token-refusal.unreported', { err: error }, 'A refused token could not be reported.'),
        );
    },
  };
}
