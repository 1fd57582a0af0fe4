import { at } from '@parley/common/at';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { STALLED_MS, type Upload, type UploadedSoFar, type UploadRef } from './upload.rules.ts';

type Prisma = Pick<PrismaDatabase, 'prisma'> | Pick<PrismaTransaction, 'prisma'>;

/** Rows per batch. */
const BATCH = 100;

const sumUp = defineStatement({
  name: 'files.sum-up-uploads',
  text: `SELECT coalesce(sum(size), 0)::int8 AS bytes,
                (count(*) FILTER (WHERE created_at > $2::timestamptz - interval '1 hour'))::int4 AS last_hour,
                (count(*) FILTER (WHERE instance_id = $3 AND digest IS NULL AND state = 'fresh'
                                    AND coalesce(writing_at, created_at) > $4))::int4 AS unfinished
           FROM uploads WHERE tenant_id = $1`,
  params: { tenantId: 'int4', now: 'timestamptz', instanceId: 'text?', stalledBefore: 'timestamptz' },
  row: { bytes: 'int8!', lastHour: 'int4!', unfinished: 'int4!' },
});

/** The current uploads of a tenant. */
export async function sumUploads(
  sql: Sql,
  { tenantId, instanceId }: Pick<Upload, 'tenantId' | 'instanceId'>,
  now: Date,
): Promise<UploadedSoFar> {
  const stalledBefore = new Date(now.getTime() - STALLED_MS);
  const { bytes, ...files } = at(await sumUp.all(sql, { tenantId, now, instanceId, stalledBefore }), 0);
  return { bytes: Number(bytes), ...files };
}

export async function insertUpload(
  prisma: Prisma['prisma'],
  { id, tenantId, filename, size, instanceId, createdAt }: Upload,
): Promise<void> {
  await prisma.upload.create({ data: { id, tenantId, filename, size, instanceId, createdAt } });
}

const SHOWN = {
  id: true,
  tenantId: true,
  filename: true,
  size: true,
  received: true,
  mimeType: true,
  instanceId: true,
  digest: true,
  createdAt: true,
} as const;

/** The upload, or null; one that is being removed is not found. */
export const findUpload = ({ prisma }: Prisma, tenantId: number, id: string): Promise<Upload | null> =>
  prisma.upload.findFirst({
    where: { tenantId, id, state: { not: 'removing' } },
    select: SHOWN,
  });

const findLeaving = defineStatement({
  name: 'files.find-leaving',
  text: `SELECT 1 AS found FROM attachments a JOIN messages m ON m.id = a.message_id
          WHERE a.upload_id = $2 AND a.tenant_id = $1 AND m.status = 'sending' LIMIT 1`,
  params: { tenantId: 'int4', uploadId: 'text' },
  row: { found: 'int4!' },
});

/** Whether a message with this file is being sent: a scheduled one may leave long after the upload. */
export const isLeaving = async (sql: Sql, tenantId: number, uploadId: string): Promise<boolean> =>
  (await findLeaving.first(sql, { tenantId, uploadId })) !== null;

/**
 * Claims the next piece for these bytes, which are about to be written; false when the file is being removed, the piece is
 * already stored, or other bytes have claimed it. Only {@link addPiece} ends the claim: the same bytes may be sent again.
 */
export async function beginPiece(
  { prisma }: Prisma,
  { tenantId, id, received }: Upload,
  digest: Uint8Array,
  now: Date,
): Promise<boolean> {
  const pieceDigest = Uint8Array.from(digest);
  const { count } = await prisma.upload.updateMany({
    where: { tenantId, id, received, state: 'fresh', OR: [{ pieceDigest: null }, { pieceDigest }] },
    data: { writingAt: now, pieceDigest },
  });
  return count > 0;
}

/** Records a stored piece; false when the file is being removed, or another call has recorded the piece already. */
export async function addPiece(
  { prisma }: Prisma,
  { tenantId, id, received, mimeType }: Upload,
  offset: number,
): Promise<boolean> {
  const { count } = await prisma.upload.updateMany({
    where: { tenantId, id, received: offset, state: 'fresh' },
    data: { received, mimeType, pieceDigest: null },
  });
  return count > 0;
}

type Keyed = Pick<Upload, 'tenantId'> & { instanceId: string; idempotencyKey: string };

/** The complete upload of a key under its Idempotency-Key, or null; one that began before that time counts no more. */
export const findRepeated = (
  { prisma }: Prisma,
  { tenantId, instanceId, idempotencyKey }: Keyed,
  since: Date,
): Promise<Upload | null> =>
  prisma.upload.findFirst({
    where: { tenantId, instanceId, idempotencyKey, state: { not: 'removing' }, createdAt: { gte: since } },
    select: SHOWN,
  });

