import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { AppError } from '@parley/common/errors';
import { MB } from '@parley/common/files/upload-rules';
import type { OpenFile } from '@parley/providers/http/open-file';
import { findAttachment } from '../media/media.store.ts';
import { openAtSource } from '../media/open-at-source.steps.ts';
import type { FilesService } from '../service.ts';
import { decideRetry, inPieces, type KeepOutcome, type KeptClaim, LEASE_MS } from './kept-file.rules.ts';
import { beginKeptPiece, dropKept, finishKept, releaseKept } from './kept-file.store.ts';

/** The store did not take a piece: the file itself may be fine. */
class StoreFailed extends Error {}

/**
 * Copies a customer's file from its platform into the store; the object is durable before its row says so
 * (docs/reference/uploads.md#copies). Never throws because of the platform or the store.
 */
export async function keepFile(service: FilesService, claim: KeptClaim, signal: AbortSignal): Promise<KeepOutcome> {
  const { database, logger, now } = service;
  let reason: unknown;
  const outcome = await copyFile(service, claim, signal).catch((error: unknown) => {
    reason = error;
    return outcomeOf(error, signal);
  });
  if (outcome === 'kept' || outcome === null) return outcome;
  if (outcome === 'store_failed' && !signal.aborted)
    logger.warn(
      'file-store.failed',
      { err: reason, attachment_id: claim.id },
      'A copy could not be written to the file store.',
    );
  const decision = decideRetry(outcome, claim.attempts, now());
  if (decision) await releaseKept(database, claim, decision);
  else {
    await dropKept(database, claim);
    logger.info('file-copy.given-up', { err: reason, attachment_id: claim.id }, 'No copy of a file is made.');
  }
  return outcome;
}

/** Stores the bytes piece by piece; returns their number, or null when the claim has ended. */
async function storePieces(
  { database, uploads, now }: FilesService,
  claim: KeptClaim,
  { body, size: announced }: OpenFile,
): Promise<number | null> {
  let [number, size] = [0, 0];
  for await (const piece of inPieces(body, PIECE_BYTES)) {
    const at = now();
    const leaseUntil = new Date(at.getTime() + LEASE_MS);
    if (!(await beginKeptPiece(database, claim, { pieces: number + 1, now: at, leaseUntil }))) return null;
    size += piece.length;
    const ref = { id: claim.id, tenantId: claim.tenantId, size };
    await uploads.putPiece(ref, number++, piece).catch((error: unknown) => {
      throw new StoreFailed('The store of files did not take a piece.', { cause: error });
    });
  }
  if (announced !== null && size !== announced) throw new Error(`The file ended after ${size} of ${announced} bytes.`);
  return size;
}

async function copyFile(service: FilesService, claim: KeptClaim, signal: AbortSignal): Promise<KeepOutcome> {
  const { database, environment, now } = service;
  const file = await findAttachment(database, claim.id);
  if (!file) return 'gone';
  const opened = await openAtSource(service, file);
  const close = (): void => opened.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    if ((opened.size ?? 0) > environment.PARLEY_MEDIA_QUOTA_MB * MB) return 'gone';
    const size = await storePieces(service, claim, opened);
    // The pieces are durable: only now does the row say so.
    if (size === null || !(await finishKept(database, claim, { size, mimeType: opened.mimeType }, now()))) return null;
    return 'kept';
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** A process that stops says nothing about the file either. */
function outcomeOf(error: unknown, signal: AbortSignal): 'gone' | 'failed' | 'store_failed' {
  if (error instanceof StoreFailed || signal.aborted) return 'store_failed';
  return error instanceof AppError && error.code === 'media_gone' ? 'gone' : 'failed';
}
