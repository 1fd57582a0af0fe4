import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { FileCopy, KeptClaim } from '../domain/kept-file.ts';

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