/** Frees an Idempotency-Key, whose upload is too old or is being removed. */
export async function freeKey({ prisma }: Prisma, { tenantId, instanceId, idempotencyKey }: Keyed): Promise<void> {
  await prisma.upload.updateMany({ where: { tenantId, instanceId, idempotencyKey }, data: { idempotencyKey: null } });
}

/** Completes a key's upload; false when it is being removed, or has other bytes. */
export async function completeUpload(
  { prisma }: Prisma,
  { id, tenantId, instanceId, filename, received }: Upload,
  { digest, idempotencyKey }: { digest: Uint8Array; idempotencyKey: string | null },
): Promise<boolean> {
  const { count } = await prisma.upload.updateMany({
    where: { id, tenantId, instanceId, received, state: 'fresh', digest: null, pieceDigest: null },
    data: { filename, size: received, digest: Uint8Array.from(digest), idempotencyKey },
  });
  return count > 0;
}

const markStalled = defineStatement({
  name: 'files.mark-interrupted-uploads',
  text: `UPDATE uploads u SET state = 'removing'
          WHERE u.id IN (SELECT id FROM uploads
                          WHERE instance_id IS NOT NULL AND digest IS NULL AND state = 'fresh' AND created_at < $1
                            AND coalesce(writing_at, created_at) < $1
                          ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  params: { before: 'timestamptz' },
});

/** Marks a batch of keys' uploads that have got no piece since then; returns the number of rows. */
export const markInterrupted = (sql: Sql, before: Date): Promise<number> => markStalled.run(sql, { before });

/** The unfinished upload of a key, or null; one that is being removed is found too. */
export const findUnfinished = (
  { prisma }: Prisma,
  { tenantId, instanceId, id }: { tenantId: number; instanceId: string; id: string },
): Promise<UploadRef | null> =>
  prisma.upload.findFirst({
    where: { tenantId, instanceId, id, digest: null },
    select: { id: true, tenantId: true, size: true },
  });

/** Marks an upload whose claimed piece is not written. */
export async function rejectUpload({ prisma }: Prisma, { tenantId, id }: UploadRef): Promise<void> {
  const data = { state: 'removing', pieceDigest: null, writingAt: null };
  await prisma.upload.updateMany({ where: { tenantId, id }, data });
}

/** Deletes the row of a marked upload of which no piece is being written; false when one may be. */
export async function forgetIdle({ prisma }: Prisma, { tenantId, id }: UploadRef): Promise<boolean> {
  const { count } = await prisma.upload.deleteMany({ where: { tenantId, id, state: 'removing', pieceDigest: null } });
  return count > 0;
}

/** Marks the upload: its row and pieces are removed soon. */
export async function dropUpload({ prisma }: Prisma, { tenantId, id }: UploadRef): Promise<void> {
  await prisma.upload.updateMany({ where: { tenantId, id }, data: { state: 'removing' } });
}

const settleFresh = defineStatement({
  name: 'files.settle-old-uploads',
  text: `UPDATE uploads u
            SET state = CASE WHEN EXISTS (SELECT 1 FROM attachments a WHERE a.upload_id = u.id) THEN 'kept' ELSE 'removing' END
          WHERE u.id IN (SELECT id FROM uploads WHERE state = 'fresh' AND created_at < $1
                          ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  params: { before: 'timestamptz' },
});

/**
 * Keeps, in a batch from before this time, files that a message has and marks the rest for removal; returns the number
 * of rows.
 */
export const settleOld = (sql: Sql, before: Date): Promise<number> => settleFresh.run(sql, { before });

const findMarked = defineStatement({
  name: 'files.find-removing-uploads',
  text: `SELECT id, tenant_id, size FROM uploads WHERE state = 'removing' ORDER BY created_at LIMIT ${BATCH}`,
  row: { id: 'text', tenantId: 'int4', size: 'int4' },
});

/** A batch that is marked for removal. */
export const findRemoving = (sql: Sql): Promise<UploadRef[]> => findMarked.all(sql, {});

/** Deletes the row; false when a piece began to be written after this time. */
export async function forgetUpload(
  { prisma }: Prisma,
  { tenantId, id }: UploadRef,
  writtenBefore: Date,
): Promise<boolean> {
  const { count } = await prisma.upload.deleteMany({
    where: { tenantId, id, state: 'removing', OR: [{ writingAt: null }, { writingAt: { lt: writtenBefore } }] },
  });
  return count > 0;
}

/** Marks every upload of the tenant for removal; returns the number of marked ones. */
export async function markUploadsOf({ prisma }: Prisma, tenantId: number): Promise<number> {
  const where = { tenantId, state: { not: 'removing' } };
  return (await prisma.upload.updateMany({ where, data: { state: 'removing' } })).count;
}

/** The number of a tenant's uploads, those that are being removed included. */
export const countUploads = ({ prisma }: Prisma, tenantId: number): Promise<number> =>
  prisma.upload.count({ where: { tenantId } });
