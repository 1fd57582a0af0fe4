import type { SendService } from '../service.ts';
import { readScheduledGauges as read } from './scheduled.store.ts';

/** Sets the gauges of scheduled messages, of all tenants. */
export async function readScheduledGauges({ rawDatabase, metrics, now }: SendService): Promise<void> {
  const { waiting, oldestAt } = await read(rawDatabase);
  metrics.scheduled(waiting, oldestAt === null ? 0 : Math.max(now().getTime() - oldestAt.getTime(), 0));
}
