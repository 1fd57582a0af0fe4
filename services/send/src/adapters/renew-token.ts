import type { BusClient } from '@parley/bus/bus-client';
import { renewChannelToken } from '@parley/bus/renew-channel-token';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Logger } from '@parley/runtime/logger';
import type { SendingAccount } from '../domain/channel-sender.ts';
import { findCredentials } from '../storage/message-store.ts';
import type { OpenCredentials } from './open-credentials.ts';

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
