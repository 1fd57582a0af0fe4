import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { UploadRef } from '../domain/upload.ts';

/** Rows per batch. */
const BATCH = 500;
/** Copies whose bytes are removed per batch. */
const REMOVED = 100;

const markOld = defineStatement({
  name: 'files.mark-old-copies',
  text: `UPDATE kept_files SET state = 'removing'
          WHERE attachment_id IN (SELECT attachment_id FROM kept_files WHERE state = 'kept' AND kept_at <= $1
                                   ORDER BY kept_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  params: { until: 'timestamptz' },
});

/** Marks a batch of copies that were made until this time for removal; returns the number of marked ones. */
export const markOldCopies = (sql: Sql, until: Date): Promise<number> => markOld.run(sql, { until });

/** The newest copies up to the quota stay. */
const markBeyond = defineStatement({
  name: 'files.mark-copies-beyond-quota',
  text: `WITH over AS (
           SELECT k.tenant_id FROM kept_files k
            WHERE k.state = 'kept' AND k.tenant_id IN (SELECT r.tenant_id FROM kept_files r
                                                        WHERE r.state = 'kept' AND r.kept_at >= $1)
            GROUP BY k.tenant_id HAVING sum(k.size) > $2::int8
         ),
         beyond AS (
           SELECT s.attachment_id
             FROM (SELECT k.attachment_id,
                          sum(k.size) OVER (PARTITION BY k.tenant_id ORDER BY k.kept_at DESC, k.attachment_id DESC) AS bytes
                     FROM kept_files k JOIN over o ON o.tenant_id = k.tenant_id WHERE k.state = 'kept') s
            WHERE s.bytes > $2::int8
         )
         UPDATE kept_files k SET state = 'removing' FROM beyond b
          WHERE k.attachment_id = b.attachment_id AND k.state = 'kept'`,
  params: { since: 'timestamptz', quota: 'int8' },
});

/**
 * Marks the oldest copies beyond the quota (bytes) for removal, of the tenants that got a copy since this time; returns
 * the number of marked ones.
 */
export const markCopiesBeyond = (sql: Sql, { since, quota }: { since: Date; quota: number }): Promise<number> =>
  markBeyond.run(sql, { since, quota: String(quota) });

/**
 * A row is deleted only when it cannot be added again: the watermark has passed its message, or its attachment is gone.
 */
const findRemoving = defineStatement({
  name: 'files.find-removed-copies',
  text: `SELECT k.attachment_id AS id, k.tenant_id, k.pieces FROM kept_files k
          WHERE k.state = 'removing' AND (k.writing_at IS NULL OR k.writing_at < $1)
            AND (k.message_id <= (SELECT read_until FROM kept_files_progress)
                 OR NOT EXISTS (SELECT 1 FROM attachments f WHERE f.id = k.attachment_id))
          ORDER BY k.attachment_id LIMIT ${REMOVED}`,
  params: { writtenBefore: 'timestamptz' },
  row: { id: 'text', tenantId: 'int4', pieces: 'int4' },
});

/** A batch of copies that are marked for removal and of which no piece was begun after this time. */
export async function findRemovedCopies(
  sql: Sql,
  writtenBefore: Date,
): Promise<{ copies: UploadRef[]; isMore: boolean }> {
  const rows = await findRemoving.all(sql, { writtenBefore });
  return {
    copies: rows.map(({ id, tenantId, pieces }) => ({ id, tenantId, size: pieces * PIECE_BYTES })),
    isMore: rows.length === REMOVED,
  };
}

const sum = defineStatement({
  name: 'files.sum-up-copies',
  text: `SELECT coalesce(sum(size), 0)::int8 AS bytes FROM kept_files WHERE state = 'kept'`,
  row: { bytes: 'int8!' },
});

/** Bytes of all copies. */
export const sumCopies = async (sql: Sql): Promise<number> => Number((await sum.first(sql, {}))?.bytes ?? 0);

const count = defineStatement({
  name: 'files.count-waiting-files',
  text: `SELECT count(*)::int4 AS waiting FROM kept_files WHERE state = 'waiting'`,
  row: { waiting: 'int4!' },
});

/** Files whose copy is still to be made. */
export const countWaiting = async (sql: Sql): Promise<number> => (await count.first(sql, {}))?.waiting ?? 0;
