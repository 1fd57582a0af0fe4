import { AppError } from '@parley/common/errors';
import { CANCELLED_CODE } from '../domain/send-failure.ts';
import type { SendService } from '../service.ts';
import { findMessage, type MessageRecord } from '../storage/message-store.ts';
import { cancelScheduled } from './cancel-scheduled.ts';

/**
 * Cancels a scheduled message of the tenant that the caller may see. A repeat succeeds: the first answer may have been
 * lost. Errors: unknown_message, not_scheduled.
 */
export async function requireCancelled(
  service: SendService,
  tenantId: number,
  messageId: string,
  maySee: (message: MessageRecord) => boolean,
): Promise<void> {
  const isCancelled = async (): Promise<boolean> => {
    const message = await findMessage(service.database, tenantId, messageId);
    if (!message || !maySee(message)) throw new AppError('unknown_message');
    return message.error?.code === CANCELLED_CODE;
  };
  if ((await isCancelled()) || (await cancelScheduled(service, tenantId, messageId))) return;
  // Another request may have cancelled it in between.
  if (!(await isCancelled())) throw new AppError('not_scheduled');
}
