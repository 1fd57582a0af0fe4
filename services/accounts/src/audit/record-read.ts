import { verb } from '@parley/bus/verb';
import { callerOf, visitorOf } from '@parley/common/call-context';
import { recordRead as contract } from '@parley/common/contracts/internal/console-session';
import type { AccountsService } from '../service.ts';
import { actorOf, dayOf, MAX_ENTRIES_PER_DAY } from './audit.rules.ts';
import { countAuditEntry, insertAuditEntry } from './audit.store.ts';

/**
 * Writes an entry about what a key has read (docs/reference/reading.md#audit). Reads are counted apart from changes, so
 * that they use up no change; more than the day's limit are only in the request log.
 */
export const recordRead = verb(contract, async ({ database, now }: AccountsService, { action, input }, context) => {
  const at = now();
  const { instanceId } = callerOf(context);
  if ((await countAuditEntry(database, `${instanceId} reads`, dayOf(at))) > MAX_ENTRIES_PER_DAY) return {};
  const { address } = visitorOf(context);
  const { requestId } = context;
  const entry = { ...actorOf(context, null), at, address, action, input, outcome: 'done', requestId };
  await insertAuditEntry(database.prisma, entry);
  return {};
});
