import { at } from '@parley/common/at';
import { TransactionConflict } from '@parley/database/retry-conflicts';
import type { Sql } from '@parley/database/sql';
import { changeConsents } from '@parley/messaging/consent/change-consents';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { findAddresses } from '@parley/messaging/people/contact-statements';
import { addressKey } from '@parley/messaging/people/domain/plan-people';
import { type Applied, nothingApplied } from '../batch/applied.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { accountRef } from '../batch/connected-account.rules.ts';
import type { PreparedMessage } from '../messages/prepare-messages.steps.ts';
import { consentChangeOf, type SpokenConsent } from './spoken-consent.rules.ts';

/** The contact that has each address now; a concurrent merge may have moved it. */
async function contactsOf(sql: Sql, spoken: readonly SpokenConsent[]): Promise<number[]> {
  const addresses = spoken.map(({ account: { tenantId, channel }, from: address }) => ({ tenantId, channel, address }));
  const rows = await findAddresses.all(sql, addresses, {});
  const known = new Map(rows.map((row) => [addressKey(row), row.contactId]));
  return addresses.map((address) => {
    const contactId = known.get(addressKey(address));
    if (contactId === undefined) throw new TransactionConflict('No contact has the address any more.');
    return contactId;
  });
}

/**
 * Stores stop and start words of messages that have just been written, each with one event where it changes the state
 * (docs/reference/consent.md#words). The conversations of the messages are locked. Without such a word no statement is
 * sent.
 */
export async function applyConsentWords(
  { sql, now }: ApplyTransaction,
  messages: readonly PreparedMessage[],
): Promise<Applied> {
  const spoken = messages.flatMap(({ consent }) => consent ?? []);
  if (spoken.length === 0) return nothingApplied();
  const reportedAt = now();
  const contactIds = await contactsOf(sql, spoken);
  const decisions = spoken.map((one, index) => ({
    change: consentChangeOf(one, at(contactIds, index), reportedAt),
    person: {
      channel: one.account.channel,
      conversationId: one.conversationId,
      from: one.from,
      account: accountRef(one.account),
    },
  }));
  const events = await changeConsents(sql, decisions, reportedAt);
  return { ...nothingApplied(), events: events.map((event) => toOutboxRow(event)) };
}
