import type { ReadResult } from '@parley/providers/send-outcome';
import type { TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import { requireValue } from '../domain/scan-failed.ts';
import type { ScannedList } from '../domain/scanned-list.ts';
import type { CommentsService } from '../service.ts';
import { findKnown } from '../storage/thread-store.ts';

interface ListToRead {
  accountId: number;
  /** Older comments are not reported. */
  connectedAt: Date;
  readPage(cursor: string | undefined): Promise<ReadResult<{ comments: TiktokComment[]; nextCursor: string | null }>>;
  isEnough(list: ScannedList): boolean;
}

const MAX_PAGES = 5;

/** Reads pages of comments or replies until `isEnough`, at most a fixed number. */
export async function readPages(
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
