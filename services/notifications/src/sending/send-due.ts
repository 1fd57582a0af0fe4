import type { NotificationsService } from '../service.ts';
import { endInterrupted } from './job.store.ts';
import type { RunningSends } from './running-sends.steps.ts';

/**
 * Starts due messages, each once: one that may have been accepted is never repeated
 * (docs/reference/notifications.md#delivery). Tenants take turns (docs/reference/notifications.md#turns). True when more
 * may be waiting.
 */
export async function sendDue(service: NotificationsService, { own, shared }: RunningSends): Promise<boolean> {
  await endInterrupted(service.database, service.now());
  const more = await Promise.all([own.run(), shared.run()]);
  return more.includes(true);
}
