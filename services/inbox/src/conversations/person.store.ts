import type { Camel } from '@parley/common/casing/camel';
import { CHANNELS, Channel } from '@parley/common/channels';
import type { ConsentView } from '@parley/common/contracts/operator/consent';
import type { ContactView } from '@parley/common/contracts/operator/erasures';
import type { Sql } from '@parley/database/sql';
import { oneOf, orNull, type RowOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { personOf } from '@parley/messaging/consent/is-opted-out';
import type { z } from 'zod';
import { CONVERSATION, JOINED, VIEWED } from './conversation.store.ts';
import type { ShownPerson } from './show-conversation.rules.ts';

/**
 * The same number is the same person on every channel; a platform's id is only valid on that platform. LIMIT makes the
 * look-up use its index.
 */
const listOfPerson = defineStatement({
  name: 'inbox.conversations-of-person',
  text: `SELECT ${VIEWED}
           FROM (SELECT $2::int4 AS contact_id UNION
                 SELECT a.contact_id FROM contact_addresses a
                  WHERE a.tenant_id = $1 AND a.channel IN ('wa', 'wd') AND a.address = ANY ($3)) w
          CROSS JOIN LATERAL (
            SELECT * FROM conversations e WHERE e.contact_id = w.contact_id AND e.tenant_id = $1
             ORDER BY e.last_message_at DESC LIMIT 100) c ${JOINED}
          ORDER BY c.last_message_at DESC, c.id DESC LIMIT 100`,
  params: { tenantId: 'int4', contactId: 'int4', numbers: 'text[]' },
  row: CONVERSATION,
});

const PERSON = {
  id: true,
  channel: true,
  name: true,
  username: true,
  phone: true,
  addresses: { select: { address: true }, orderBy: { address: 'asc' } },
} as const;

/** The stored form of a phone number; null when it is not a number. */
const phoneOf = (identifier: string): string | null => {
  const digits = identifier.replaceAll(/[\s()-]/g, '').replace(/^\+/, '');
  return /^\d{7,15}$/.test(digits) ? `+${digits}` : null;
};

/** The forms in which an address of a channel can be stored: people who only commented have an address of their own. */
function storedForms(channel: Channel, address: string): string[] {
  const phone = channel === 'wa' || channel === 'wd' ? phoneOf(address) : null;
  return [address, `comment:${address}`, ...(phone ? [phone] : [])];
}

/** The person of a conversation of the tenant, with all their conversations; or null. */
export async function findPersonOf(
  database: Sql & Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  id: number,
): Promise<ShownPerson | null> {
  const found = await database.prisma.conversation.findFirst({
    where: { tenantId, id },
    select: { contact: { select: PERSON } },
  });
  return found && withConversations(database, tenantId, found.contact);
}

/** The person who has an address on a channel, with all their conversations; or null. */
export async function findPersonByAddress(
  database: Sql & Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  channel: Channel,
  address: string,
): Promise<ShownPerson | null> {
  const found = await database.prisma.contactAddress.findFirst({
    where: { tenantId, channel, address: { in: storedForms(channel, address) } },
    select: { contact: { select: PERSON } },
  });
  return found && withConversations(database, tenantId, found.contact);
}

/** A contact as it is read. */
interface StoredPerson {
  id: number;
  channel: string;
  name: string | null;
  username: string | null;
  phone: string | null;
  addresses: readonly { address: string }[];
}

async function withConversations(
  sql: Sql,
  tenantId: number,
  { id, channel, addresses: stored, ...names }: StoredPerson,
): Promise<ShownPerson> {
  const addresses = stored.map(({ address }) => address);
  const numbers = addresses.filter((address) => address.startsWith('+'));
  const conversations = await listOfPerson.all(sql, { tenantId, contactId: id, numbers });
  return { contactId: id, channel: Channel.parse(channel), ...names, addresses, conversations };
}

const DECISION = {
  isOptedOut: 'bool',
  by: orNull(oneOf('customer', 'platform', 'operator')),
  decidedAt: 'timestamptz?',
} as const;

type Consent = Camel<z.infer<typeof ConsentView>>;

/** Converts to the operator API; null, no stored decision, is shown as not opted out. */
const toConsent = (stored: RowOf<typeof DECISION> | null): Consent => ({
  optedOut: stored?.isOptedOut ?? false,
  by: stored?.by ?? null,
  at: stored?.decidedAt?.toISOString() ?? null,
});

const findDecision = defineStatement({
  name: 'inbox.find-consent',
  text: `SELECT s.opted_out AS is_opted_out, s.by, s.decided_at
           FROM conversations c JOIN consents s ON s.contact_id = ${personOf('c')}
          WHERE c.tenant_id = $1 AND c.id = $2`,
  params: { tenantId: 'int4', id: 'int4' },
  row: DECISION,
});

/** The decision of the person of a conversation on marketing messages. */
export const findConsent = async (sql: Sql, tenantId: number, id: number): Promise<Consent> =>
  toConsent(await findDecision.first(sql, { tenantId, id }));

const findDecisionOfContact = defineStatement({
  name: 'inbox.find-consent-of-contact',
  text: 'SELECT s.opted_out AS is_opted_out, s.by, s.decided_at FROM consents s WHERE s.tenant_id = $1 AND s.contact_id = $2',
  params: { tenantId: 'int4', contactId: 'int4' },
  row: DECISION,
});

/** The same of a person. */
export const findConsentOfContact = async (sql: Sql, tenantId: number, contactId: number): Promise<Consent> =>
  toConsent(await findDecisionOfContact.first(sql, { tenantId, contactId }));

/** Locks the person, so that a merge with another contact waits. */
const lockPerson = defineStatement({
  name: 'inbox.lock-person-of-conversation',
  text: `SELECT p.id FROM contacts p
          WHERE p.id = (SELECT ${personOf('c')} FROM conversations c WHERE c.tenant_id = $1 AND c.id = $2)
            FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', id: 'int4' },
  row: { id: 'int4' },
});

const findDecided = defineStatement({
  name: 'inbox.find-decided-person',
  text: `SELECT ${personOf('c')} AS contact_id, c.channel, c.peer, n.external_id, n.number, n.name
           FROM conversations c JOIN channel_accounts n ON n.id = c.channel_account_id
          WHERE c.tenant_id = $1 AND c.id = $2`,
  params: { tenantId: 'int4', id: 'int4' },
  row: {
    contactId: 'int4!',
    channel: oneOf(...CHANNELS),
    peer: 'text',
    externalId: 'text',
    number: 'text?',
    name: 'text',
  },
});

/**
 * Locks the person of a conversation, and returns them with its account, for the event of a decision; null if there is
 * no such conversation. The second statement sees a merge that the lock has waited for.
 */
export async function lockDecidedPerson(sql: Sql, tenantId: number, id: number) {
  await lockPerson.run(sql, { tenantId, id });
  return findDecided.first(sql, { tenantId, id });
}

const listContacts = defineStatement({
  name: 'inbox.find-contacts',
  text: `SELECT p.id, p.channel, p.name, p.username, p.phone,
                ARRAY(SELECT a.address FROM contact_addresses a WHERE a.contact_id = p.id ORDER BY a.address) AS addresses,
                p.created_at
           FROM contacts p
          WHERE p.tenant_id = $1 AND p.id > $5 AND p.id IN (
                  SELECT a.contact_id FROM contact_addresses a WHERE a.tenant_id = $1 AND a.address = ANY ($2)
                   UNION SELECT c.id FROM contacts c WHERE c.tenant_id = $1 AND c.phone = $3
                   UNION SELECT c.id FROM contacts c WHERE c.tenant_id = $1 AND lower(c.username) = lower($4))
          ORDER BY p.id LIMIT $6`,
  params: { tenantId: 'int4', addresses: 'text[]', phone: 'text?', username: 'text', after: 'int4', count: 'int8' },
  row: {
    id: 'int4',
    channel: oneOf(...CHANNELS),
    name: 'text?',
    username: 'text?',
    phone: 'text?',
    addresses: 'text[]!',
    createdAt: 'timestamptz',
  },
});

/** Contacts of a tenant that match an identifier exactly, in order of creation. */
export async function findContacts(
  sql: Sql,
  tenantId: number,
  { identifier, after, count }: { identifier: string; after: number; count: number },
): Promise<Camel<z.infer<typeof ContactView>>[]> {
  const phone = phoneOf(identifier);
  const contacts = await listContacts.all(sql, {
    tenantId,
    addresses: [identifier, `comment:${identifier}`, ...(phone ? [phone] : [])],
    phone,
    username: identifier.replace(/^@/, ''),
    after,
    count: String(count),
  });
  return contacts.map(({ createdAt, ...contact }) => ({ ...contact, createdAt: createdAt.toISOString() }));
}
