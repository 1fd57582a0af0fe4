import { verb } from '@parley/bus/verb';
import { showBotUsage as contract } from '@parley/common/contracts/operator/bot-turns';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { BotsRecords } from '../records.ts';
import { findBotScope } from '../settings/find-bot-scope.steps.ts';
import { periodsOf } from './budget.rules.ts';
import { type DayOfUsage, sumUsageByDay, wasBotOf } from './report.store.ts';
import { toUsageView } from './usage.rules.ts';

const DAY_MS = 24 * 3_600_000;

const toDay = (day: DayOfUsage): OutputOf<typeof contract>['items'][number] => ({
  day: day.day,
  turns: day.turns,
  calls: day.calls,
  failedCalls: day.failed,
  untoldCalls: day.untold,
  ...toUsageView(day),
});

/** Shows what a bot used, by day (docs/reference/bot-replies.md#turns). Errors: unknown_tenant, unknown_bot. */
export const showBotUsage = verb(contract, async (service: BotsRecords, { days, ...bot }) => {
  const { database } = service;
  const scope = await findBotScope(service, bot);
  if (!(await wasBotOf(database.prisma, scope))) throw new AppError('unknown_bot');
  const since = new Date(periodsOf(service.now()).day.getTime() - (days - 1) * DAY_MS);
  return { items: (await sumUsageByDay(database, { ...scope, since })).map(toDay) };
});
