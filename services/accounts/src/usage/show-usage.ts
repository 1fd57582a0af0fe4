import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { usage as contract } from '@parley/common/contracts/console/workspace';
import { mayDo } from '@parley/common/workspace/console-roles';
import type { AccountsService } from '../service.ts';
import { firstOf, withCosts } from './figures.rules.ts';
import { countMessages, readCosts } from './figures.store.ts';

/** Messages and their cost by day and channel (docs/reference/console.md#usage). */
export const showUsage = verb(contract, async ({ database, now }: AccountsService, { days }, context) => {
  const tenantId = tenantIdOf(context);
  const until = now();
  const from = firstOf(days, until);
  const seesCredit = mayDo(memberOf(context).roles, 'credit.read');
  return database.read(async (reader) => {
    const figures = await countMessages(reader, tenantId, from, until);
    return { items: withCosts(figures, seesCredit ? await readCosts(reader, tenantId, from, until) : null) };
  });
});
