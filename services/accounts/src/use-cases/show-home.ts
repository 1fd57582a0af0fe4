import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import { mayDo } from '@parley/common/console-roles';
import type { home as contract } from '@parley/common/contracts/console/workspace';
import type { OutputOf } from '@parley/common/define-contract';
import { firstOf, sumOf, weekBefore } from '../domain/workspace-figures.ts';
import type { AccountsService } from '../service.ts';
import { readBalance } from '../storage/credit-store.ts';
import { countMessages, countWaitingDeliveries, findChecklist } from '../storage/workspace-store.ts';
import { findAttention } from './find-attention.ts';

/** Counts the day a week ago up to the same time, so that both are comparable. */
export async function showHome(service: AccountsService, context: CallContext): Promise<OutputOf<typeof contract>> {
  const { database, now } = service;
  const tenantId = tenantIdOf(context);
  const at = now();
  const today = firstOf(1, at);
  const { roles } = memberOf(context);
  const [checklist, counted, before, waitingDeliveries, balance, attention] = await Promise.all([
    findChecklist(database, tenantId),
    countMessages(database, tenantId, today, at),
    countMessages(database, tenantId, weekBefore(today), weekBefore(at)),
    countWaitingDeliveries(database, tenantId),
    mayDo(roles, 'credit.read') ? readBalance(database.prisma, tenantId) : null,
    findAttention(service, roles, tenantId),
  ]);
  return {
    checklist,
    today: sumOf(counted),
    weekAgo: sumOf(before),
    waitingDeliveries,
    balance: balance === null ? null : Number(balance),
    attention,
  };
}
