import type { tenantRecipients } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf, Scoped } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import type { NotificationsService } from '../service.ts';
import { MAX_TRIES } from './confirmation.rules.ts';
import { countCodeAttempt, markConfirmed } from './confirmation.store.ts';
import { toRecipientView } from './recipient.rules.ts';
import { findRecipient } from './recipient.store.ts';
import { confirmCode } from './signed-link.rules.ts';

const WRONG = 'code is wrong or has expired: set the phone again to get a new one.';

/**
 * Confirms the phone of a recipient (docs/reference/notifications.md#confirmation). Errors: unknown_tenant,
 * unknown_recipient, invalid_code.
 */
export async function confirmRecipient(
  service: NotificationsService,
  input: Scoped<InputOf<typeof tenantRecipients.confirm>>,
): Promise<OutputOf<typeof tenantRecipients.confirm>> {
  const { database, cipher } = service;
  const tenantId = await tenantOrDeployment(service.database, input);
  const { id, code } = input;
  const recipient = await findRecipient(database.prisma, tenantId, id);
  if (!recipient) throw new AppError('unknown_recipient');
  const now = service.now();
  const pending = await countCodeAttempt(database.prisma, id, now, MAX_TRIES);
  if (!pending || confirmCode(cipher, { recipientId: id, ...pending }) !== code) throw invalidField('code', WRONG);
  const isConfirmed = await markConfirmed(database, { recipientId: id, way: 'sms', nonce: pending.nonce, now });
  if (!isConfirmed) throw invalidField('code', WRONG);
  return toRecipientView({ ...recipient, phoneConfirmedAt: now });
}
