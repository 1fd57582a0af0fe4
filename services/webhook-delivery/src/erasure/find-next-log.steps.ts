import type { WebhookDeliveryService } from '../service.ts';
import { findTargetAfter } from './erase.store.ts';
import { FIRST_ID, logCursor } from './erase-cursor.rules.ts';

/** The cursor of the log of the next webhook of these scopes, or of the step that follows the logs. */
export async function findNextLog(
  { database }: WebhookDeliveryService,
  scopes: readonly number[],
  after: string,
  nextStep: string,
): Promise<string> {
  const instanceId = await findTargetAfter(database.prisma, scopes, after);
  return instanceId === null ? nextStep : logCursor(instanceId, FIRST_ID);
}
