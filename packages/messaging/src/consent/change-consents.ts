import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { NewEvent } from '../outbox/new-event.ts';
import { type ConsentChange, decideConsents } from './decide-consents.ts';
import { type DecidedPerson, optOutEvent } from './opt-out-event.ts';

/** A row for each person, so that concurrent decisions wait for each other. */
const ensure = defineBatchStatement({
  name: 'consent.ensure',
  plan: 'index',
  text: `INSERT INTO consents (contact_id, tenant_id)
         SELECT contact_id, tenant_id FROM unnest($1::int4[], $2::int4[]) AS w(contact_id, tenant_id) ORDER BY contact_id
         ON CONFLICT DO NOTHING`,
  items: { contactId: 'int4', tenantId: 'int4' },
});

const lock = defineStatement({
  name: 'consent.lock',
  plan: 'index',
  text: `SELECT contact_id, opted_out AS is_opted_out, decided_at FROM consents
          WHERE contact_id = ANY ($1) ORDER BY contact_id FOR NO KEY UPDATE`,
  params: { contactIds: 'int4[]' },
  row: { contactId: 'int4', isOptedOut: 'bool', decidedAt: 'timestamptz?' },
});

const write = defineBatchStatement({
  name: 'consent.write',
  plan: 'index',
  text: `UPDATE consents c SET opted_out = w.is_opted_out, by = w.by, decided_at = w.at
           FROM unnest($1::int4[], $2::bool[], $3::text[], $4::timestamptz[]) AS w(contact_id, is_opted_out, by, at)
          WHERE c.contact_id = w.contact_id`,
  items: { contactId: 'int4', isOptedOut: 'bool', by: 'text', at: 'timestamptz' },
});

/** A decision, and its person as events show them. */
export interface ReportedConsent {
  change: ConsentChange;
  person: DecidedPerson;
}

/**
 * Stores decisions about people, in order, in the transaction of their cause. Returns an event for each one that changed
 * its person's state. Locks last, after messages: the caller has already locked the contacts, or a conversation of each.
 */
export async function changeConsents(
  sql: Sql,
  decisions: readonly ReportedConsent[],
  reportedAt: Date,
): Promise<NewEvent<'contact.opt_out'>[]> {
  const changes = decisions.map(({ change }) => change);
  const people = [...new Map(changes.map((change) => [change.contactId, change])).values()];
  await ensure.run(sql, people, {});
  const held = await lock.all(sql, { contactIds: people.map(({ contactId }) => contactId) });
  const { writes, changed } = decideConsents(held, changes);
  await write.run(sql, writes, {});
  return decisions.flatMap(({ change, person }, index) =>
    changed[index] ? [optOutEvent(change, person, reportedAt)] : [],
  );
}
