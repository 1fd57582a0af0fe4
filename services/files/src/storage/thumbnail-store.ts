import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import type { ThumbnailRef, ThumbnailStore } from '../use-cases/open-thumbnail.ts';

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

const purposeOf = ({ tenantId, attachmentId }: ThumbnailRef): string => `thumbnail ${tenantId} ${attachmentId}`;

/** Thumbnails in PostgreSQL, encrypted; each is deleted with its attachment. */
export const makeThumbnailStore = (
  database: PrismaDatabase,
  cipher: Pick<Cipher, 'seal' | 'open'>,
): ThumbnailStore & { dropOld(kept?: number): Promise<boolean> } => ({
  async find(ref) {
    const row = await database.prisma.thumbnail.findFirst({ where: { ...ref }, select: { picture: true } });
    return row && { picture: row.picture && cipher.open(row.picture, purposeOf(ref)) };
  },
  async keep(ref, picture) {
    await keep.run(database, { ...ref, picture: picture && cipher.seal(picture, purposeOf(ref)) });
  },
  async keepSize({ tenantId, attachmentId: id }, size) {
    await database.prisma.attachment.updateMany({ where: { tenantId, id, width: null }, data: size });
  },
  /** Removes a batch of old thumbnails, or of those beyond the cap; true when more may be waiting. */
  dropOld: async (kept = KEPT) => (await drop.run(database, { kept })) >= BATCH,
});
