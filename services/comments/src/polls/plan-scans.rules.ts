import { z } from 'zod';

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
  /** For known comments only the number of replies is read. */
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
