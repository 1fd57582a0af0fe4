import type { addUploadPiece } from '@parley/common/contracts/operator/uploads';
import type { OutputOf } from '@parley/common/define-contract';
import { kindOfType } from '@parley/common/upload-rules';
import type { Part } from './resolve-range.ts';

/** The stored row of an uploaded file. */
export interface Upload {
  /** upl_… */
  id: string;
  tenantId: number;
  filename: string;
  /** Bytes of the whole file, and of its stored pieces. */
  size: number;
  received: number;
  /** Detected from the content; null until the first piece is stored. */
  mimeType: string | null;
  createdAt: Date;
}

/** Identifies a file; its size determines the number of pieces. */
export type UploadRef = Pick<Upload, 'id' | 'tenantId' | 'size'>;

/** Storage of the bytes of uploaded files, and of copies of customers' files, by the id of their attachment. */
export interface UploadFiles {
  /** Resolves once the piece is durable. */
  putPiece(upload: UploadRef, number: number, bytes: Uint8Array): Promise<void>;
  /** The bytes in order, or a part of them; fails when a piece is missing or was changed. */
  read(upload: UploadRef, part?: Part | null): AsyncIterable<Uint8Array>;
  /** Removes every piece; there may be none. */
  remove(upload: UploadRef): Promise<void>;
  /** Free bytes of the store's disk; null where there is no such limit. */
  freeBytes(): Promise<number | null>;
}

export const showUpload = ({ id, filename, size, received, mimeType }: Upload): OutputOf<typeof addUploadPiece> => ({
  uploadId: id,
  filename,
  size,
  received,
  type: mimeType === null ? null : kindOfType(mimeType),
  mimeType,
});

/** Removes characters that would make a file's name look like another one. */
export const tidyName = (filename: string): string => filename.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '').trim() || 'file';
