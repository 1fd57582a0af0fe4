import { CHANNELS } from '@parley/common/channels';
import { oneOf, orNull } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { personOf } from '@parley/messaging/consent/is-opted-out';
import type { StoredConsent } from '../domain/show-consent.ts';

const find = defineStatement({
  name: 'inbox.find-consent',
  text: `SELECT s.opted_out AS is_opted_out, s.by, s.decided_at
           FROM conversations c JOIN consents s ON s.contact_id = ${personOf('c')}
          WHERE c.tenant_id = $1 AND c.id = $2`,
  params: { tenantId: 'int4', id: 'int4' },
  row: { isOptedOut: 'bool', by: orNull(oneOf('customer', 'platform', 'operator')), decidedAt: 'timestamptz?' },
});

/** The stored decision of the person of a conversation on marketing messages; null if there is none. */
export const findConsent = (sql: Sql, tenantId: number, id: number): Promise<StoredConsent | null> =>
  find.first(sql, { tenantId, id });

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
