import { z } from 'zod';

/** What is known of a video's comments. */
export const VideoState = z.object({
  /** How many it had when they were read; null where the list does not tell. */
  count: z.number().nullable(),
  /** When they were read, in milliseconds since the epoch: what is younger may be new. */
  at: z.number(),
  /** Something was left unread. */
  isOpen: z.boolean(),
});
export type VideoState = z.infer<typeof VideoState>;

/** By video. */
export const VideoStates = z.record(z.string(), VideoState);
export type VideoStates = z.infer<typeof VideoStates>;

/** A video whose comments are to be read now. */
export interface PlannedScan {
  videoId: string;
  /** As the list of videos tells it. */
  count: number | null;
  /** Nothing older than the connection is told. */
  connectedAt: Date;
  /** What is older than this has been read before. */
  since: Date;
  /** How many new ones there must be: reading goes on until they are found, or the bound is. */
  expected: number;
  /** Of what stands there already, replies are only counted. */
  isFirst: boolean;
}

/** TikTok lists a comment minutes after it was written. */
const OVERLAP_MS = 15 * 60_000;
/** A number that is the same can hide one that came and one that went; and replies are not always counted. */
const READ_AGAIN_MS = 2 * 3600_000;
const UNCHANGED_AT_ONCE = 3;

/**
 * Which videos are read in this poll, those that waited longest first: those with a changed number of comments, and of the
 * others a few: where the app's limit leaves room (`isIdle`) the longest unread, else only what was not read for two hours.
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
