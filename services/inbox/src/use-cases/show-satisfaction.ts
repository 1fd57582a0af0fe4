import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { showSatisfaction as contract } from '@parley/common/contracts/console/satisfaction';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { InboxService } from '../service.ts';
import { countSatisfaction } from '../storage/satisfaction-store.ts';

const DAY_MS = 86_400_000;

/** What customers answered in the last days (docs/reference/console.md#satisfaction). */
export async function showSatisfaction(
  { database, now }: InboxService,
  { days }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const since = new Date(now().getTime() - days * DAY_MS);
  return countSatisfaction(database, { tenantId: tenantIdOf(context), since });
}
