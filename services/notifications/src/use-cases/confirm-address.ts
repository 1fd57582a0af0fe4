import type { confirmAddress as contract } from '@parley/common/contracts/internal/recipient-page';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { mask } from '../domain/recipient.ts';
import { isConfirmToken, readConfirmToken } from '../domain/signed-link.ts';
import type { NotificationsService } from '../service.ts';
import { findConfirmation, markConfirmed } from '../storage/confirmation-store.ts';
import { findNamedRecipient } from '../storage/recipient-store.ts';

/** Confirms an e-mail address by the link of a mail (docs/reference/notifications.md#confirmation). */
export async function confirmAddress(
  service: NotificationsService,
  { token, act }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { database, cipher } = service;
  const named = readConfirmToken(token);
  if (!named) return { page: null };
  const { recipientId, signature } = named;
  const now = service.now();
  const recipient = await findNamedRecipient(database.prisma, recipientId);
  const pending = await findConfirmation(database.prisma, recipientId, 'email', now);
  if (!recipient || !pending || !isConfirmToken(cipher, signature, { recipientId, ...pending })) return { page: null };
  const { nonce, address } = pending;
  const isDone = act && (await markConfirmed(database, { recipientId, way: 'email', nonce, now }));
  if (act && !isDone) return { page: null };
  return { page: { language: recipient.language, address: mask(address), kinds: [], isDone } };
}
