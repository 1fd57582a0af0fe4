import { at } from '@parley/common/at';
import { changeConsents } from '@parley/messaging/consent/change-consents';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { type Applied, nothingApplied } from '../batch/applied.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { accountRef } from '../batch/connected-account.rules.ts';
import { findConversations } from '../receipts/open-send.store.ts';
import type { Preferring } from './lock-preferring.steps.ts';
import { consentChangeOf } from './spoken-consent.rules.ts';

/**
 * Stores the choices about marketing messages that people made in the platform's app, each with one event where it
 * changes the state (docs/reference/consent.md#whatsapp-preferences).
 */
export async function applyPreferences(
  { sql, now }: ApplyTransaction,
  preferring: readonly Preferring[],
): Promise<Applied> {
  if (preferring.length === 0) return nothingApplied();
  const reportedAt = now();
  const conversationIds = await findConversations(
    sql,
    preferring.map(({ account: { id: channelAccountId, tenantId, channel }, item: { from } }) => ({
      channelAccountId,
      tenantId,
      channel,
      addresses: [from.address, ...from.aliases],
    })),
  );
  const decisions = preferring.map(({ account, item, contactId }, index) => ({
    change: consentChangeOf({ ...item, account }, contactId, reportedAt, 'platform'),
    person: {
      channel: account.channel,
      conversationId: at(conversationIds, index),
      from: item.from.address,
      account: accountRef(account),
    },
  }));
  const events = await changeConsents(sql, decisions, reportedAt);
  const stored = events.length;
  return {
    ...nothingApplied(),
    stored,
    repeated: preferring.length - stored,
    events: events.map((event) => toOutboxRow(event)),
  };
}
