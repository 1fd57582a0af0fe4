import { quarantine } from '@parley/messaging/quarantine';
import type { HeldChange } from '../domain/plan-comments.ts';
import type { CommentsService } from '../service.ts';

/** Quarantines a comment that cannot be stored because of its content. */
export async function quarantineComment(
  { database, cipher, logger }: CommentsService,
  { account: { tenantId, channel, externalId }, change }: HeldChange,
  reason: string,
): Promise<void> {
  const payload = JSON.stringify(change);
  await quarantine(database, cipher, [
    { tenantId, channel, externalId, source: 'comment', kind: 'comment', reason, payload },
  ]);
  logger.error(
    'comment.quarantined',
    { tenant_id: tenantId, reason },
    'A comment could not be stored; it is in the quarantine.',
  );
}
