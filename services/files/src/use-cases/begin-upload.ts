import { type beginUpload as contract, PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { MB } from '@parley/common/upload-rules';
import { lockTenant } from '@parley/database/lock-tenant';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { decideUpload } from '../domain/decide-upload.ts';
import { showUpload, tidyName, type Upload } from '../domain/upload.ts';
import type { FilesService } from '../service.ts';
import { insertUpload, sumUploads } from '../storage/upload-store.ts';

/** Announces a file that is uploaded in pieces. Errors: unknown_tenant, upload_limit_reached. */
export async function beginUpload(
  { environment, database, now }: FilesService,
  { slug, filename, size }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(database, slug);
  const createdAt = now();
  const upload: Upload = {
    id: makeId('upl'),
    tenantId,
    filename: tidyName(filename),
    size,
    received: 0,
    mimeType: null,
    createdAt,
  };
  const maxBytes = environment.PARLEY_UPLOAD_MAX_MB * MB;
  const tenantBytes = environment.PARLEY_UPLOAD_TENANT_MB * MB;
  const refusal = await database.prismaTransaction(async ({ prisma, sql }) => {
    // Locked from the sum to the commit, so that two uploads cannot both take the last free space.
    await lockTenant(sql, tenantId);
    const refused = decideUpload(size, await sumUploads(sql, tenantId, createdAt), { maxBytes, tenantBytes });
    if (refused === null) await insertUpload(prisma, upload);
    return refused;
  });
  if (refusal === 'too_large') throw invalidField('size', `size must be at most ${maxBytes} bytes.`);
  if (refusal === 'limit_reached') throw new AppError('upload_limit_reached');
  return { ...showUpload(upload), pieceBytes: PIECE_BYTES };
}
