import { verb } from '@parley/bus/verb';
import { unsubscribe as contract } from '@parley/common/contracts/internal/recipient-page';
import type { NotificationsService } from '../service.ts';
import { fieldsOf, kindsOf, mask, modeOf, type Recipient, turnOff } from './recipient.rules.ts';
import { findNamedRecipient, findRecipient, lockRecipient, saveRecipient } from './recipient.store.ts';
import { isTurnOffToken, readTurnOffToken } from './signed-link.rules.ts';

/**
 * Turns a kind off, or everything, by the link of a mail, whose holder does not sign in; idempotent
 * (docs/reference/notifications.md#unsubscribing).
 */
export const unsubscribe = verb(contract, async (service: NotificationsService, { token, act }) => {
  const named = readTurnOffToken(token);
  const recipient = named && (await findNamedRecipient(service.database.prisma, named.recipientId));
  if (!named || !recipient || recipient.email === null) return { page: null };
  if (!isTurnOffToken(service.cipher, named, recipient.email)) return { page: null };
  const kinds = named.kind === null ? kindsOf(recipient) : [named.kind];
  const isOff = kinds.every((kind) => modeOf(recipient, kind, 'email') === 'off');
  if (act && !isOff) await turnOffKinds(service, recipient, kinds);
  const shown = named.kind === null ? [] : [named.kind];
  const { language, email } = recipient;
  return { page: { language, address: mask(email), kinds: shown, isDone: act || isOff } };
});

async function turnOffKinds(
  { database }: NotificationsService,
  { id, tenantId }: Recipient,
  kinds: readonly string[],
): Promise<void> {
  await database.prismaTransaction(async ({ sql, prisma }) => {
    await lockRecipient(sql, id);
    const recipient = await findRecipient(prisma, tenantId, id);
    if (!recipient) return;
    await saveRecipient(prisma, recipient, { ...fieldsOf(recipient), kinds: turnOff(recipient, kinds, 'email') });
  });
}
