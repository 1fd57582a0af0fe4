import type { Database } from '@parley/database/connection/connect-database';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { isOptedOut } from '@parley/messaging/consent/is-opted-out';
import type { Retention } from '@parley/messaging/retention';
import { slotOf } from '../conversations/conversation.store.ts';
import { type ErasedRows, removeContacts, removeMessages, UNDER_WAY } from './erase.store.ts';

const BATCH = 500;
/** Longer than any of our transactions may take. */
const DETACHED_FOR = `interval '1 minute'`;

/**
 * Removes a batch of the tenant's messages stored before the retention; sends in progress stay until they are settled.
 */
export async function removeOldMessages(
  { prisma, sql }: PrismaTransaction,
  { tenantId, before }: Retention,
): Promise<ErasedRows> {
  const rows = await prisma.message.findMany({
    where: { tenantId, createdAt: { lt: before }, status: { notIn: [...UNDER_WAY] } },
    select: { id: true },
    orderBy: { createdAt: 'asc' },
    take: BATCH,
  });
  return removeMessages(
    sql,
    rows.map(({ id }) => String(id)),
  );
}

const deleteSilent = defineStatement({
  name: 'inbox.remove-silent',
  text: `DELETE FROM conversations WHERE last_message_at < $2 AND id IN (
           SELECT c.id FROM conversations c
            WHERE c.tenant_id = $1 AND c.active_slot <= ${slotOf('$2')} AND c.last_message_at < $2 AND c.created_at < $2
              AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id)
              AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.conversation_id = c.id)
              AND NOT EXISTS (SELECT 1 FROM comments o WHERE o.conversation_id = c.id AND o.erased_at IS NULL)
            LIMIT ${BATCH})
         RETURNING contact_id`,
  params: { tenantId: 'int4', before: 'timestamptz' },
  row: { contactId: 'int4' },
});

const detach = defineStatement({
  name: 'inbox.detach-silent',
  text: `WITH silent AS (
           SELECT p.id, ${isOptedOut('p.id')} AS is_kept FROM contacts p
            WHERE p.id = ANY ($1) AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.contact_id = p.id)),
         kept AS (
           UPDATE contacts p SET name = NULL, username = NULL, phone = NULL, words = NULL
             FROM silent WHERE p.id = silent.id AND silent.is_kept),
         alone AS (
           UPDATE contacts p SET detached_at = now(), words = NULL FROM silent
            WHERE p.id = silent.id AND NOT silent.is_kept RETURNING p.id)
         DELETE FROM contact_addresses a USING alone WHERE a.contact_id = alone.id`,
  params: { contactIds: 'int4[]' },
});

/**
 * Deletes a batch of empty conversations without activity for the same time. People without another conversation are
 * erased: their addresses are deleted now, so that a new message creates a new contact. People who opted out of
 * marketing keep their addresses, and nothing else, so that the opt-out still applies to them.
 */
export async function removeSilent(sql: Sql, retention: Retention): Promise<number> {
  const rows = await deleteSilent.all(sql, retention);
  await detach.run(sql, { contactIds: rows.map(({ contactId }) => contactId) });
  return rows.length;
}

const detached = defineStatement({
  name: 'inbox.detached-contacts',
  text: `SELECT id FROM contacts
          WHERE detached_at < now() - ${DETACHED_FOR}
            AND detached_at + ${DETACHED_FOR} < coalesce((SELECT min(xact_start) FROM pg_stat_activity
                  WHERE datname = current_database() AND backend_type = 'client backend'), now())
            AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.contact_id = contacts.id)
          LIMIT ${BATCH}`,
  row: { id: 'int4' },
});

/** Removes a batch of contacts whose addresses were deleted before any running transaction began. */
export async function removeDetached(sql: Sql): Promise<number> {
  const rows = await detached.all(sql, {});
  const { contacts = 0 } = await removeContacts(
    sql,
    rows.map(({ id }) => id),
  );
  return contacts;
}

/** Removes a batch of the tenant's notes that were written before the retention. */
export async function removeOldNotes(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  { tenantId, before }: Retention,
): Promise<number> {
  const where = { tenantId, createdAt: { lt: before } };
  const rows = await prisma.note.findMany({ where, select: { id: true }, orderBy: { createdAt: 'asc' }, take: BATCH });
  return (await prisma.note.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })).count;
}

/** Deletes quarantined elements that are older than the retention of messages. */
export async function removeOldQuarantined(
  { prisma }: Pick<Database, 'prisma'>,
  { tenantId, before }: Retention,
): Promise<void> {
  await prisma.quarantinedElement.deleteMany({ where: { tenantId, firstAt: { lt: before } } });
}
