import { verb } from '@parley/bus/verb';
import { confirmAddress as contract } from '@parley/common/contracts/internal/recipient-page';
import type { NotificationsService } from '../service.ts';
import { findConfirmation, markConfirmed } from './confirmation.store.ts';
import { mask } from './recipient.rules.ts';
import { findNamedRecipient } from './recipient.store.ts';
import { isConfirmToken, readConfirmToken } from './signed-link.rules.ts';

/** Confirms an e-mail address by the link of a mail (docs/reference/notifications.md#confirmation). */
export const confirmAddress = verb(contract, async (service: NotificationsService, { token, act }) => {
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
});
