import { TransactionConflict } from '@parley/database/retry-conflicts';
import type { Sql } from '@parley/database/sql';
import { changeConsents } from '@parley/messaging/consent/change-consents';
import { optOutEvent } from '@parley/messaging/consent/opt-out-event';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { findAddresses } from '@parley/messaging/people/contact-statements';
import { type Applied, nothingApplied } from '../domain/applied.ts';
import type { ApplyTransaction } from '../domain/apply-transaction.ts';
import { accountRef } from '../domain/connected-account.ts';
import { consentChangeOf, type SpokenConsent } from '../domain/spoken-consent.ts';
import type { PreparedMessage } from './prepare-messages.ts';

/** The contact of each address: the one that has it now, not the one that a concurrent merge took it from. */
async function contactsOf(sql: Sql, spoken: readonly SpokenConsent[]): Promise<number[]> {
  const rows = await findAddresses.all(
    sql,
    spoken.map(({ account: { tenantId, channel }, from: address }) => ({ tenantId, channel, address })),
    {},
  );
  const keyOf = (tenantId: number, channel: string, address: string) => `${tenantId} ${channel} ${address}`;
  const known = new Map(rows.map((row) => [keyOf(row.tenantId, row.channel, row.address), row.contactId]));
  return spoken.map(({ account: { tenantId, channel }, from }) => {
    const contactId = known.get(keyOf(tenantId, channel, from));
    if (contactId === undefined) throw new TransactionConflict('A person has lost their address.');
    return contactId;
  });
}

/**
 * Stores stop and start words of messages that have just been written, each with one event where it changes the state
 * (docs/reference/consent.md#words). The conversations of the messages are locked. Without such a word nothing is sent.
 */
export async function applyConsentWords(
  { sql, now }: ApplyTransaction,
  messages: readonly PreparedMessage[],
): Promise<Applied> {
  const spoken = messages.flatMap(({ consent }) => consent ?? []);
  if (spoken.length === 0) return nothingApplied();
  const reportedAt = now();
  const contactIds = await contactsOf(sql, spoken);
  const changes = spoken.map((one, index) => consentChangeOf(one, contactIds[index] ?? 0, reportedAt));
  const changed = await changeConsents(sql, changes);
  const events = spoken.flatMap(({ account, conversationId, from }, index) => {
    const change = changes[index];
    if (!change || !changed[index]) return [];
    const person = { channel: account.channel, conversationId, from, account: accountRef(account) };
    return toOutboxRow(optOutEvent(change, person, reportedAt));
  });
  return { ...nothingApplied(), events };
}
