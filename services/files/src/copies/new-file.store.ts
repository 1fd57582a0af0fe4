import { at } from '@parley/common/at';
import { AT_ONCE, defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

/** Rows per batch. */
const BATCH = 500;

/**
 * The files of received messages since the watermark, and after one message, that have no row yet; without one for a file that may be seen once.
 * The lock waits for an erasure of the attachment, after which nothing is inserted.
 */
const add = defineStatement({
  name: 'files.add-new-files',
  plan: 'index',
  text: `WITH new AS (
           SELECT f.id, f.tenant_id, f.message_id
             FROM attachments f
             CROSS JOIN LATERAL (
               SELECT FROM messages m
                WHERE m.id = f.message_id AND m.tenant_id = f.tenant_id AND m.direction = 'in'
                  AND m.extra -> 'view_once' IS DISTINCT FROM 'true' LIMIT 1) received
            WHERE f.message_id > greatest((SELECT read_until FROM kept_files_progress), $2)
              AND f.upload_id IS NULL
              AND NOT EXISTS (SELECT 1 FROM kept_files k WHERE k.attachment_id = f.id)
            ORDER BY f.message_id LIMIT ${BATCH}
              FOR KEY SHARE OF f
         ),
         added AS (
           INSERT INTO kept_files (attachment_id, tenant_id, message_id, due_at)
           SELECT id, tenant_id, message_id, $1 FROM new
           ON CONFLICT (attachment_id) DO NOTHING
         )
         SELECT count(*)::int4 AS count, max(message_id) AS last FROM new`,
  params: { now: 'timestamptz', after: 'int8' },
  row: { count: 'int4!', last: 'int8?' },
});

/** At once when there are files since the watermark. */
export const findFilesToRead = defineDue({
  name: 'files.find-files-to-read',
  text: `SELECT ${AT_ONCE} AS due_at FROM attachments
          WHERE message_id > (SELECT read_until FROM kept_files_progress) ORDER BY message_id LIMIT 1`,
});

const advance = defineStatement({
  name: 'files.advance-new-files',
  plan: 'index',
  text: `UPDATE kept_files_progress p SET read_until = least(s.message_id, $2::int8)
           FROM (SELECT f.message_id FROM attachments f
                  WHERE f.message_id > (SELECT read_until FROM kept_files_progress) AND f.created_at < $1
                  ORDER BY f.message_id DESC LIMIT 1) s
          WHERE p.read_until < least(s.message_id, $2::int8)`,
  params: { before: 'timestamptz', atMost: 'int8?' },
});

/** A batch of new files. */
export interface AddedFiles {
  count: number;
  /** The last message whose files are all in the batch, or were there; null of an empty batch. */
  last: string | null;
  /** More may be waiting. */
  isMore: boolean;
}

/** Inserts the rows of a batch of new files of messages after this one. */
export async function addNewFiles(sql: Sql, { now, after }: { now: Date; after: string }): Promise<AddedFiles> {
  const { count, last } = at(await add.all(sql, { now, after }), 0);
  if (count < BATCH || last === null) return { count, last, isMore: false };
  // The last message may have more files than fitted into the batch.
  return { count, last: String(BigInt(last) - 1n), isMore: true };
}

/** Advances the watermark to the newest file from before this time, at most to this message. */
export const advanceNewFiles = (
  sql: Sql,
  { before, atMost }: { before: Date; atMost: string | null },
): Promise<number> => advance.run(sql, { before, atMost });
