import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { refused, type SendFailure } from '@parley/providers/send-outcome';
import { connectionIdOf, throughConnection } from '@parley/providers/telegram/telegram-chat';
import type { Logger } from '@parley/runtime/logger';
import type { SendingAccount } from '../domain/channel-sender.ts';
import { findNewestConnection } from '../storage/connection-store.ts';

/** Where the business connections of bots are looked up. */
export interface ConnectionSources {
  database: Pick<PrismaDatabase, 'prisma'>;
  logger: Pick<Logger, 'warn'>;
}

const UNREAD = refused(
  { name: 'telegram', status: null, code: null, message: 'The connection of the chat could not be looked up.' },
  { safeToRetry: true },
);

/**
 * Calls with the given address, or id of a message. In a business chat it names the owner's newest connection: the one in
 * the address may have ended, and Telegram refuses calls through that one.
 */
export async function onNewestConnection<Outcome>(
  { database, logger }: ConnectionSources,
  { id: channelAccountId, tenantId }: Pick<SendingAccount, 'id' | 'tenantId'>,
  value: string,
  call: (value: string) => Promise<Outcome>,
): Promise<Outcome | SendFailure> {
  const connectionId = connectionIdOf(value);
  if (connectionId === null) return call(value);
  let newest: string | null;
  try {
    newest = await findNewestConnection(database, { tenantId, channelAccountId, connectionId });
  } catch (error) {
    logger.warn('business-connection.unread', { err: error }, 'The connection of a chat could not be looked up.');
    return UNREAD;
  }
  return call(newest === null ? value : throughConnection(value, newest));
}
