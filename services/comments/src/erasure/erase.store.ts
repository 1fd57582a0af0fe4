import { at } from '@parley/common/at';
import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const BATCH = 500;

/**
 * Removes text and author from comments and from the account's answers to them. The rows stay without content:
 * otherwise the platform's list would restore the comments as new ones.
 */
const ERASE = (chosen: string): string => `
  WITH erased AS (
         UPDATE comments c SET text = '', media = '[]', author_id = '', author_name = '', conversation_id = NULL, erased_at = $1
          WHERE c.id IN (${chosen}) RETURNING c.id, c.channel_account_id, c.comment_id),
       answers AS (
         UPDATE comments o SET text = '', media = '[]', author_id = '', author_name = '', erased_at = $1
           FROM erased e WHERE o.channel_account_id = e.channel_account_id AND o.parent_id = e.comment_id AND o.is_own
            AND o.erased_at IS NULL AND o.id NOT IN (SELECT id FROM erased)
         RETURNING 1),
       kept AS (
         DELETE FROM idempotency_keys k USING erased e JOIN comment_replies r ON r.comment_row_id = e.id
          WHERE k.instance_id = r.instance_id AND k.action = 'comment-reply' AND k.key = r.idempotency_key),
       posted AS (
         UPDATE comment_replies r SET text = '', private_message = NULL, idempotency_key = NULL
           FROM erased e WHERE r.comment_row_id = e.id
         RETURNING 1)
  SELECT (SELECT count(*)::int4 FROM erased) AS comments,
         (SELECT count(*)::int4 FROM answers) + (SELECT count(*)::int4 FROM posted) AS replies`;
const ERASED = { comments: 'int4!', replies: 'int4!' } as const;

const erasePerson = defineStatement({
  name: 'comments.erase-person',
  text: ERASE(`(SELECT id FROM comments WHERE conversation_id = ANY ($2) AND tenant_id = $3 AND erased_at IS NULL LIMIT ${BATCH})
               UNION
               (SELECT id FROM comments WHERE tenant_id = $3 AND author_id = ANY ($4) AND author_id <> '' AND channel = $5
                   AND created_at <= $6 AND erased_at IS NULL LIMIT ${BATCH})`),
  params: {
    now: 'timestamptz',
    conversationIds: 'int4[]',
    tenantId: 'int4',
    authors: 'text[]',
    channel: 'text',
    foundAt: 'timestamptz',
  },
  row: ERASED,
});

/** Erases a batch of the person's comments, and the answers to them; returns rows by kind. */
export async function eraseBatchOfPerson(sql: Sql, person: ErasedPerson, now: Date): Promise<Record<string, number>> {
  const erased = await erasePerson.all(sql, {
    now,
    conversationIds: person.conversationIds,
    tenantId: person.tenantId,
    authors: person.addresses.map((address) => address.replace(/^comment:/, '')),
    channel: person.channel,
    foundAt: new Date(person.foundAt),
  });
  return at(erased, 0);
}

const eraseOld = defineStatement({
  name: 'comments.erase-before',
  text: ERASE(
    `SELECT id FROM comments WHERE tenant_id = $2 AND created_at < $3 AND erased_at IS NULL ORDER BY created_at LIMIT ${BATCH}`,
  ),
  params: { now: 'timestamptz', tenantId: 'int4', before: 'timestamptz' },
  row: ERASED,
});

/** Erases a batch of the tenant's comments that are older than this; returns how many. */
export async function eraseBatchBefore(sql: Sql, tenantId: number, before: Date, now: Date): Promise<number> {
  return at(await eraseOld.all(sql, { now, tenantId, before }), 0).comments;
}

const removeOfTenant = defineStatement({
  name: 'comments.remove-of-tenant',
  text: `WITH accounts AS MATERIALIZED (SELECT id FROM channel_accounts WHERE tenant_id = $1),
              gone AS (DELETE FROM comments WHERE id IN (SELECT id FROM comments WHERE tenant_id = $1 LIMIT ${BATCH}) RETURNING 1),
              posted AS (
                DELETE FROM comment_replies WHERE id IN (SELECT id FROM comment_replies WHERE tenant_id = $1 LIMIT ${BATCH}) RETURNING 1),
              polls AS (DELETE FROM comment_polls WHERE tenant_id = $1 RETURNING 1),
              threads AS (
                DELETE FROM comment_threads WHERE (channel_account_id, comment_id) IN (
                  SELECT t.channel_account_id, t.comment_id FROM comment_threads t
                   WHERE t.channel_account_id IN (SELECT id FROM accounts) LIMIT ${BATCH}) RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM gone) AS comments, (SELECT count(*)::int4 FROM posted) AS replies,
                (SELECT count(*)::int4 FROM polls) AS polls, (SELECT count(*)::int4 FROM threads) AS threads`,
  params: { tenantId: 'int4' },
  row: { comments: 'int4!', replies: 'int4!', polls: 'int4!', threads: 'int4!' },
});

/** Deletes a batch of a tenant's data; returns rows by kind. */
export async function removeBatchOfTenant(sql: Sql, tenantId: number): Promise<Record<string, number>> {
  return at(await removeOfTenant.all(sql, { tenantId }), 0);
}
