/** The copy of a customer's file that a worker is making. */
export interface KeptClaim {
  /** Id of the attachment: att_… */
  id: string;
  tenantId: number;
  /** Fencing token: a worker whose lease has ended changes nothing. */
  holder: string;
  /** Attempts including this one. */
  attempts: number;
}

/** A finished copy. */
export interface FileCopy {
  size: number;
  /** The type that the platform's response named for the bytes. */
  mimeType: string | null;
}

/** How an attempt to copy a file ended; null: another worker has the file now, or it is being removed. */
export type KeepOutcome = 'kept' | 'gone' | 'failed' | 'store_failed' | null;

const MINUTE_MS = 60_000;
const MAX_MS = 6 * 60 * MINUTE_MS;
/** The last attempt begins two days after the first one: shorter than any platform keeps a file. */
const ATTEMPTS = 16;

/** When the file is copied again, and whether the attempt counts; null: no copy is made. */
type RetryDecision = { at: Date; counts: boolean } | null;

/**
 * Decides after an attempt without a copy (docs/reference/uploads.md#copies). A failure of the store says nothing about
 * the file: it does not count.
 */
export function decideRetry(outcome: Exclude<KeepOutcome, 'kept' | null>, attempts: number, now: Date): RetryDecision {
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  if (outcome === 'store_failed') return { at: after(MINUTE_MS), counts: false };
  if (outcome === 'gone' || attempts >= ATTEMPTS) return null;
  return { at: after(Math.min(MINUTE_MS * 2 ** (attempts - 1), MAX_MS)), counts: true };
}

/** Cuts a stream into pieces of exactly `size` bytes, the last one shorter; it holds one piece at a time. */
export async function* inPieces(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (let part of body) {
    while (length + part.length >= size) {
      const taken = size - length;
      yield Buffer.concat([...held, part.subarray(0, taken)], size);
      part = part.subarray(taken);
      [held, length] = [[], 0];
    }
    if (part.length === 0) continue;
    held.push(part);
    length += part.length;
  }
  if (length > 0) yield Buffer.concat(held, length);
}

/**
 * How long an attempt may be silent before another worker takes the file: longer than a write of a piece
 * ({@link WRITING_MS}), so that two workers never write the same piece.
 */
export const LEASE_MS = 5 * 60_000;
/** Longer than any transaction may take: all messages below one of this age are committed. */
export const SETTLED_AFTER_MS = 60_000;
/** How often the bytes of all copies are summed up for the metrics. */
export const SUM_EVERY_MS = 600_000;
