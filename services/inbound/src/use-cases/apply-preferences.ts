import { changeConsents } from '@parley/messaging/consent/change-consents';
import { optOutEvent } from '@parley/messaging/consent/opt-out-event';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { type Applied, nothingApplied } from '../domain/applied.ts';
import type { ApplyTransaction } from '../domain/apply-transaction.ts';
import { accountRef } from '../domain/connected-account.ts';
import { consentChangeOf } from '../domain/spoken-consent.ts';
import { findConversations } from '../storage/open-send-store.ts';
import type { Preferring } from './lock-preferring.ts';

/**
 * Stores what people chose about marketing messages in the platform's own app, each with one event where it changes the
 * state (docs/reference/consent.md#whatsapp-preferences).
 */
export async function applyPreferences(
  { sql, now }: ApplyTransaction,
  preferring: readonly Preferring[],
): Promise<Applied> {
  if (preferring.length === 0) return nothingApplied();
  const reportedAt = now();
  const changes = preferring.map(({ account, item, contactId }) =>
    consentChangeOf({ ...item, account }, contactId, reportedAt, 'platform'),
  );
  const changed = await changeConsents(sql, changes);
  const conversationIds = await findConversations(
    sql,
    preferring.map(({ account: { id: channelAccountId, tenantId, channel }, item: { from } }) => ({
      channelAccountId,
      tenantId,
      channel,
      addresses: [from.address, ...from.aliases],
    })),
  );
  const events = preferring.flatMap(({ account, item: { from } }, index) => {
    const change = changes[index];
    if (!change || !changed[index]) return [];
    const person = { channel: account.channel, conversationId: conversationIds[index] ?? null, from: from.address };
    return toOutboxRow(optOutEvent(change, { ...person, account: accountRef(account) }, reportedAt));
  });
  const stored = changed.filter(Boolean).length;
  return { ...nothingApplied(), stored, repeated: preferring.length - stored, events };
}
