import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { home as contract } from '@parley/common/contracts/console/workspace';
import { mayDo } from '@parley/common/workspace/console-roles';
import type { AccountsService } from '../service.ts';
import { readBalance } from '../usage/credit.store.ts';
import { firstOf, sumOf, weekBefore } from '../usage/figures.rules.ts';
import { countMessages, countWaitingDeliveries, findChecklist } from '../usage/figures.store.ts';
import { findAttention } from './find-attention.steps.ts';

/** Counts the day a week ago up to the same time, so that both are comparable. */
export const showHome = verb(contract, async (service: AccountsService, _input, context) => {
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
});
