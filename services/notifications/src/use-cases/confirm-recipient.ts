import type { tenantRecipients } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { MAX_TRIES } from '../domain/ask-for.ts';
import { type Scoped, toRecipientView } from '../domain/recipient.ts';
import { confirmCode } from '../domain/signed-link.ts';
import type { NotificationsService } from '../service.ts';
import { markConfirmed, takeCodeTry } from '../storage/confirmation-store.ts';
import { findRecipient } from '../storage/recipient-store.ts';
import { findScope } from './find-scope.ts';

const WRONG = 'code is not the one that was sent last, or it is over: give the phone again for a new one.';

/**
 * Confirms the phone of a recipient (docs/reference/notifications.md#confirmation). Errors: unknown_tenant,
 * unknown_recipient, invalid_code.
 */
export async function confirmRecipient(
  service: NotificationsService,
  input: Scoped<InputOf<typeof tenantRecipients.confirm>>,
): Promise<OutputOf<typeof tenantRecipients.confirm>> {
  const { database, cipher } = service;
  const tenantId = await findScope(service, input);
  const { id, code } = input;
  const recipient = await findRecipient(database.prisma, tenantId, id);
  if (!recipient) throw new AppError('unknown_recipient');
  const now = service.now();
  const pending = await takeCodeTry(database.prisma, id, now, MAX_TRIES);
  if (!pending || confirmCode(cipher, { recipientId: id, ...pending }) !== code) throw invalidField('code', WRONG);
  const isConfirmed = await markConfirmed(database, { recipientId: id, way: 'sms', nonce: pending.nonce, now });
  if (!isConfirmed) throw invalidField('code', WRONG);
  return toRecipientView({ ...recipient, phoneConfirmedAt: now });
}
