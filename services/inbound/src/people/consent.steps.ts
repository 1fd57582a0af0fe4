import { at } from '@parley/common/at';
import type { TransactionSql } from '@parley/database/sql';
import { TransactionConflict } from '@parley/database/transactions/retry-conflicts';
import { changeConsents, type ReportedConsent } from '@parley/messaging/consent/change-consents';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { findAddresses } from '@parley/messaging/people/contact-statements';
import { addressKey, type NamedPerson } from '@parley/messaging/people/domain/plan-people';
import { upsertPeople } from '@parley/messaging/people/upsert-people';
import { accountRef } from '../batch/account.rules.ts';
import type { ItemOf, Records } from '../batch/inbound-message.rules.ts';
import { defineKind, type InboundTransaction, nothingApplied } from '../batch/kind.rules.ts';
import { findConversations } from '../receipts/own-send.store.ts';
import { consentChangeOf } from './consent.rules.ts';

/** The decisions of people, and when they were reported. */
interface Decided {
  decisions: ReportedConsent[];
  reportedAt: Date;
}

/** Stores the decisions; returns one event for each that changes the state. */
const store = async ({ sql }: InboundTransaction, { decisions, reportedAt }: Decided) =>
  (await changeConsents(sql, decisions, reportedAt)).map((event) => toOutboxRow(event));

/**
 * Stop and start words of messages that have just been written, each with one event where it changes the state
 * (docs/reference/consent.md#words). The conversations of the messages are locked.
 */
export const spokenConsents = defineKind('spoken', {
  address: ({ account: { tenantId, channel }, from: address }) => ({ tenantId, channel, address }),
  load: ({ sql }, addresses) => findContacts(sql, addresses),
  decide(spoken, contactIds, { now }) {
    const reportedAt = now();
    const decisions = spoken.map(({ account, conversationId, from, ...decision }, index) => ({
      change: consentChangeOf({ account, ...decision }, at(contactIds, index), reportedAt),
      person: { channel: account.channel, conversationId, from, account: accountRef(account) },
    }));
    return { decisions, reportedAt };
  },
  write: async (transaction, decided) => ({ ...nothingApplied(), events: await store(transaction, decided) }),
});

interface ContactAddress {
  tenantId: number;
  channel: string;
  address: string;
}

/** The contact that has each address now; a concurrent merge may have moved it. */
async function findContacts(sql: TransactionSql, addresses: readonly ContactAddress[]): Promise<number[]> {
  const rows = await findAddresses.all(sql, addresses, {});
  const known = new Map(rows.map((row) => [addressKey(row), row.contactId]));
  return addresses.map((address) => {
    const contactId = known.get(addressKey(address));
    if (contactId === undefined) throw new TransactionConflict('No contact has the address any more.');
    return contactId;
  });
}

type Preference = Records['preference'];

/**
 * The choices about marketing messages that people made in the platform's app, each with one event where it changes the
 * state (docs/reference/consent.md#whatsapp-preferences).
 */
export const preferences = defineKind('preference', {
  address: ({ account: { id: channelAccountId, tenantId, channel }, item: { from } }) => ({
    channelAccountId,
    tenantId,
    channel,
    addresses: [from.address, ...from.aliases],
  }),
  load: async ({ sql, contacts }, people, given) => ({
    contactIds: given.map(({ item }) => contactOf(contacts, item)),
    conversationIds: await findConversations(sql, people),
  }),
  decide(given, { contactIds, conversationIds }, { now }) {
    const reportedAt = now();
    const decisions = given.map(({ account, item }, index) => ({
      change: consentChangeOf({ ...item, account }, at(contactIds, index), reportedAt, 'platform'),
      person: {
        channel: account.channel,
        conversationId: at(conversationIds, index),
        from: item.from.address,
        account: accountRef(account),
      },
    }));
    return { decisions, reportedAt };
  },
  async write(transaction, decided) {
    const events = await store(transaction, decided);
    const stored = events.length;
    return { ...nothingApplied(), stored, repeated: decided.decisions.length - stored, events };
  },
});

type Contacts = ReadonlyMap<ItemOf<'preference'>, number>;

function contactOf(contacts: Contacts, item: ItemOf<'preference'>): number {
  const contactId = contacts.get(item);
  if (contactId === undefined) throw new Error('A preference was not locked with the first locks of its transaction.');
  return contactId;
}

/**
 * Finds or creates the contacts of these people, and locks them; before any conversation, by the order of locks. An
 * unknown person gets a contact, so that later sends to them are refused too.
 */
export async function lockPreferring(sql: TransactionSql, given: readonly Preference[]): Promise<Contacts> {
  if (given.length === 0) return new Map();
  const contactIds = await upsertPeople(sql, given.map(toPerson));
  return new Map(given.map(({ item }, index) => [item, at(contactIds, index)]));
}

const toPerson = ({ account: { tenantId, channel }, item: { from } }: Preference): NamedPerson => ({
  tenantId,
  channel,
  addresses: [from.address, ...from.aliases],
  // Retention removes names with the last conversation; this person may never have one.
  name: null,
  username: null,
  phone: null,
});
