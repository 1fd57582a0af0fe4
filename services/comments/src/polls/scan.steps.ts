import { isolateRefused, isRefusedBySql } from '@parley/database/batches/isolate-refused';
import type { Sql } from '@parley/database/sql';
import { quarantine, refusalReason } from '@parley/messaging/quarantine';
import type { ReadResult } from '@parley/providers/sent/send-outcome';
import type { TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import type { HeldChange } from '../received/changes.rules.ts';
import { applyChanges, commitChanges } from '../received/changes.steps.ts';
import type { CommentsService } from '../service.ts';
import type { AccountPoll, PollBudget } from './poll.rules.ts';
import {
  nullIfTargetGone,
  type PlannedScan,
  readBackTo,
  requireValue,
  type ScannedList,
  scannedChanges,
  settledBefore,
  shownIn,
  type VideoScan,
} from './scan.rules.ts';
import { findAbsent, findKnown, findThreads, rememberThreads, restoreListed } from './thread.store.ts';

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

/** Reads replies to a comment until `more` new ones are found; their order is not documented. */
async function readThread(
  service: CommentsService,
  { account, token, budget, startedAt }: AccountPoll,
  { videoId, connectedAt }: PlannedScan,
  { parentId, more }: { parentId: string; more: number },
): Promise<Pick<VideoScan, 'fresh' | 'shown' | 'removed'>> {
  const list = await readPages(service, {
    accountId: account.id,
    connectedAt,
    async readPage(cursor) {
      await waitForTurn(service, budget);
      return service.tiktok.listReplies(token, account.externalId, videoId, parentId, cursor);
    },
    isEnough: ({ fresh }) => more > 0 && fresh.length >= more,
  }).catch(nullIfTargetGone);
  // The comment was removed during the scan; the next scan finds it missing.
  if (list === null) return { fresh: [], shown: [], removed: [] };
  const listed = shownIn(list);
  const range = { videoId, parentId, from: new Date(0), to: settledBefore(startedAt), listed };
  return {
    fresh: list.fresh.map((reply) => ({ ...reply, parentId: reply.parentId ?? parentId })),
    shown: listed,
    removed: list.isWhole ? await findAbsent(service.database, account.id, range) : [],
  };
}

interface ListToRead {
  accountId: number;
  /** Older comments are not reported. */
  connectedAt: Date;
  readPage(cursor: string | undefined): Promise<ReadResult<{ comments: TiktokComment[]; nextCursor: string | null }>>;
  isEnough(list: ScannedList): boolean;
}

const MAX_PAGES = 5;

/** Reads pages of comments or replies until `isEnough`, at most a fixed number. */
async function readPages(
  { database }: CommentsService,
  { accountId, connectedAt, readPage, isEnough }: ListToRead,
): Promise<ScannedList> {
  const list: ScannedList = { found: [], fresh: [], isWhole: false };
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { comments, nextCursor } = requireValue(await readPage(cursor));
    const ids = comments.map(({ id }) => id);
    const known = await findKnown(database, accountId, ids);
    list.found.push(...comments);
    list.fresh.push(...comments.filter(({ id, at, isHidden }) => at >= connectedAt && !isHidden && !known.has(id)));
    if (nextCursor === null) return { ...list, isWhole: true };
    cursor = nextCursor;
    if (isEnough(list)) break;
  }
  return list;
}

/** A list may show a removed comment for a short time. */
const LIST_LAG_MS = 60_000;

/** Restores removed comments that are listed again; returns the tenant if there are any. */
async function restore(sql: Sql, { account, startedAt }: AccountPoll, { shown }: VideoScan): Promise<number[]> {
  const removedBefore = new Date(startedAt.getTime() - LIST_LAG_MS);
  return (await restoreListed(sql, account.id, shown, removedBefore)) > 0 ? [account.tenantId] : [];
}

/**
 * Stores the results of a scan with its events and the state for the next one, in one transaction. A comment that the
 * database refuses because of its content is quarantined and does not block the others.
 */
export async function storeScan(service: CommentsService, poll: AccountPoll, scan: VideoScan): Promise<void> {
  const { account, startedAt } = poll;
  const changes = scannedChanges(account, scan, startedAt);
  try {
    await commitChanges(service, async (sql) => {
      const restored = await restore(sql, poll, scan);
      const { woken, changed } = await applyChanges(sql, changes, service.now());
      await rememberThreads(sql, account.id, scan.threads);
      return { woken, changed: [...restored, ...changed] };
    });
  } catch (error) {
    if (!isRefusedBySql(error)) throw error;
    await isolateRefused(changes, {
      async run(part) {
        await commitChanges(service, (sql) => applyChanges(sql, part, service.now()));
      },
      isRefused: isRefusedBySql,
      setAside: (held, refusal) => quarantineComment(service, held, refusalReason(refusal)),
    });
    await commitChanges(service, async (sql) => {
      const changed = await restore(sql, poll, scan);
      await rememberThreads(sql, account.id, scan.threads);
      return { woken: [], changed };
    });
  }
}

/** Quarantines a comment that cannot be stored because of its content. */
async function quarantineComment(
  { database, cipher, logger }: CommentsService,
  { account: { tenantId, channel, externalId }, change }: HeldChange,
  reason: string,
): Promise<void> {
  const payload = JSON.stringify(change);
  await quarantine(database, cipher, [
    { tenantId, channel, externalId, source: 'comment', kind: 'comment', reason, payload },
  ]);
  logger.error(
    'comment.quarantined',
    { tenant_id: tenantId, reason },
    'A comment could not be stored; it is in the quarantine.',
  );
}

/** The app may make ten calls a second (docs/reference/tt.md#errors); the rest is reserved for replies. */
const CALLS_PER_SECOND = 9;

/**
 * Resolves when the app's rate limit, which all accounts and replicas share, allows a poll's next call; returns the
 * wait in ms. Throws {@link BudgetSpent} once the poll's time has run out.
 */
export async function waitForTurn(
  { takeTurn, wait }: Pick<CommentsService, 'takeTurn' | 'wait'>,
  budget: PollBudget,
): Promise<number> {
  budget.take();
  const waitMs = await takeTurn(1000 / CALLS_PER_SECOND);
  if (waitMs > 0) await wait(waitMs);
  return waitMs;
}
