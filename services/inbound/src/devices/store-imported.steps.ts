import type { ReservedIds } from '@parley/common/contracts/internal/import-device-messages';
import type { Sql } from '@parley/database/sql';
import { sendNow } from '@parley/database/statements/unsent';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import type { ConnectedAccount } from '../batch/account.rules.ts';
import { beginningOf, findFresh, type NewMessage, repliedBy } from '../messages/message.rules.ts';
import { findStoredIds, insertFiles } from '../messages/message.store.ts';
import { insertImported, linkImportedQuotes, lockNextId, settleImported } from './imported-message.store.ts';
import { heardAt, joinImported, placeImported } from './place-imported.rules.ts';

interface Imported {
  stored: number;
  /** Whether every reserved id is used. */
  isFull: boolean;
}

/**
 * Stores those messages of a history, newest first, that are not stored yet, under descending ids of the reserved ones.
 * New conversations are not reported.
 */
export async function storeImported(
  sql: Sql,
  account: ConnectedAccount,
  messages: readonly NewMessage[],
  ids: ReservedIds,
): Promise<Imported> {
  const nextId = await lockNextId(sql, account.id, ids);
  if (nextId === null) return { stored: 0, isFull: true };
  const left = Number(nextId - BigInt(ids.from)) + 1;
  const known = await findStoredIds(sql, messages);
  const fresh = findFresh(messages, new Set(known.keys())).map(({ message }) => message);
  const taken = fresh.slice(0, left);
  const isFull = fresh.length >= left;
  if (taken.length === 0) return { stored: 0, isFull };
  const wanted = taken.map((message) => ({
    ...beginningOf(message),
    lastInboundAt: heardAt(message),
    startedBy: null,
  }));
  const conversations = await upsertConversations(sql, wanted, () => {});
  const replied = await findStoredIds(
    sql,
    taken.flatMap((message) => repliedBy(message) ?? []),
  );
  const placed = placeImported(taken, { nextId, conversations, replied });
  await insertImported(sql, placed);
  await linkImportedQuotes(sql, placed, ids);
  await sendNow(sql, insertFiles(placed));
  await settleImported(sql, joinImported(placed), ids);
  return { stored: placed.length, isFull };
}
