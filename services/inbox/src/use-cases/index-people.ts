import { type KnownPerson, lexemesOfPerson } from '../domain/search-words.ts';

/** A contact whose search lexemes are missing, or belong to an older name or address. */
export interface UnreadPerson extends KnownPerson {
  id: number;
  tenantId: number;
}

/** The steps of the transaction. */
export interface PeopleWordsTransaction {
  /** Contacts without lexemes, locked: names and addresses change under the same lock. */
  lockUnread(count: number): Promise<number[]>;
  read(ids: readonly number[]): Promise<UnreadPerson[]>;
  write(words: readonly { id: number; lexemes: string[] }[]): Promise<void>;
}

export interface PeopleWordsStore {
  inTransaction<T>(work: (transaction: PeopleWordsTransaction) => Promise<T>): Promise<T>;
}

const BATCH = 200;

/** Stores the search lexemes of a batch of people; resolves with whether there may be more. */
export const makeIndexPeople =
  ({ inTransaction }: PeopleWordsStore) =>
  (): Promise<boolean> =>
    inTransaction(async (store) => {
      const ids = await store.lockUnread(BATCH);
      if (ids.length === 0) return false;
      const people = await store.read(ids);
      await store.write(
        people.map(({ id, tenantId, ...known }) => ({ id, lexemes: lexemesOfPerson(tenantId, known) })),
      );
      return ids.length === BATCH;
    });
