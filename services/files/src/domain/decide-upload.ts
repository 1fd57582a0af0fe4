import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';

/** Limits of the deployment. */
export interface UploadLimits {
  /** Of one file. */
  maxBytes: number;
  /** Of all files of a tenant. */
  tenantBytes: number;
}

/** Current uploads of a tenant; unfinished files count with their full size. */
export interface UploadedSoFar {
  bytes: number;
  /** Files started in the last hour. */
  lastHour: number;
}

const FILES_PER_HOUR = 600;

/** The reason to refuse a file; null when it is accepted (docs/reference/uploads.md#limits). */
export function decideUpload(
  size: number,
  soFar: UploadedSoFar,
  { maxBytes, tenantBytes }: UploadLimits,
): 'too_large' | 'limit_reached' | null {
  if (size > maxBytes) return 'too_large';
  return soFar.lastHour >= FILES_PER_HOUR || soFar.bytes + size > tenantBytes ? 'limit_reached' : null;
}

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
