import type { ReadResult, SendFailure } from '@parley/providers/send-outcome';
import type { TiktokClient, TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import type { PollStore } from '../storage/poll-store.ts';

export interface ScanDeps extends Pick<PollStore, 'repliesSeen' | 'findAbsent'> {
  tiktok: Pick<TiktokClient, 'listComments' | 'listReplies'>;
  /** Lets the next call through when the app's limit allows it. */
  pace(): Promise<void>;
}

export interface VideoToScan {
  accountId: number;
  openId: string;
  token: string;
  videoId: string;
  /** Nothing older than this is fetched for its own sake. */
  since: Date;
  /** How many comments it has more than when it was last scanned; null when that is not known. */
  more: number | null;
  now: Date;
}

/** What a video's comments are now, as far as they were looked at. */
export interface VideoScan {
  comments: TiktokComment[];
  /** Comments that stood here and are gone. */
  removed: string[];
  /** Replies that each of the comments has, to be remembered once they are stored. */
  replies: Map<string, number>;
}

const MAX_PAGES = 5;
/** What was written while the list was read is not missed in it. */
const SETTLED_MS = 60_000;

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

type Page = { comments: TiktokComment[]; nextCursor: string | null };

/** Pages, newest first, until `isEnough` says so; bounded. `complete` when the last page was read. */
async function readPages(
  deps: ScanDeps,
  read: (cursor: string | undefined) => Promise<ReadResult<Page>>,
  isEnough: (found: readonly TiktokComment[]) => boolean,
): Promise<{ found: TiktokComment[]; complete: boolean }> {
  const found: TiktokComment[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    await deps.pace();
    const { comments, nextCursor } = requireValue(await read(cursor));
    found.push(...comments);
    if (nextCursor === null) return { found, complete: true };
    cursor = nextCursor;
    if (isEnough(found)) break;
  }
  return { found, complete: false };
}

async function readReplies(
  deps: ScanDeps,
  video: VideoToScan,
  changed: readonly TiktokComment[],
): Promise<TiktokComment[]> {
  const found: TiktokComment[] = [];
  for (const comment of changed) {
    const { openId, token, videoId } = video;
    const read = (cursor: string | undefined) => deps.tiktok.listReplies(token, openId, videoId, comment.id, cursor);
    const replies = await readPages(deps, read, (all) => (all.at(-1)?.at ?? video.since) < video.since);
    found.push(...replies.found.map((reply) => ({ ...reply, parentId: reply.parentId ?? comment.id })));
  }
  return found;
}

/**
 * Reads a video's comments back to what is known, and the replies of those that have more than before. Where comments
 * are unaccounted for (a reply to an old one) it reads further back, within bounds. One that stood here, and is not in
 * the part of the list that was read, is gone.
 */
export async function scanVideo(deps: ScanDeps, video: VideoToScan): Promise<VideoScan> {
  const { accountId, openId, token, videoId, since, more, now } = video;
  const isFresh = (comment: TiktokComment): boolean => comment.at >= since;
  const top = await readPages(
    deps,
    (cursor) => deps.tiktok.listComments(token, openId, videoId, cursor),
    (found) => (found.at(-1)?.at ?? since) < since && more !== null && found.filter(isFresh).length >= more,
  );
  const seen = await deps.repliesSeen(
    accountId,
    top.found.map(({ id }) => id),
  );
  const changed = top.found.filter(({ id, replies }) => replies > (seen.get(id) ?? 0));
  const replies = await readReplies(deps, video, changed);
  const oldest = top.found.at(-1)?.at;
  const from = top.complete ? new Date(0) : (oldest ?? now);
  const to = new Date(now.getTime() - SETTLED_MS);
  const listed = top.found.filter(({ isHidden }) => !isHidden).map(({ id }) => id);
  return {
    comments: [...top.found, ...replies].filter((comment) => isFresh(comment) && !comment.isHidden),
    removed: await deps.findAbsent({ accountId, videoId, from, to, listed }),
    replies: new Map(changed.map((comment) => [comment.id, comment.replies])),
  };
}
