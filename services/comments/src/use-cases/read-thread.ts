import type { AccountPoll } from '../domain/account-poll.ts';
import type { PlannedScan } from '../domain/plan-scans.ts';
import { nullIfTargetGone } from '../domain/scan-failed.ts';
import { settledBefore, shownIn, type VideoScan } from '../domain/scanned-list.ts';
import type { CommentsService } from '../service.ts';
import { findAbsent } from '../storage/thread-store.ts';
import { readPages } from './read-pages.ts';
import { waitForTurn } from './wait-for-turn.ts';

/** Reads replies to a comment until `more` new ones are found; their order is not documented. */
export async function readThread(
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
