import type { TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import type { AccountPoll } from '../domain/account-poll.ts';
import type { PlannedScan } from '../domain/plan-scans.ts';
import { readBackTo, type ScannedList, settledBefore, shownIn, type VideoScan } from '../domain/scanned-list.ts';
import type { CommentsService } from '../service.ts';
import { findAbsent, findThreads } from '../storage/thread-store.ts';
import { readPages } from './read-pages.ts';
import { readThread } from './read-thread.ts';
import { waitForTurn } from './wait-for-turn.ts';

/** Comments whose replies one scan reads. */
const MAX_THREADS = 5;

/**
 * Reads a video's comments back to the known ones, and the replies of comments whose reply count changed. If comments
 * are unaccounted for (replies to old ones), it reads further back, within limits. A stored comment that is missing in
 * the range was removed.
 */
export async function scanVideo(service: CommentsService, poll: AccountPoll, scan: PlannedScan): Promise<VideoScan> {
  const { database, tiktok } = service;
  const { account, token, budget, startedAt } = poll;
  const { videoId, connectedAt, since, expected, isFirst } = scan;
  const threads = new Map<string, number>();
  const before = ({ id, at, replies }: TiktokComment): number =>
    threads.get(id) ?? (isFirst && at < connectedAt ? replies : 0);
  const accountedFor = ({ found, fresh }: ScannedList): number =>
    found.reduce((sum, comment) => sum + Math.max(comment.replies - before(comment), 0), fresh.length);

  const top = await readPages(service, {
    accountId: account.id,
    connectedAt,
    async readPage(cursor) {
      await waitForTurn(service, budget);
      const page = await tiktok.listComments(token, account.externalId, videoId, cursor);
      const ids = page.ok ? page.value.comments.map(({ id }) => id) : [];
      for (const [id, replies] of await findThreads(database, account.id, ids)) threads.set(id, replies);
      return page;
    },
    isEnough: (list) => (list.found.at(-1)?.at ?? since) < since && accountedFor(list) >= expected,
  });
  const changed = top.found.filter((comment) => comment.replies !== before(comment));
  const left = new Set(changed.slice(MAX_THREADS).map(({ id }) => id));
  const below: Awaited<ReturnType<typeof readThread>>[] = [];
  for (const comment of changed.slice(0, MAX_THREADS)) {
    const thread = { parentId: comment.id, more: comment.replies - before(comment) };
    below.push(await readThread(service, poll, scan, thread));
  }

  const listed = shownIn(top);
  const range = { videoId, parentId: null, from: readBackTo(top, startedAt), to: settledBefore(startedAt), listed };
  const gone = await findAbsent(database, account.id, range);
  return {
    fresh: [...top.fresh, ...below.flatMap(({ fresh }) => fresh)],
    shown: [...listed, ...below.flatMap(({ shown }) => shown)],
    removed: [...gone, ...below.flatMap(({ removed }) => removed)],
    threads: new Map(top.found.filter(({ id }) => !left.has(id)).map(({ id, replies }) => [id, replies])),
    isOpen: left.size > 0,
  };
}
