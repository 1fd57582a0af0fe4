import { createHash } from 'node:crypto';
import type { Carrier } from '@parley/bus/carriers/carrier';
import {
  addKeyUploadPiece,
  beginKeyUpload,
  dropKeyUpload,
  finishKeyUpload,
} from '@parley/common/contracts/internal/key-uploads';
import { AppError, invalidField } from '@parley/common/errors';
import { answerContract, metaOf } from './open-gateway.ts';

/** A file, as the stand-in has it. */
export interface StandInUpload {
  pieces: Buffer[];
  state: 'unfinished' | 'complete' | 'dropped';
  name: string | null;
}

/** A stand-in for services/files that keeps the files of keys in memory. */
export function answerUploads(carrier: Carrier, maxBytes: number): Map<string, StandInUpload> {
  const uploads = new Map<string, StandInUpload>();
  const byKey = new Map<string, { id: string; digest: string }>();
  const find = (id: string): StandInUpload => {
    const upload = uploads.get(id);
    if (!upload) throw new AppError('unknown_upload');
    return upload;
  };
  answerContract(carrier, beginKeyUpload, async ({ atLeast, atMost }, { idempotency }) => {
    if (atLeast > maxBytes)
      throw new AppError('payload_too_large', { message: `The file is larger than ${maxBytes} bytes.` });
    const size = Math.min(atMost ?? maxBytes, maxBytes);
    if (idempotency && byKey.has(idempotency.key)) return { uploadId: null, maxBytes: size };
    const uploadId = `upl_${String(uploads.size).padStart(26, '0')}`;
    uploads.set(uploadId, { pieces: [], state: 'unfinished', name: null });
    return { uploadId, maxBytes: size };
  });
  answerContract(carrier, addKeyUploadPiece, async ({ uploadId, data, field }) => {
    const bytes = Buffer.from(data, 'base64');
    if (bytes.subarray(0, 5).toString() === '<html') throw invalidField(field, `${field} is of no type that is taken.`);
    find(uploadId).pieces.push(bytes);
    return {};
  });
  answerContract(carrier, finishKeyUpload, async ({ uploadId, size, digest, name }, { idempotency }) => {
    const answer = (id: string) => ({
      ok: true as const,
      uploadId: id,
      name: find(id).name ?? 'file',
      type: 'document' as const,
      mimeType: 'application/pdf',
      size,
      expiresAt: '2026-03-08T10:00:00.000Z',
    });
    const first = idempotency && byKey.get(idempotency.key);
    if (first) {
      if (first.digest !== digest) throw new AppError('idempotency_mismatch');
      const again = answer(first.id);
      metaOf.set(again, { replayed: true });
      return again;
    }
    const upload = find(uploadId ?? '');
    const whole = Buffer.concat(upload.pieces);
    if (whole.length !== size || createHash('sha256').update(whole).digest('hex') !== digest)
      throw new Error('The sum is not that of the pieces.');
    Object.assign(upload, { state: 'complete', name });
    if (idempotency) byKey.set(idempotency.key, { id: uploadId ?? '', digest });
    return answer(uploadId ?? '');
  });
  answerContract(carrier, dropKeyUpload, async ({ uploadId }) => {
    find(uploadId).state = 'dropped';
    return {};
  });
  return uploads;
}
