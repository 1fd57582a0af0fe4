import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import { type keyUsage as contract, KEY_USAGE_MAX } from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { firstOf } from '../domain/workspace-figures.ts';
import type { AccountsService } from '../service.ts';
import { countSentByKey } from '../storage/workspace-store.ts';

/** Sent messages by day, channel and key, newest day first (docs/reference/console.md#usage). */
export async function showKeyUsage(
  { database, now }: AccountsService,
  { days }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const at = now();
  const period = { tenantId: tenantIdOf(context), from: firstOf(days, at), until: at };
  const rows = await database.read((reader) => countSentByKey(reader, { ...period, count: KEY_USAGE_MAX + 1 }));
  return { items: rows.slice(0, KEY_USAGE_MAX), isCut: rows.length > KEY_USAGE_MAX };
}
