import type { Sql } from '@parley/database/sql';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { InboxService } from '../service.ts';
import { lexemesOf, type UnreadText } from './search-words.rules.ts';
import {
  advanceProgress,
  findChangedTexts,
  findSettled,
  findTextsWithoutWords,
  lockProgress,
  writeWords,
} from './words.store.ts';

const BATCH = 200;
/** A newer send is about to be settled: reading it now would delay that. */
const READ_AFTER_MS = 3000;
/** Longer than any transaction may take: all messages below one of this age are committed. */
const SETTLED_AFTER_MS = 60_000;
/**
 * How often messages since the watermark are read again. Doing so each time would cost more than the lexemes
 * themselves.
 */
const LOOK_BACK_EVERY_MS = 60_000;

/** The progress of this worker. */
interface Reading {
  after: bigint;
  /** Whether everything from the watermark up to there was read since the last look-back. */
  isWhole: boolean;
  lookedBackAt: number;
}

/**
 * Stores the search lexemes of a batch of messages; resolves with whether there may be more. Ids are allocated before
 * their transactions commit: new messages are read once, and those since the watermark again every minute, until no
 * message can appear below them.
 */
export function makeIndexMessages({ database, now }: InboxService): () => Promise<boolean> {
  let reading: Reading = { after: 0n, isWhole: false, lookedBackAt: Number.NEGATIVE_INFINITY };
  return async () => {
    const done = await retryConflicts(() => database.transaction((sql) => readBatch(sql, reading, now().getTime())));
    // Only after the commit: messages read by a transaction that did not commit are read again.
    reading = done.reading;
    return done.isMore;
  };
}

const toWords = ({ id, tenantId, text }: UnreadText) => ({
  messageId: id,
  tenantId,
  lexemes: lexemesOf(tenantId, text),
});

const ageOf = (nowMs: number, ms: number): Date => new Date(nowMs - ms);

/** Continues, or looks back. */
function findStart(reading: Reading, watermark: string, nowMs: number): Reading {
  const least = BigInt(watermark);
  if (nowMs - reading.lookedBackAt >= LOOK_BACK_EVERY_MS) return { after: least, isWhole: true, lookedBackAt: nowMs };
  return reading.after > least ? reading : { ...reading, after: least };
}

/** Advances the watermark to the messages that were read, and were settled at the last look-back. */
async function advance(sql: Sql, start: Reading, unread: readonly UnreadText[]): Promise<void> {
  const before = ageOf(start.lookedBackAt, SETTLED_AFTER_MS);
  const settled =
    unread.length === BATCH
      ? unread.findLast(({ createdAt }) => createdAt < before)?.id
      : await findSettled(sql, { after: String(start.after), before });
  if (settled != null) await advanceProgress(sql, settled);
}

async function readBatch(sql: Sql, reading: Reading, nowMs: number) {
  const watermark = await lockProgress(sql);
  if (watermark === null) return { reading, isMore: false };
  const start = findStart(reading, watermark, nowMs);
  const changed = await findChangedTexts(sql, BATCH);
  const before = ageOf(nowMs, READ_AFTER_MS);
  const unread = await findTextsWithoutWords(sql, { after: String(start.after), before, count: BATCH });
  await writeWords(sql, [...changed, ...unread].map(toWords));
  if (start.isWhole) await advance(sql, start, unread);
  const isFull = unread.length === BATCH;
  const last = unread.at(-1);
  return {
    reading: { ...start, after: last ? BigInt(last.id) : start.after, isWhole: start.isWhole && isFull },
    isMore: isFull || changed.length === BATCH,
  };
}
