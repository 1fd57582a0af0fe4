import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { ReadResult, SendFailure } from '@parley/providers/sent/send-outcome';
import type { TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import { z } from 'zod';
import type { HeldChange } from '../received/changes.rules.ts';
import type { CommentAccount } from '../received/comment.rules.ts';

/** The known state of a video's comments. */
export const VideoState = z.object({
  /** Number of comments when they were read; null if the list does not contain it. */
  count: z.number().nullable(),
  /** When they were read, in milliseconds since the epoch: newer comments may be unknown. */
  at: z.number(),
  /** Whether some comments were left unread. */
  isOpen: z.boolean(),
});
export type VideoState = z.infer<typeof VideoState>;

/** By video. */
export const VideoStates = z.record(z.string(), VideoState);
export type VideoStates = z.infer<typeof VideoStates>;

/** A video to scan now. */
export interface PlannedScan {
  videoId: string;
  /** Number of comments in the list of videos. */
  count: number | null;
  /** Comments from before the connection have no events. */
  connectedAt: Date;
  /** Older comments have been read before. */
  since: Date;
  /** Expected number of new comments: reading continues until they are found or a limit is reached. */
  expected: number;
  /** Only the number of replies is read when the comment is known. */
  isFirst: boolean;
}

/** TikTok lists a comment only some minutes after it was written. */
const OVERLAP_MS = 15 * 60_000;
/**
 * Rescan interval for an unchanged count: one comment may have been added and one removed, and replies are not always
 * counted.
 */
const READ_AGAIN_MS = 2 * 3600_000;
const UNCHANGED_AT_ONCE = 3;

/**
 * The videos to scan in this poll, longest unread first: those with a changed number of comments, and a few others.
 * These are the longest unread if the app's rate limit leaves room (`isIdle`), otherwise only videos not read for two
 * hours.
 */
export function planScans(
  videos: readonly { id: string; comments: number | null }[],
  states: VideoStates,
  given: { connectedAt: Date; now: Date; isIdle: boolean },
): PlannedScan[] {
  const { connectedAt, now, isIdle } = given;
  const looked = videos.map(({ id, comments }) => {
    const state = states[id];
    const readAtMs = state?.at ?? 0;
    const isOld = state !== undefined && now.getTime() - readAtMs >= READ_AGAIN_MS;
    const grown = state && comments !== null && state.count !== null ? comments - state.count : 0;
    const isChanged = state === undefined || state.isOpen || grown !== 0;
    const since = new Date(Math.max(readAtMs - OVERLAP_MS, connectedAt.getTime()));
    const expected = state?.isOpen ? Number.POSITIVE_INFINITY : Math.max(grown, 0);
    const isWanted = isChanged || isOld || isIdle || comments === null;
    return {
      readAtMs,
      isChanged,
      isWanted,
      scan: { videoId: id, count: comments, connectedAt, since, expected, isFirst: state === undefined },
    };
  });
  const waitedLongest = looked.toSorted((a, b) => a.readAtMs - b.readAtMs);
  const changed = waitedLongest.filter(({ isChanged }) => isChanged);
  const others = waitedLongest
    .filter(({ isChanged, isWanted }) => isWanted && !isChanged)
    .slice(0, isIdle ? UNCHANGED_AT_ONCE : 1);
  return [...changed, ...others].map(({ scan }) => scan);
}

/** The known states of these videos. */
export function statesOf(videos: readonly { id: string }[], states: VideoStates): VideoStates {
  const known: VideoStates = {};
  for (const { id } of videos) {
    const state = states[id];
    if (state) known[id] = state;
  }
  return known;
}

/** The state of a video after its scan; null: it is gone, or its comments are turned off. */
export function stateAfterScan(
  { count, connectedAt }: PlannedScan,
  scan: { isOpen: boolean } | null,
  before: VideoState | undefined,
  now: Date,
): VideoState {
  const isOpen = scan?.isOpen ?? false;
  return { count, at: isOpen ? (before?.at ?? connectedAt.getTime()) : now.getTime(), isOpen };
}

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

const toAdded = (openId: string, comment: TiktokComment): CommentChange => ({
  platform: 'tt',
  externalId: openId,
  change: 'added',
  commentId: comment.id,
  postId: comment.videoId,
  parentId: comment.parentId,
  text: comment.text,
  from: comment.from,
  isOwn: comment.isOwn,
  at: comment.at.toISOString(),
});

const toRemoved = (openId: string, commentId: string, at: Date): CommentChange => ({
  platform: 'tt',
  externalId: openId,
  change: 'removed',
  commentId,
  postId: null,
  parentId: null,
  text: '',
  from: null,
  isOwn: false,
  at: at.toISOString(),
});

/** The changes that a scan found, in the form of a webhook's. */
export function scannedChanges(account: CommentAccount, scan: VideoScan, startedAt: Date): HeldChange[] {
  const added = scan.fresh.map((comment) => toAdded(account.externalId, comment));
  const removed = scan.removed.map((commentId) => toRemoved(account.externalId, commentId, startedAt));
  return [...added, ...removed].map((change) => ({ account, change }));
}

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
