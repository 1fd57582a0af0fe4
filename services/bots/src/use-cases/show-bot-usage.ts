import type { showBotUsage as contract } from '@parley/common/contracts/operator/bot-turns';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { periodsOf } from '../domain/cap-budget.ts';
import { toUsageView } from '../domain/usage-view.ts';
import type { BotsRecords } from '../records.ts';
import { wasBotOf } from '../storage/turn-list-store.ts';
import { type DayOfUsage, sumUsageByDay } from '../storage/usage-report-store.ts';
import { findBotScope } from './find-bot-scope.ts';

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
export async function showBotUsage(
  service: BotsRecords,
  { days, ...bot }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { database } = service;
  const scope = await findBotScope(service, bot);
  if (!(await wasBotOf(database.prisma, scope))) throw new AppError('unknown_bot');
  const since = new Date(periodsOf(service.now()).day.getTime() - (days - 1) * DAY_MS);
  return { items: (await sumUsageByDay(database, { ...scope, since })).map(toDay) };
}
