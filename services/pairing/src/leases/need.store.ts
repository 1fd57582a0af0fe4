import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { IS_UNPAIRED, IS_WANTED } from '../devices/device-row.store.ts';

const findNeed = defineStatement({
  name: 'pairing.find-need',
  text: `SELECT EXISTS (SELECT FROM devices WHERE ${IS_WANTED}) OR EXISTS (SELECT FROM devices WHERE ${IS_UNPAIRED})
             AS is_needed`,
  row: { isNeeded: 'bool!' },
});

/** Whether a device should have a socket, or a session waits for a phone or for its expiry. */
export const hasNeed = async (sql: Sql): Promise<boolean> => (await findNeed.first(sql, {}))?.isNeeded ?? false;
