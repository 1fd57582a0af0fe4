import type { TiktokComment } from '@parley/providers/tiktok/tiktok-client';

/** The part of a list of comments or replies that was read. */
export interface ScannedList {
  found: TiktokComment[];
  /** Comments to report. */
  fresh: TiktokComment[];
  /** The last page was read. */
  isWhole: boolean;
}

/** The result of a scan of a video's comments. */
export interface VideoScan {
  /** Not stored yet. */
  fresh: TiktokComment[];
  /** All listed comments. */
  shown: string[];
  /** Stored comments that were removed. */
  removed: string[];
  /** Reply counts of the comments, to store after them. */
  threads: Map<string, number>;
  /** Whether comments were left for the next scan. */
  isOpen: boolean;
}

/** Comments written while the list was read do not count as missing. */
const SETTLED_MS = 60_000;

/** End of the range in which a stored comment must be listed. */
export const settledBefore = (startedAt: Date): Date => new Date(startedAt.getTime() - SETTLED_MS);

/** Start of the range that was read: a comment created at or after it would be listed. */
export const readBackTo = ({ found, isWhole }: ScannedList, startedAt: Date): Date =>
  isWhole ? new Date(0) : new Date((found.at(-1)?.at ?? startedAt).getTime() + 1);

export const shownIn = ({ found }: ScannedList): string[] =>
  found.filter(({ isHidden }) => !isHidden).map(({ id }) => id);
