import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { MediaFile } from '../domain/media-source.ts';
import type { Size } from '../domain/read-image-header.ts';

/** Thumbnails that a deployment keeps, and for how long; a removed one is made again on request. */
const KEPT = 20_000;
const KEPT_FOR = `interval '30 days'`;
/** How long a failure is remembered: the machine may only have been too busy. */
const REFUSED_FOR = `interval '1 day'`;
const BATCH = 500;

/** The lock waits for an erasure of the attachment; after that no row is inserted. */
const keep = defineStatement({
  name: 'files.keep-thumbnail',
  text: `INSERT INTO thumbnails (attachment_id, tenant_id, picture)
         SELECT f.id, f.tenant_id, $3 FROM attachments f WHERE f.id = $2 AND f.tenant_id = $1 FOR KEY SHARE
         ON CONFLICT (attachment_id) DO NOTHING`,
  params: { tenantId: 'int4', attachmentId: 'text', picture: 'bytea?' },
});

const drop = defineStatement({
  name: 'files.drop-thumbnails',
  text: `DELETE FROM thumbnails WHERE attachment_id IN (
           SELECT attachment_id FROM (
             SELECT attachment_id FROM thumbnails ORDER BY made_at DESC, attachment_id DESC OFFSET $1::int4 LIMIT ${BATCH}) beyond
            UNION ALL
           SELECT attachment_id FROM (
             SELECT attachment_id FROM thumbnails
              WHERE made_at < now() - ${KEPT_FOR} OR (picture IS NULL AND made_at < now() - ${REFUSED_FOR})
              ORDER BY made_at LIMIT ${BATCH}) old)`,
  params: { kept: 'int4' },
});

type ThumbnailRef = Pick<MediaFile, 'tenantId' | 'id'>;
const purposeOf = ({ tenantId, id }: ThumbnailRef): string => `thumbnail ${tenantId} ${id}`;

/** The stored thumbnail of an attachment: a JPEG, or a null picture when none can be made. */
export async function findThumbnail(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  cipher: Pick<Cipher, 'open'>,
  { tenantId, id }: ThumbnailRef,
): Promise<{ picture: Uint8Array | null } | null> {
  const row = await prisma.thumbnail.findFirst({ where: { tenantId, attachmentId: id }, select: { picture: true } });
  return row && { picture: row.picture && cipher.open(row.picture, purposeOf({ tenantId, id })) };
}

/** Stores a thumbnail, encrypted; nothing when the attachment is gone. It is deleted with its attachment. */
export async function keepThumbnail(
  sql: Sql,
  cipher: Pick<Cipher, 'seal'>,
  { tenantId, id }: ThumbnailRef,
  picture: Uint8Array | null,
): Promise<void> {
  const sealed = picture && cipher.seal(picture, purposeOf({ tenantId, id }));
  await keep.run(sql, { tenantId, attachmentId: id, picture: sealed });
}

/** Stores the picture's displayed size, so that later pages can reserve its space. */
export async function keepSize(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  { tenantId, id }: ThumbnailRef,
  size: Size,
): Promise<void> {
  await prisma.attachment.updateMany({ where: { tenantId, id, width: null }, data: size });
}

/** Removes a batch of old thumbnails, or of those beyond the cap; true when more may be waiting. */
export const dropOldThumbnails = async (sql: Sql, kept = KEPT): Promise<boolean> =>
  (await drop.run(sql, { kept })) >= BATCH;
