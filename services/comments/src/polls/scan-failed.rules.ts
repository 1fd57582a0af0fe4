import type { ReadResult, SendFailure } from '@parley/providers/send-outcome';

/** Codes of a video or comment that was deleted or has comments turned off (docs/reference/tt.md#errors). */
const OF_THE_TARGET: ReadonlySet<number> = new Set([40002, 40007]);

/** TikTok did not return a list. */
export class ScanFailed extends Error {
  readonly failure: SendFailure;
  constructor(failure: SendFailure) {
    super('A list of comments was not answered.');
    this.failure = failure;
  }
}

/** A page's value, or {@link ScanFailed}. */
export function requireValue<T>(result: ReadResult<T>): T {
  if (!result.ok) throw new ScanFailed(result.failure);
  return result.value;
}

const isTargetGone = (failure: SendFailure): boolean =>
  failure.kind === 'refused' && !failure.channelBroken && OF_THE_TARGET.has(Number(failure.provider.code));

/** Null when the video or comment to read is gone; throws every other error. */
export function nullIfTargetGone(error: unknown): null {
  if (error instanceof ScanFailed && isTargetGone(error.failure)) return null;
  throw error;
}
