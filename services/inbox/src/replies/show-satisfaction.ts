import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { showSatisfaction as contract } from '@parley/common/contracts/console/satisfaction';
import type { InboxService } from '../service.ts';
import { countSatisfaction } from './reply.store.ts';

const DAY_MS = 86_400_000;

/** Customers' answers of the last days (docs/reference/console.md#satisfaction). */
export const showSatisfaction = verb(contract, async ({ database, now }: InboxService, { days }, context) => {
  const since = new Date(now().getTime() - days * DAY_MS);
  return countSatisfaction(database, { tenantId: tenantIdOf(context), since });
});
