import { lexemesOf } from '../domain/search-words.ts';

/** A message whose words are not stored, or are those of an older text. */
export interface UnreadText {
  id: string;
  tenantId: number;
  text: string;
  createdAt: Date;
}

/** The steps of the transaction. */
export interface WordsTransaction {
  /** Up to which message all is read; null where another worker reads. */
  lockProgress(): Promise<string | null>;
  /** Messages whose text has changed since. */
  findChanged(count: number): Promise<UnreadText[]>;
  /** The next messages without words, by their ids. */
  findUnread(given: { after: string; before: Date; count: number }): Promise<UnreadText[]>;
  write(words: readonly { messageId: string; tenantId: number; lexemes: string[] }[]): Promise<void>;
  /** The newest message that was stored before a moment; null where there is none after the id. */
  findSettled(given: { after: string; before: Date }): Promise<string | null>;
  advance(readUntil: string): Promise<void>;
}

export interface WordsStore {
  inTransaction<T>(work: (transaction: WordsTransaction) => Promise<T>): Promise<T>;
}

const BATCH = 200;
/** A newer send is about to be settled: to read it now would make that wait. */
const READ_AFTER_MS = 3000;
/** Longer than any transaction may take: all messages below one of this age are committed. */
const SETTLED_AFTER_MS = 60_000;

const toWords = ({ id, tenantId, text }: UnreadText) => ({
  messageId: id,
  tenantId,
  lexemes: lexemesOf(tenantId, text),
});

/**
 * Stores the words by which a batch of messages is found; resolves with whether there may be more. Ids are given before their
 * transactions commit, so the messages of the last minute are looked through again until nothing can come below them.
 */
export const makeIndexMessages =
  ({ inTransaction }: WordsStore, now: () => Date) =>
  (): Promise<boolean> =>
    inTransaction(async (store) => {
      const after = await store.lockProgress();
      if (after === null) return false;
      const before = (ageMs: number): Date => new Date(now().getTime() - ageMs);
      const changed = await store.findChanged(BATCH);
      const unread = await store.findUnread({ after, before: before(READ_AFTER_MS), count: BATCH });
      await store.write([...changed, ...unread].map(toWords));
      const settledBefore = before(SETTLED_AFTER_MS);
      const isFull = unread.length === BATCH;
      const settled = isFull
        ? unread.findLast(({ createdAt }) => createdAt < settledBefore)?.id
        : await store.findSettled({ after, before: settledBefore });
      if (settled != null) await store.advance(settled);
      return isFull || changed.length === BATCH;
    });
