import { type addUploadPiece, PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import type { OutputOf } from '@parley/common/define-contract';
import { kindOfType } from '@parley/common/files/upload-rules';
import type { Part } from '../media/media-file.rules.ts';

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
  /** The API key that uploaded it; null: a member or the operator. */
  instanceId: string | null;
  /** SHA-256 of a key's whole file; null until its upload is complete. */
  digest: Uint8Array | null;
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

/** Whether all bytes are stored; the size of a key's file is not known before its upload is complete. */
export const isComplete = ({ instanceId, digest, received, size }: Upload): boolean =>
  instanceId === null ? received === size : digest !== null;

/** The name of a file without one. */
export const UNNAMED = 'file';

/** Removes characters that would make a file's name look like another one. */
export const tidyName = (filename: string): string => filename.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '').trim() || UNNAMED;

/** Limits of the deployment. */
export interface UploadLimits {
  /** Bytes of one file. */
  maxBytes: number;
  /** Bytes of all files of a tenant. */
  tenantBytes: number;
}

/** Current uploads of a tenant; unfinished files count with their full size. */
export interface UploadedSoFar {
  bytes: number;
  /** Files started in the last hour. */
  lastHour: number;
  /** Unfinished ones of the key that asks; 0 for others. */
  unfinished: number;
}

const FILES_PER_HOUR = 600;
/** Each reserves space for the largest file while its size is not known. */
const UNFINISHED_PER_KEY = 8;

/** The reason to refuse a file; null when it is accepted (docs/reference/uploads.md#limits). */
export function decideUpload(
  size: number,
  soFar: UploadedSoFar,
  { maxBytes, tenantBytes }: UploadLimits,
): 'too_large' | 'limit_reached' | null {
  if (size > maxBytes) return 'too_large';
  return soFar.lastHour >= FILES_PER_HOUR || soFar.bytes + size > tenantBytes ? 'limit_reached' : null;
}

/** The bytes that a key's file may have, of which the exact size is not known yet; null when it is too large already. */
export function reserveBytes(
  { atLeast, atMost }: { atLeast: number; atMost: number | null },
  { maxBytes }: Pick<UploadLimits, 'maxBytes'>,
): number | null {
  return atLeast > maxBytes ? null : Math.min(atMost ?? maxBytes, maxBytes);
}

/** Whether a key has as many unfinished uploads as it may have. */
export const hasTooMany = ({ unfinished }: Pick<UploadedSoFar, 'unfinished'>): boolean =>
  unfinished >= UNFINISHED_PER_KEY;

/** Whether a key's piece can be stored; only its last piece may be shorter. */
export const isNextPiece = (
  { size, received }: { size: number; received: number },
  { offset, length }: { offset: number; length: number },
): boolean => offset === received && offset % PIECE_BYTES === 0 && length <= PIECE_BYTES && offset + length <= size;

/** Decides on a piece: `take` it, `skip` one that is stored already or comes too early, or refuse a wrong length. */
export function decidePiece(
  { size, received }: { size: number; received: number },
  { offset, length }: { offset: number; length: number },
): 'take' | 'skip' | 'wrong_length' {
  if (offset !== received || received === size) return 'skip';
  return length === Math.min(PIECE_BYTES, size - offset) ? 'take' : 'wrong_length';
}

/** The number of pieces of a file. */
export const pieceCountOf = (size: number): number => Math.ceil(size / PIECE_BYTES);

const DAY_MS = 24 * 3_600_000;

/** When an unsent file is removed: later than any send of it can begin. */
export const UNSENT_MS = 8 * DAY_MS;
/** A key's upload that has got no piece for so long is interrupted: the longest call and the slowest piece are shorter. */
export const STALLED_MS = 180_000;
/** No write of a piece takes longer: two attempts of 10 s at the store, plus the clock skew of two replicas. */
export const WRITING_MS = 120_000;
