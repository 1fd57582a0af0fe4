import { lexemesOf } from '../domain/search-words.ts';

/** A message whose search lexemes are missing, or belong to an older text. */
export interface UnreadText {
  id: string;
  tenantId: number;
  text: string;
  createdAt: Date;
}

/** The steps of the transaction. */
export interface WordsTransaction {
  /** The watermark: the message up to which all are read; null when another worker holds it. */
  lockProgress(): Promise<string | null>;
  /** Messages whose text has changed since they were read. */
  findChanged(count: number): Promise<UnreadText[]>;
  /** The next messages without lexemes, by id. */
  findUnread(given: { after: string; before: Date; count: number }): Promise<UnreadText[]>;
  write(words: readonly { messageId: string; tenantId: number; lexemes: string[] }[]): Promise<void>;
  /** The newest message stored before a point in time; null when there is none after the id. */
  findSettled(given: { after: string; before: Date }): Promise<string | null>;
  advance(readUntil: string): Promise<void>;
}

export interface WordsStore {
  inTransaction<T>(work: (transaction: WordsTransaction) => Promise<T>): Promise<T>;
}

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

const toWords = ({ id, tenantId, text }: UnreadText) => ({
  messageId: id,
  tenantId,
  lexemes: lexemesOf(tenantId, text),
});

/** The progress of this worker. */
interface Reading {
  after: bigint;
  /** Whether everything from the watermark up to there was read since the last look-back. */
  isWhole: boolean;
  lookedBackAt: number;
}

const ageOf = (nowMs: number, ms: number): Date => new Date(nowMs - ms);

/** Continues, or looks back. */
function findStart(reading: Reading, watermark: string, nowMs: number): Reading {
  const least = BigInt(watermark);
  if (nowMs - reading.lookedBackAt >= LOOK_BACK_EVERY_MS) return { after: least, isWhole: true, lookedBackAt: nowMs };
  return reading.after > least ? reading : { ...reading, after: least };
}

/** Advances the watermark to the messages that were read, and were settled at the last look-back. */
async function advance(store: WordsTransaction, start: Reading, unread: readonly UnreadText[]): Promise<void> {
  const before = ageOf(start.lookedBackAt, SETTLED_AFTER_MS);
  const settled =
    unread.length === BATCH
      ? unread.findLast(({ createdAt }) => createdAt < before)?.id
      : await store.findSettled({ after: String(start.after), before });
  if (settled != null) await store.advance(settled);
}

async function readBatch(store: WordsTransaction, reading: Reading, nowMs: number) {
  const watermark = await store.lockProgress();
  if (watermark === null) return { reading, isMore: false };
  const start = findStart(reading, watermark, nowMs);
  const changed = await store.findChanged(BATCH);
  const unread = await store.findUnread({
    after: String(start.after),
    before: ageOf(nowMs, READ_AFTER_MS),
    count: BATCH,
  });
  await store.write([...changed, ...unread].map(toWords));
  if (start.isWhole) await advance(store, start, unread);
  const isFull = unread.length === BATCH;
  const last = unread.at(-1);
  return {
    reading: { ...start, after: last ? BigInt(last.id) : start.after, isWhole: start.isWhole && isFull },
    isMore: isFull || changed.length === BATCH,
  };
}

/**
 * Stores the search lexemes of a batch of messages; resolves with whether there may be more. Ids are allocated before
 * their transactions commit: new messages are read once, and those since the watermark again every minute, until no
 * message can appear below them.
 */
export function makeIndexMessages({ inTransaction }: WordsStore, now: () => Date): () => Promise<boolean> {
  let reading: Reading = { after: 0n, isWhole: false, lookedBackAt: Number.NEGATIVE_INFINITY };
  return async () => {
    const done = await inTransaction((store) => readBatch(store, reading, now().getTime()));
    // Only after the commit: messages read by a transaction that did not commit are read again.
    reading = done.reading;
    return done.isMore;
  };
}
