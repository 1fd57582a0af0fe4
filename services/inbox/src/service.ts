import type { BusClient } from '@parley/bus/bus-client';
import type { Database } from '@parley/database/connection/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { makeMediaAddress } from '@parley/messaging/messages/media-address';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';

export const SERVICE = Symbol('inbox.service');

/** Dependencies of the service. */
export interface InboxParts {
  environment: Parameters<typeof publicUrlOf>[0] & Pick<Environment, 'PARLEY_RETENTION_DAYS'>;
  database: Database;
  cipher: Cipher;
  bus: Pick<BusClient, 'publishHint' | 'call'>;
  logger: Logger;
  now?: () => Date;
}

export interface InboxService extends Pick<InboxParts, 'cipher' | 'bus' | 'logger'> {
  environment: Pick<Environment, 'PARLEY_RETENTION_DAYS'>;
  /** A lost connection is `service_unavailable`. */
  database: PrismaDatabase;
  /** The signed address of an attachment. */
  mediaAddressOf(attachmentId: string, now: Date): string;
  now(): Date;
}

export function openInboxService({ environment, database, cipher, bus, logger, now }: InboxParts): InboxService {
  return {
    environment,
    database: mapDatabaseErrorsWithPrisma(database),
    cipher,
    bus,
    logger,
    mediaAddressOf: makeMediaAddress(publicUrlOf(environment), cipher).of,
    now: now ?? (() => new Date()),
  };
}
