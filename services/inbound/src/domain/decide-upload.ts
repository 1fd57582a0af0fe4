import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';

/** What the deployment allows. */
export interface UploadLimits {
  /** Of one file. */
  maxBytes: number;
  /** Of all files of a tenant. */
  tenantBytes: number;
}

/** What a tenant has already, the unfinished files in their whole size. */
export interface UploadedSoFar {
  bytes: number;
  /** Files that were begun in the last hour. */
  lastHour: number;
}

const FILES_PER_HOUR = 600;

/** Why a file is not begun; null when it may be (docs/reference/uploads.md#limits). */
export function decideUpload(
  size: number,
  soFar: UploadedSoFar,
  { maxBytes, tenantBytes }: UploadLimits,
): 'too_large' | 'limit_reached' | null {
  if (size > maxBytes) return 'too_large';
  return soFar.lastHour >= FILES_PER_HOUR || soFar.bytes + size > tenantBytes ? 'limit_reached' : null;
}

/** What becomes of a piece: `take` it, `skip` one that is stored already or comes too early, or refuse one of a wrong length. */
export function decidePiece(
  { size, received }: { size: number; received: number },
  { offset, length }: { offset: number; length: number },
): 'take' | 'skip' | 'wrong_length' {
  if (offset !== received || received === size) return 'skip';
  return length === Math.min(PIECE_BYTES, size - offset) ? 'take' : 'wrong_length';
}

/** How many pieces a file has. */
export const pieceCountOf = (size: number): number => Math.ceil(size / PIECE_BYTES);
