import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { usage as contract } from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { firstOf } from '../domain/workspace-figures.ts';
import type { AccountsService } from '../service.ts';
import { countMessages } from '../storage/workspace-store.ts';

/** Messages by day and channel (docs/reference/console.md#usage). */
export async function showUsage(
  { database, now }: AccountsService,
  { days }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const at = now();
  return {
    items: await database.read((reader) => countMessages(reader, tenantIdOf(context), firstOf(days, at), at)),
  };
}
