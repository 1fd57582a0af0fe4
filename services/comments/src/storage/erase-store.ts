import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Sql } from '@parley/prisma/sql';

const BATCH = 500;

export interface ErasedComments {
  comments: number;
  replies: number;
}

/**
 * Takes text and author out of comments, and the account's answers to them. The rows stay, without content: the platform's
 * own list would bring the comments back as new ones.
 */
const ERASE = (chosen: string): string => `
  WITH erased AS (
         UPDATE comments c SET text = '', author_id = '', author_name = '', conversation_id = NULL, erased_at = $1
          WHERE c.id IN (${chosen}) RETURNING c.id, c.channel_account_id, c.comment_id),
       answers AS (
         UPDATE comments o SET text = '', author_id = '', author_name = '', erased_at = $1
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
  SELECT (SELECT count(*)::int FROM erased) AS comments,
         (SELECT count(*)::int FROM answers) + (SELECT count(*)::int FROM posted) AS replies`;

const first = (rows: ErasedComments[]): ErasedComments => rows[0] ?? { comments: 0, replies: 0 };

/** A batch of the person's comments. */
export async function eraseCommentsOf(sql: Sql, person: ErasedPerson, now: Date): Promise<ErasedComments> {
  const authors = person.addresses.map((address) => address.replace(/^comment:/, ''));
  const { rows } = await sql.query<ErasedComments>({
    name: 'comments-erase-person',
    text: ERASE(`(SELECT id FROM comments WHERE conversation_id = ANY ($2) AND tenant_id = $3 AND erased_at IS NULL LIMIT ${BATCH})
                 UNION
                 (SELECT id FROM comments WHERE tenant_id = $3 AND author_id = ANY ($4) AND author_id <> '' AND channel = $5
                     AND created_at <= $6 AND erased_at IS NULL LIMIT ${BATCH})`),
    values: [now, person.conversation_ids, person.tenant_id, authors, person.channel, person.found_at],
  });
  return first(rows);
}

/** A batch of the comments of a tenant that are older than this. */
export async function eraseCommentsBefore(sql: Sql, tenantId: number, before: Date, now: Date): Promise<number> {
  const { rows } = await sql.query<ErasedComments>({
    name: 'comments-erase-before',
    text: ERASE(
      `SELECT id FROM comments WHERE tenant_id = $2 AND created_at < $3 AND erased_at IS NULL ORDER BY created_at LIMIT ${BATCH}`,
    ),
    values: [now, tenantId, before],
  });
  return first(rows).comments;
}

/** A batch of everything that is kept of a tenant. */
export async function removeCommentsOfTenant(sql: Sql, tenantId: number): Promise<Record<string, number>> {
  const { rows } = await sql.query<Record<string, number>>({
    name: 'comments-remove-tenant',
    text: `WITH accounts AS MATERIALIZED (SELECT id FROM channel_accounts WHERE tenant_id = $1),
                gone AS (DELETE FROM comments WHERE id IN (SELECT id FROM comments WHERE tenant_id = $1 LIMIT ${BATCH}) RETURNING 1),
                posted AS (
                  DELETE FROM comment_replies WHERE id IN (SELECT id FROM comment_replies WHERE tenant_id = $1 LIMIT ${BATCH}) RETURNING 1),
                polls AS (DELETE FROM comment_polls WHERE tenant_id = $1 RETURNING 1),
                threads AS (
                  DELETE FROM comment_threads WHERE (channel_account_id, comment_id) IN (
                    SELECT t.channel_account_id, t.comment_id FROM comment_threads t
                     WHERE t.channel_account_id IN (SELECT id FROM accounts) LIMIT ${BATCH}) RETURNING 1)
           SELECT (SELECT count(*)::int FROM gone) AS comments, (SELECT count(*)::int FROM posted) AS replies,
                  (SELECT count(*)::int FROM polls) AS polls, (SELECT count(*)::int FROM threads) AS threads`,
    values: [tenantId],
  });
  return rows[0] ?? {};
}
