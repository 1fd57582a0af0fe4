import type { BusClient } from '@parley/bus/bus-client';
import { renewChannelToken } from '@parley/bus/channels/renew-channel-token';
import { reportBroken } from '@parley/bus/channels/report-broken-channel';
import type { Channel } from '@parley/common/channels';
import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { type AccountCredentials, openCredentials } from '@parley/messaging/accounts/credentials';
import type { SendOutcome } from '@parley/providers/sent/send-outcome';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import type { Logger } from '@parley/runtime/logger';
import { findCredentials } from '../sends/message.store.ts';
import type { SendingAccount } from './channel.rules.ts';

/** Where the tokens of accounts are stored and renewed. */
export interface TokenSources {
  bus: Pick<BusClient, 'call'>;
  database: Pick<PrismaDatabase, 'prisma'>;
  openCredentials: OpenCredentials;
  logger: Pick<Logger, 'warn'>;
}

/** Another token than the expired one, or null when there is none by the deadline (ms since the epoch). */
export function renewToken(
  { bus, database, openCredentials, logger }: TokenSources,
  { id, tenantId, externalId, credentials }: SendingAccount,
  untilMs: number,
): Promise<string | null> {
  const readStored = async () => {
    const stored = await findCredentials(database, id);
    return stored === null ? null : (openCredentials(stored).access_token ?? null);
  };
  const expired = { tenantId, externalId, used: credentials.access_token ?? '', readStored };
  return renewChannelToken(bus, expired, untilMs).catch((error: unknown) => {
    logger.warn('token.renewal-failed', { err: error }, 'An expired token could not be renewed.');
    return null;
  });
}

/** Decrypts the stored credentials of an account. Throws when its key is no longer configured. */
export type OpenCredentials = (stored: string) => AccountCredentials;

const REMEMBERED = 1000;

export const makeOpenCredentials = (cipher: Pick<Cipher, 'decrypt'>): OpenCredentials =>
  memoizeBounded((stored) => openCredentials(cipher, stored), REMEMBERED);

/** Channels whose owner reauthorizes them by a connect link; the operator connects wa numbers and bots. */
const AUTHORIZED: ReadonlySet<Channel> = new Set(['fb', 'ig', 'tt']);

/** A call of the provider for an account. */
interface AnsweredCall {
  tenantId: number;
  channel: Channel;
  account: { id: number; externalId: string };
  outcome: SendOutcome;
}

/** Logs that the provider refused the account's token, and reports a channel that its owner has to authorize again. */
export function reportTokenRefusal(
  service: { bus: Pick<BusClient, 'call'>; logger: Pick<Logger, 'warn'> },
  { tenantId, channel, account: { id, externalId }, outcome }: AnsweredCall,
  startedAt: Date,
): void {
  if (outcome.kind !== 'refused' || !outcome.channelBroken) return;
  service.logger.warn(
    'token.refused',
    { channel_account_id: id, provider: outcome.provider },
    'The provider refused the account’s token.',
  );
  if (AUTHORIZED.has(channel)) reportBroken(service, { tenantId, channel, externalId }, startedAt);
}
