import type { Database } from '@parley/database/connect-database';
import { findRetentions, type Retention } from '@parley/messaging/retention';
import { removeDetached, removeOldMessages, removeOldQuarantined, removeSilent } from '../storage/retention-store.ts';

export interface KeepRetentionDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  /** PARLEY_RETENTION_DAYS; undefined keeps for ever. */
  defaultDays: number | undefined;
  now(): Date;
}

/** Batches of one tenant in a row; then the others have their turn. */
const MAX_BATCHES = 20;

/** Removes messages that are older than the retention of their tenant, and what was only there for them; true when more are waiting. */
export function makeKeepRetention({ database, defaultDays, now }: KeepRetentionDeps) {
  async function removeOf(retention: Retention): Promise<boolean> {
    await database.transaction((sql) => removeOldQuarantined(sql, retention));
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const { messages = 0 } = await database.transaction((sql) => removeOldMessages(sql, retention));
      const silent = await database.transaction((sql) => removeSilent(sql, retention));
      if (messages === 0 && silent === 0) return false;
    }
    return true;
  }

  return async (): Promise<boolean> => {
    let isMore = false;
    for (const retention of await findRetentions(database, defaultDays, now()))
      isMore = (await removeOf(retention)) || isMore;
    await database.transaction(removeDetached);
    return isMore;
  };
}
