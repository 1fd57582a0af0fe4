import type { ReadResult, SendFailure } from '@parley/providers/send-outcome';
import type { TiktokClient, TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import type { PlannedScan } from '../domain/plan-scans.ts';
import type { ListedPart } from '../storage/thread-store.ts';

/** Reads one account. */
export interface ScanDeps {
  listComments(videoId: string, cursor?: string): ReturnType<TiktokClient['listComments']>;
  listReplies(videoId: string, commentId: string, cursor?: string): ReturnType<TiktokClient['listReplies']>;
  /** Known reply counts; unknown comments are missing. */
  findThreads(commentIds: readonly string[]): Promise<Map<string, number>>;
  /** Those of the comments that are already stored. */
  findKnown(commentIds: readonly string[]): Promise<Set<string>>;
  findAbsent(part: Omit<ListedPart, 'accountId'>): Promise<string[]>;
  now: Date;
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

const MAX_PAGES = 5;
const MAX_THREADS = 5;
/** Comments written while the list was read do not count as missing. */
const SETTLED_MS = 60_000;
const OF_THE_TARGET: ReadonlySet<number> = new Set([40002, 40007]);

export class ScanFailed extends Error {
  readonly failure: SendFailure;
  constructor(failure: SendFailure) {
    super('A list of comments was not answered.');
    this.failure = failure;
  }
  /** Codes of a video or comment that was deleted or has comments turned off (docs/reference/tt.md#errors). */
  get isOfTarget(): boolean {
    const { failure } = this;
    return failure.kind === 'refused' && !failure.channelBroken && OF_THE_TARGET.has(Number(failure.provider.code));
  }
}

/** A page's value, or {@link ScanFailed}. */
export function requireValue<T>(result: ReadResult<T>): T {
  if (!result.ok) throw new ScanFailed(result.failure);
  return result.value;
}

type Page = { comments: TiktokComment[]; nextCursor: string | null };

/** A part of a list. */
interface Part {
  found: TiktokComment[];
  /** Comments to report. */
  fresh: TiktokComment[];
  /** The last page was read. */
  isWhole: boolean;
}

/** Reads pages until `isEnough`, at most a fixed number. */
async function readPages(
  deps: ScanDeps,
  connectedAt: Date,
  read: (cursor: string | undefined) => Promise<ReadResult<Page>>,
  isEnough: (part: Part) => boolean,
): Promise<Part> {
  const part: Part = { found: [], fresh: [], isWhole: false };
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { comments, nextCursor } = requireValue(await read(cursor));
    const known = await deps.findKnown(comments.map(({ id }) => id));
    part.found.push(...comments);
    part.fresh.push(...comments.filter(({ id, at, isHidden }) => at >= connectedAt && !isHidden && !known.has(id)));
    if (nextCursor === null) return { ...part, isWhole: true };
    cursor = nextCursor;
    if (isEnough(part)) break;
  }
  return part;
}

const shownIn = ({ found }: Part): string[] => found.filter(({ isHidden }) => !isHidden).map(({ id }) => id);
/** Start of the range that was read: a comment created at or after it would be listed. */
const readBackTo = ({ found, isWhole }: Part, now: Date): Date =>
  isWhole ? new Date(0) : new Date((found.at(-1)?.at ?? now).getTime() + 1);

/** Reads replies to a comment until `more` new ones are found; their order is not documented. */
async function readThread(deps: ScanDeps, { videoId, connectedAt }: PlannedScan, parentId: string, more: number) {
  const read = (cursor: string | undefined) => deps.listReplies(videoId, parentId, cursor);
  const part = await readPages(deps, connectedAt, read, ({ fresh }) => more > 0 && fresh.length >= more).catch(
    (error: unknown) => {
      // The comment was removed during the scan; the next scan finds it missing.
      if (error instanceof ScanFailed && error.isOfTarget) return null;
      throw error;
    },
  );
  if (part === null) return { fresh: [], shown: [], removed: [] };
  const listed = shownIn(part);
  const to = new Date(deps.now.getTime() - SETTLED_MS);
  return {
    fresh: part.fresh.map((reply) => ({ ...reply, parentId: reply.parentId ?? parentId })),
    shown: listed,
    removed: part.isWhole ? await deps.findAbsent({ videoId, parentId, from: new Date(0), to, listed }) : [],
  };
}

/**
 * Reads a video's comments back to the known ones, and the replies of comments whose reply count changed. If comments
 * are unaccounted for (replies to old ones), it reads further back, within limits. A stored comment that is missing in
 * the range was removed.
 */
export async function scanVideo(deps: ScanDeps, scan: PlannedScan): Promise<VideoScan> {
  const { videoId, connectedAt, since, expected, isFirst } = scan;
  const threads = new Map<string, number>();
  const before = ({ id, at, replies }: TiktokComment): number =>
    threads.get(id) ?? (isFirst && at < connectedAt ? replies : 0);
  const readPage = async (cursor: string | undefined) => {
    const page = await deps.listComments(videoId, cursor);
    const ids = page.ok ? page.value.comments.map(({ id }) => id) : [];
    for (const [id, replies] of await deps.findThreads(ids)) threads.set(id, replies);
    return page;
  };
  const accountedFor = ({ found, fresh }: Part): number =>
    found.reduce((sum, comment) => sum + Math.max(comment.replies - before(comment), 0), fresh.length);
  const top = await readPages(
    deps,
    connectedAt,
    readPage,
    (part) => (part.found.at(-1)?.at ?? since) < since && accountedFor(part) >= expected,
  );
  const changed = top.found.filter((comment) => comment.replies !== before(comment));
  const left = new Set(changed.slice(MAX_THREADS).map(({ id }) => id));
  const below: Awaited<ReturnType<typeof readThread>>[] = [];
  for (const comment of changed.slice(0, MAX_THREADS))
    below.push(await readThread(deps, scan, comment.id, comment.replies - before(comment)));

  const listed = shownIn(top);
  const to = new Date(deps.now.getTime() - SETTLED_MS);
  const gone = await deps.findAbsent({ videoId, parentId: null, from: readBackTo(top, deps.now), to, listed });
  return {
    fresh: [...top.fresh, ...below.flatMap(({ fresh }) => fresh)],
    shown: [...listed, ...below.flatMap(({ shown }) => shown)],
    removed: [...gone, ...below.flatMap(({ removed }) => removed)],
    threads: new Map(top.found.filter(({ id }) => !left.has(id)).map(({ id, replies }) => [id, replies])),
    isOpen: left.size > 0,
  };
}
