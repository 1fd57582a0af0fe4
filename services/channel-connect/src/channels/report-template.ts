import { verb } from '@parley/bus/verb';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { reportTemplate as contract } from '@parley/common/contracts/internal/channel-health';
import { appendRows } from '@parley/messaging/outbox/append-events';
import { findReported } from '@parley/messaging/outbox/find-reported';
import type { ChannelConnectService } from '../service.ts';
import { forgetTemplateText, saveTemplateCategory, saveUpcomingCategory } from '../templates/template.store.ts';
import { templateStatus } from './account.rules.ts';
import { listBusinessNumbers } from './account.store.ts';

/**
 * Reports Meta's decision about a template once to each tenant of the account (docs/reference/events.md#templatestatus). A new
 * category prices the sends from then on; its text is unknown until the next list.
 */
export const reportTemplate = verb(contract, async (service: ChannelConnectService, input) => {
  const { database, bus } = service;
  const numbers = await listBusinessNumbers(database, input.wabaId, null);
  const tenantIds = [...new Set(numbers.map(({ tenantId }) => tenantId))];
  if (tenantIds.length === 0) return { reported: 0 };
  const now = service.now();
  const rows = tenantIds.map((tenantId) => templateStatus(tenantId, input, now));
  const { name, language, category, status, upcomingCategory, upcomingAt } = input.news;
  const at = new Date(input.observedAt);
  const woken = await database.transaction(async (sql) => {
    if (category !== null) await saveTemplateCategory(sql, numbers, { name, language, category, at });
    if (upcomingCategory && upcomingAt)
      await saveUpcomingCategory(sql, numbers, { name, language, category: upcomingCategory, at: upcomingAt, now });
    if (status !== null) await forgetTemplateText(sql, numbers, { name, language, at });
    const reported = await findReported(sql, rows, now);
    return appendRows(
      sql,
      rows.filter(({ id }) => !reported.has(id)),
    );
  });
  service.templateLists.forget(numbers);
  wakeDeliveries(bus, woken);
  return { reported: tenantIds.length };
});
