import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import { mayDo } from '@parley/common/console-roles';
import type { usage as contract } from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { firstOf, withCosts } from '../domain/workspace-figures.ts';
import type { AccountsService } from '../service.ts';
import { countMessages, readCosts } from '../storage/workspace-store.ts';

/** Messages and their cost by day and channel (docs/reference/console.md#usage). */
export async function showUsage(
  { database, now }: AccountsService,
  { days }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  const until = now();
  const from = firstOf(days, until);
  const seesCredit = mayDo(memberOf(context).roles, 'credit.read');
  return database.read(async (reader) => {
    const figures = await countMessages(reader, tenantId, from, until);
    return { items: withCosts(figures, seesCredit ? await readCosts(reader, tenantId, from, until) : null) };
  });
}
