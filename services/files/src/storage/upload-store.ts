import type { Database } from '@parley/database/connect-database';
import { lockTenant } from '@parley/database/lock-tenant';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { defineStatement } from '@parley/database/statement';
import type { UploadedSoFar } from '../domain/decide-upload.ts';
import type { Upload } from '../domain/upload.ts';
import type { UploadStore } from '../use-cases/receive-upload.ts';
import type { UploadSweepStore } from '../use-cases/sweep-uploads.ts';

/** Rows per batch. */
const BATCH = 100;

const sumUp = defineStatement({
  name: 'files.sum-up-uploads',
  text: `SELECT coalesce(sum(size), 0)::int8 AS bytes,
                (count(*) FILTER (WHERE created_at > $2::timestamptz - interval '1 hour'))::int4 AS last_hour
           FROM uploads WHERE tenant_id = $1`,
  params: { tenantId: 'int4', now: 'timestamptz' },
  row: { bytes: 'int8!', lastHour: 'int4!' },
});

/** Locks the tenant's row from the sum to the commit, so that two uploads cannot both take the last free space. */
async function insertUnless<Refusal>(
  { prisma, sql }: PrismaTransaction,
  { id, tenantId, filename, size, createdAt }: Upload,
  decide: (soFar: UploadedSoFar) => Refusal | null,
): Promise<Refusal | null> {
  await lockTenant(sql, tenantId);
  const soFar = await sumUp.first(sql, { tenantId, now: createdAt });
  const refusal = decide({ bytes: Number(soFar?.bytes ?? 0), lastHour: soFar?.lastHour ?? 0 });
  if (refusal === null) await prisma.upload.create({ data: { id, tenantId, filename, size, createdAt } });
  return refusal;
}

/** Uploads in PostgreSQL; uploads that are being removed are not found. */
export const makeUploadStore = (
  database: Pick<Database, 'prismaTransaction'>,
  reading: Pick<PrismaDatabase, 'prisma'>,
): UploadStore => ({
  insertUnless: (upload, decide) =>
    database.prismaTransaction((transaction) => insertUnless(transaction, upload, decide)),
  find: (tenantId, id) =>
    reading.prisma.upload.findFirst({
      where: { tenantId, id, state: { not: 'removing' } },
      select: { id: true, tenantId: true, filename: true, size: true, received: true, mimeType: true, createdAt: true },
    }),
  async beginPiece({ tenantId, id, received }, digest, now) {
    const pieceDigest = Uint8Array.from(digest);
    const { count } = await reading.prisma.upload.updateMany({
      where: { tenantId, id, received, state: 'fresh', OR: [{ pieceDigest: null }, { pieceDigest }] },
      data: { writingAt: now, pieceDigest },
    });
    return count > 0;
  },
  async addPiece({ tenantId, id, received, mimeType }, offset) {
    const { count } = await reading.prisma.upload.updateMany({
      where: { tenantId, id, received: offset, state: 'fresh' },
      data: { received, mimeType, pieceDigest: null },
    });
    return count > 0;
  },
  async drop({ tenantId, id }) {
    await reading.prisma.upload.updateMany({ where: { tenantId, id }, data: { state: 'removing' } });
  },
});

const settleOld = defineStatement({
  name: 'files.settle-old-uploads',
  text: `UPDATE uploads u
            SET state = CASE WHEN EXISTS (SELECT 1 FROM attachments a WHERE a.upload_id = u.id) THEN 'kept' ELSE 'removing' END
          WHERE u.id IN (SELECT id FROM uploads WHERE state = 'fresh' AND created_at < $1
                          ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  params: { before: 'timestamptz' },
});

/** The PostgreSQL steps of the sweep. */
export const makeUploadSweepStore = (database: Pick<Database, 'prisma' | 'query'>): UploadSweepStore => ({
  settleOld: (before) => settleOld.run(database, { before }),
  findRemoving: () =>
    database.prisma.upload.findMany({
      where: { state: 'removing' },
      select: { id: true, tenantId: true, size: true },
      orderBy: { createdAt: 'asc' },
      take: BATCH,
    }),
  async forget({ tenantId, id }, writtenBefore) {
    const { count } = await database.prisma.upload.deleteMany({
      where: { tenantId, id, state: 'removing', OR: [{ writingAt: null }, { writingAt: { lt: writtenBefore } }] },
    });
    return count > 0;
  },
});

/** Marks every upload of the tenant for removal; returns the number of marked ones. */
export async function removeUploadsOf({ prisma }: Pick<Database, 'prisma'>, tenantId: number): Promise<number> {
  const where = { tenantId, state: { not: 'removing' } };
  return (await prisma.upload.updateMany({ where, data: { state: 'removing' } })).count;
}

/** The number of a tenant's uploads, those that are being removed included. */
export const countUploads = ({ prisma }: Pick<Database, 'prisma'>, tenantId: number): Promise<number> =>
  prisma.upload.count({ where: { tenantId } });
