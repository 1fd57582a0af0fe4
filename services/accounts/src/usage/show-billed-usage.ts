import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { billedUsage as contract } from '@parley/common/contracts/console/workspace';
import type { AccountsService } from '../service.ts';
import { firstOf } from './figures.rules.ts';
import { countBilled } from './figures.store.ts';

/** Messages that Meta priced, by day and category (docs/reference/console.md#usage). */
export const showBilledUsage = verb(contract, async ({ database, now }: AccountsService, { days }, context) => {
  const at = now();
  const period = { tenantId: tenantIdOf(context), from: firstOf(days, at), until: at };
  return { items: await database.read((reader) => countBilled(reader, period)) };
});
