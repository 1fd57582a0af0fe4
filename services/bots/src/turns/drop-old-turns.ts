import { findRetentions } from '@parley/messaging/retention';
import { dropTurnsBefore } from '../erasure/erase.store.ts';
import type { BotsRecords } from '../records.ts';

/** Deletes turns older than their tenant's retention period; returns whether there may be more. */
export async function dropOldTurns({ database, environment, now }: BotsRecords): Promise<boolean> {
  let dropped = 0;
  for (const retention of await findRetentions(database, environment.PARLEY_RETENTION_DAYS, now()))
    dropped += await dropTurnsBefore(database.prisma, retention);
  return dropped > 0;
}
