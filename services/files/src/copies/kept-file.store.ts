import { at } from '@parley/common/at';
import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import type { UploadRef } from '../uploads/upload.rules.ts';
import type { FileCopy, KeptClaim } from './kept-file.rules.ts';

type Prisma = Pick<PrismaDatabase, 'prisma'>;
type KeptRef = Pick<KeptClaim, 'tenantId' | 'id'>;

/**
 * Starts after the tenant that was served last, so that tenants take turns. Tenants with waiting files are found by
 * steps in the index, however many files one of them has.
 */
const claim = defineStatement({
  name: 'files.claim-kept-files',
  plan: 'index',
  text: `WITH RECURSIVE owners AS (
           (SELECT k.tenant_id FROM kept_files k WHERE k.state = 'waiting' AND k.tenant_id > $2
             ORDER BY k.tenant_id LIMIT 1)
            UNION ALL
           SELECT (SELECT k.tenant_id FROM kept_files k WHERE k.state = 'waiting' AND k.tenant_id > o.tenant_id
                    ORDER BY k.tenant_id LIMIT 1)
             FROM owners o WHERE o.tenant_id IS NOT NULL
         ),
         due AS MATERIALIZED (
           SELECT d.attachment_id
             FROM owners o
             CROSS JOIN LATERAL (
               SELECT k.attachment_id FROM kept_files k
                WHERE k.state = 'waiting' AND k.tenant_id = o.tenant_id AND k.due_at <= $1
                ORDER BY k.due_at LIMIT 1 FOR UPDATE SKIP LOCKED) d
            WHERE o.tenant_id <> ALL ($3::int4[])
            LIMIT $4
         )
         UPDATE kept_files k SET attempts = k.attempts + 1, holder = $5, due_at = $6
           FROM due WHERE k.attachment_id = due.attachment_id
         RETURNING k.attachment_id AS id, k.tenant_id, k.holder, k.attempts`,
  params: {
    now: 'timestamptz',
    after: 'int4',
    busy: 'int4[]',
    limit: 'int8',
    holder: 'text',
    leaseUntil: 'timestamptz',
  },
  row: { id: 'text', tenantId: 'int4', holder: 'text!', attempts: 'int4' },
});

/** Claims due files, at most one of each tenant that is not busy, in order of the tenants after this one. */
export async function claimFiles(
  sql: Sql,
  wanted: { now: Date; after: number; busy: readonly number[]; limit: number; holder: string; leaseUntil: Date },
): Promise<KeptClaim[]> {
  const rows = await claim.all(sql, { ...wanted, busy: [...wanted.busy], limit: String(wanted.limit) });
  return rows.sort((one, other) => one.tenantId - other.tenantId);
}

const held = ({ tenantId, id, holder }: KeptClaim) => ({ tenantId, attachmentId: id, state: 'waiting', holder });

/** The number of pieces only grows: an earlier attempt may have stored more of them. */
const begin = defineStatement({
  name: 'files.begin-kept-piece',
  text: `UPDATE kept_files SET writing_at = $4, due_at = $5, pieces = greatest(pieces, $6)
          WHERE tenant_id = $1 AND attachment_id = $2 AND state = 'waiting' AND holder = $3`,
  params: {
    tenantId: 'int4',
    id: 'text',
    holder: 'text',
    now: 'timestamptz',
    leaseUntil: 'timestamptz',
    pieces: 'int4',
  },
});

/** Begins the write of a piece and extends the lease; false when the claim has ended. */
export const beginKeptPiece = async (
  sql: Sql,
  { tenantId, id, holder }: KeptClaim,
  step: { pieces: number; now: Date; leaseUntil: Date },
): Promise<boolean> => (await begin.run(sql, { tenantId, id, holder, ...step })) > 0;

/** Records a finished copy, of which nothing is being written any more; false when the claim has ended. */
export async function finishKept({ prisma }: Prisma, claimed: KeptClaim, copy: FileCopy, now: Date): Promise<boolean> {
  const { count } = await prisma.keptFile.updateMany({
    where: held(claimed),
    data: { state: 'kept', holder: null, writingAt: null, keptAt: now, ...copy },
  });
  return count > 0;
}

/** Ends a claim: the file is fetched again at this moment. */
export async function releaseKept(
  { prisma }: Prisma,
  claimed: KeptClaim,
  { at, counts }: { at: Date; counts: boolean },
): Promise<void> {
  const attempts = counts ? claimed.attempts : claimed.attempts - 1;
  await prisma.keptFile.updateMany({ where: held(claimed), data: { holder: null, dueAt: at, attempts } });
}

/** Ends a claim: no copy is made, and pieces of attempts are removed. */
export async function dropKept({ prisma }: Prisma, claimed: KeptClaim): Promise<void> {
  await prisma.keptFile.updateMany({ where: held(claimed), data: { holder: null, state: 'removing' } });
}

/** Marks every copy of the tenant for removal; returns the number of marked ones. */
export async function markKeptOf({ prisma }: Prisma, tenantId: number): Promise<number> {
  const where = { tenantId, state: { not: 'removing' } };
  return (await prisma.keptFile.updateMany({ where, data: { state: 'removing', holder: null } })).count;
}

/** The number of a tenant's copies, those that are being made or removed included. */
export const countKept = ({ prisma }: Prisma, tenantId: number): Promise<number> =>
  prisma.keptFile.count({ where: { tenantId } });

/** Deletes the row of a removed copy. */
export async function forgetKept({ prisma }: Prisma, { tenantId, id }: KeptRef): Promise<void> {
  await prisma.keptFile.deleteMany({ where: { tenantId, attachmentId: id, state: 'removing' } });
}

/** Rows per batch. */
const MARKED = 500;
/** Copies whose bytes are removed per batch. */
const REMOVED = 100;

const markOld = defineStatement({
  name: 'files.mark-old-copies',
  text: `UPDATE kept_files SET state = 'removing'
          WHERE attachment_id IN (SELECT attachment_id FROM kept_files WHERE state = 'kept' AND kept_at <= $1
                                   ORDER BY kept_at LIMIT ${MARKED} FOR UPDATE SKIP LOCKED)`,
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

const sumKept = defineStatement({
  name: 'files.sum-up-copies',
  text: `SELECT coalesce(sum(size), 0)::int8 AS bytes FROM kept_files WHERE state = 'kept'`,
  row: { bytes: 'int8!' },
});

/** Bytes of all copies. */
export const sumCopies = async (sql: Sql): Promise<number> => Number(at(await sumKept.all(sql, {}), 0).bytes);

const countDue = defineStatement({
  name: 'files.count-waiting-files',
  text: `SELECT count(*)::int4 AS waiting FROM kept_files WHERE state = 'waiting'`,
  row: { waiting: 'int4!' },
});

/** Files whose copy is still to be made. */
export const countWaiting = async (sql: Sql): Promise<number> => at(await countDue.all(sql, {}), 0).waiting;
