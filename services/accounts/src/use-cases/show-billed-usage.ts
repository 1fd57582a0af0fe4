import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { billedUsage as contract } from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { firstOf } from '../domain/workspace-figures.ts';
import type { AccountsService } from '../service.ts';
import { countBilled } from '../storage/workspace-store.ts';

/** Messages that Meta priced, by day and category (docs/reference/console.md#usage). */
export async function showBilledUsage(
  { database, now }: AccountsService,
  { days }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const at = now();
  const period = { tenantId: tenantIdOf(context), from: firstOf(days, at), until: at };
  return { items: await database.read((reader) => countBilled(reader, period)) };
}
