import { createHash } from 'node:crypto';
import { type addUploadPiece, type beginUpload, PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { kindOfType, STORED_TYPES } from '@parley/common/upload-rules';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { decidePiece, decideUpload, type UploadedSoFar, type UploadLimits } from '../domain/decide-upload.ts';
import type { Upload, UploadFiles } from '../domain/upload.ts';

export interface UploadStore {
  /** Inserts the row unless `decide` refuses it; uploads of one tenant are decided one after the other. */
  insertUnless<Refusal>(upload: Upload, decide: (soFar: UploadedSoFar) => Refusal | null): Promise<Refusal | null>;
  find(tenantId: number, id: string): Promise<Upload | null>;
  /**
   * Claims the next piece for these bytes, which are about to be written; false when the file is being removed, the piece is
   * already stored, or other bytes have claimed it. Only `addPiece` ends the claim: the same bytes may be sent again.
   */
  beginPiece(upload: Upload, digest: Uint8Array, now: Date): Promise<boolean>;
  /** Records a stored piece; false when the file is being removed, or another call has recorded the piece already. */
  addPiece(upload: Upload, offset: number): Promise<boolean>;
  /** Marks the upload: its row and pieces are removed soon. */
  drop(upload: Upload): Promise<void>;
}

export interface ReceiveUploadDeps {
  store: UploadStore;
  files: Pick<UploadFiles, 'putPiece' | 'remove'>;
  /** The type by the first piece of a file; null when it is not recognized. */
  readFileType(firstPiece: Uint8Array): Promise<string | null>;
  tenantOf: TenantOf;
  limits: UploadLimits;
  makeUploadId(): string;
  now(): Date;
}

const toView = ({ id, filename, size, received, mimeType }: Upload): OutputOf<typeof addUploadPiece> => ({
  uploadId: id,
  filename,
  size,
  received,
  type: mimeType === null ? null : kindOfType(mimeType),
  mimeType,
});

/** Removes characters that would make a file's name look like another one. */
const tidyName = (filename: string): string => filename.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '').trim() || 'file';

/** Receives a file in pieces, each durable before it is acknowledged (docs/reference/uploads.md#pieces). */
export function makeReceiveUpload(deps: ReceiveUploadDeps) {
  const { store, files, limits } = deps;

  /** The type of the whole file. Errors: invalid_data, and the file is dropped. */
  async function typeOf(upload: Upload, firstPiece: Uint8Array): Promise<string> {
    const type = await deps.readFileType(firstPiece);
    if (type !== null && kindOfType(type) !== null) return type;
    await store.drop(upload);
    throw invalidField('data', `data is of no type that is taken: ${STORED_TYPES.join(', ')}.`);
  }

  /** The answer to a piece that could not be claimed. */
  async function unclaimed(upload: Upload): Promise<OutputOf<typeof addUploadPiece>> {
    const left = await found(upload);
    if (left.received > upload.received) return toView(left);
    throw invalidField('data', 'data differs from the piece that is being stored at this offset.');
  }

  async function found({ tenantId, id }: Pick<Upload, 'tenantId' | 'id'>): Promise<Upload> {
    const upload = await store.find(tenantId, id);
    if (!upload) throw new AppError('unknown_upload');
    return upload;
  }

  return {
    async begin({ slug, filename, size }: InputOf<typeof beginUpload>): Promise<OutputOf<typeof beginUpload>> {
      const upload: Upload = {
        id: deps.makeUploadId(),
        tenantId: await deps.tenantOf(slug),
        filename: tidyName(filename),
        size,
        received: 0,
        mimeType: null,
        createdAt: deps.now(),
      };
      const refusal = await store.insertUnless(upload, (soFar) => decideUpload(size, soFar, limits));
      if (refusal === 'too_large') throw invalidField('size', `size must be at most ${limits.maxBytes} bytes.`);
      if (refusal === 'limit_reached') throw new AppError('upload_limit_reached');
      return { ...toView(upload), pieceBytes: PIECE_BYTES };
    },

    async addPiece({ slug, uploadId: id, offset, data }: InputOf<typeof addUploadPiece>) {
      const upload = await found({ tenantId: await deps.tenantOf(slug), id });
      const bytes = Buffer.from(data, 'base64');
      const decision = decidePiece(upload, { offset, length: bytes.length });
      if (decision === 'skip') return toView(upload);
      if (decision === 'wrong_length')
        throw invalidField('data', `data must have ${Math.min(PIECE_BYTES, upload.size - offset)} bytes.`);
      const digest = createHash('sha256').update(bytes).digest();
      if (!(await store.beginPiece(upload, digest, deps.now()))) return unclaimed(upload);
      const mimeType = upload.mimeType ?? (await typeOf(upload, bytes));
      try {
        await files.putPiece(upload, offset / PIECE_BYTES, bytes);
      } catch (error) {
        // A removal may delete the directory during the write.
        if (await store.find(upload.tenantId, id)) throw error;
        throw new AppError('unknown_upload');
      }
      const grown = { ...upload, mimeType, received: offset + bytes.length };
      if (await store.addPiece(grown, offset)) return toView(grown);
      const left = await store.find(upload.tenantId, id);
      if (left) return toView(left);
      // Removed while the piece was written. After a very long write the sweep has already run.
      await files.remove(upload);
      throw new AppError('unknown_upload');
    },
  };
}
