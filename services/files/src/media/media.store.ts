import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import type { MediaFile } from './media-file.rules.ts';
import type { Size } from './read-image-header.rules.ts';

const find = defineStatement({
  name: 'files.find-attachment',
  text: `SELECT a.channel, a.tenant_id, a.external_id, a.credentials, f.provider_media_id, f.source_url, f.mime_type,
                f.filename, f.size, u.id AS upload_id, u.size AS upload_size, k.size AS copy_size, k.mime_type AS copy_type
           FROM attachments f
           JOIN channel_accounts a ON a.id = f.channel_account_id AND a.tenant_id = f.tenant_id
           LEFT JOIN kept_files k ON k.attachment_id = f.id AND k.tenant_id = f.tenant_id AND k.state = 'kept'
           LEFT JOIN uploads u ON u.id = f.upload_id AND u.tenant_id = f.tenant_id AND u.state <> 'removing'
          WHERE f.id = $1`,
  params: { id: 'text' },
  row: {
    channel: 'text',
    tenantId: 'int4',
    externalId: 'text',
    credentials: 'text',
    providerMediaId: 'text?',
    sourceUrl: 'text?',
    mimeType: 'text?',
    filename: 'text?',
    size: 'int8?',
    uploadId: 'text?',
    uploadSize: 'int4?',
    copySize: 'int4?',
    copyType: 'text?',
  },
});

/**
 * The attachment with this id, or null. Not scoped by tenant: the signed URL, which only the tenant's keys received,
 * authorizes the reader (docs/reference/events.md#attachments).
 */
export async function findAttachment(sql: Sql, attachmentId: string): Promise<MediaFile | null> {
  const row = await find.first(sql, { id: attachmentId });
  if (row === null) return null;
  const { uploadId: id, uploadSize: size, copySize, copyType, ...file } = row;
  return {
    id: attachmentId,
    ...file,
    size: file.size === null ? null : Number(file.size),
    upload: id === null || size === null ? null : { id, size },
    copy: copySize === null ? null : { size: copySize, mimeType: copyType },
  };
}

/** Thumbnails that a deployment keeps, and for how long; a removed one is made again on request. */
const KEPT = 20_000;
const KEPT_FOR = `interval '30 days'`;
/** How long a failure is remembered: the machine may only have been too busy. */
const REFUSED_FOR = `interval '1 day'`;
const THUMBNAILS_DROPPED = 500;

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
             SELECT attachment_id FROM thumbnails ORDER BY made_at DESC, attachment_id DESC OFFSET $1::int4 LIMIT ${THUMBNAILS_DROPPED}) beyond
            UNION ALL
           SELECT attachment_id FROM (
             SELECT attachment_id FROM thumbnails
              WHERE made_at < now() - ${KEPT_FOR} OR (picture IS NULL AND made_at < now() - ${REFUSED_FOR})
              ORDER BY made_at LIMIT ${THUMBNAILS_DROPPED}) old)`,
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
  (await drop.run(sql, { kept })) >= THUMBNAILS_DROPPED;
