import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { keyUsage as contract, KEY_USAGE_MAX } from '@parley/common/contracts/console/workspace';
import type { AccountsService } from '../service.ts';
import { firstOf } from './figures.rules.ts';
import { countSentByKey } from './figures.store.ts';

/** Sent messages by day, channel and key, newest day first (docs/reference/console.md#usage). */
export const showKeyUsage = verb(contract, async ({ database, now }: AccountsService, { days }, context) => {
  const at = now();
  const period = { tenantId: tenantIdOf(context), from: firstOf(days, at), until: at };
  const rows = await database.read((reader) => countSentByKey(reader, { ...period, count: KEY_USAGE_MAX + 1 }));
  return { items: rows.slice(0, KEY_USAGE_MAX), isCut: rows.length > KEY_USAGE_MAX };
});
