import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { finishKeyUpload as contract } from '@parley/common/contracts/internal/key-uploads';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { commonNameOf, kindOfType, SENDABLE_MS } from '@parley/common/files/upload-rules';
import { Replayed } from '@parley/common/messages/replayed';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import { keptSince } from '@parley/messaging/idempotency/idempotency-rules';
import type { FilesService } from '../service.ts';
import { tidyName, UNNAMED, type Upload } from './upload.rules.ts';
import { dropUploadNow } from './upload.steps.ts';
import { completeUpload, findRepeated, findUpload, freeKey } from './upload.store.ts';

type Output = OutputOf<typeof contract>;

/**
 * Completes a key's file: from the commit on it can be sent, and its Idempotency-Key names it. Of two uploads under one
 * Idempotency-Key the second is dropped, and gets the answer of the first. Errors: unknown_upload, idempotency_mismatch.
 */
export const finishKeyUpload = verb(
  contract,
  async (service: FilesService, { uploadId, size, digest: hex, name }, context) => {
    const { database, now } = service;
    const { tenantId, instanceId } = callerOf(context);
    const digest = Buffer.from(hex, 'hex');
    const idempotencyKey = context.idempotency?.key ?? null;

    async function complete({ prisma, sql }: PrismaTransaction): Promise<{ first: Upload } | { made: Upload }> {
      // Locked from the look-up to the commit, so that one Idempotency-Key names one file.
      await lockTenant(sql, tenantId);
      if (idempotencyKey !== null) {
        const keyed = { tenantId, instanceId, idempotencyKey };
        const first = await findRepeated({ prisma }, keyed, keptSince(now()));
        if (first) return { first };
        await freeKey({ prisma }, keyed);
      }
      const upload = uploadId === null ? null : await findUpload({ prisma }, tenantId, uploadId);
      if (upload?.instanceId !== instanceId || upload.received !== size) throw new AppError('unknown_upload');
      const made = { ...upload, size, filename: nameOf(name, upload) };
      if (!(await completeUpload({ prisma }, made, { digest, idempotencyKey }))) throw new AppError('unknown_upload');
      return { made };
    }

    const done = await database.prismaTransaction(complete);
    if ('made' in done) return show(done.made);
    if (uploadId !== null) await dropUploadNow(service, { id: uploadId, tenantId, size });
    if (!done.first.digest || !digest.equals(done.first.digest)) throw new AppError('idempotency_mismatch');
    return new Replayed(show(done.first));
  },
);

function show({ id, filename, mimeType, size, createdAt }: Upload): Output {
  const type = mimeType === null ? null : kindOfType(mimeType);
  if (mimeType === null || type === null) throw new AppError('unknown_upload');
  const expiresAt = new Date(createdAt.getTime() + SENDABLE_MS).toISOString();
  return { ok: true, uploadId: id, name: filename, type, mimeType, size, expiresAt };
}

/** The name that the recipient sees; one that says nothing is the type's. */
function nameOf(given: string | null, { mimeType }: Upload): string {
  const name = tidyName(given ?? '');
  const ending = mimeType === null ? null : commonNameOf(mimeType);
  return name === UNNAMED && ending !== null ? `${name}.${ending}` : name;
}
