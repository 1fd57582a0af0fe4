import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { InboxService } from '../service.ts';
import { lexemesOfPerson } from './search-words.rules.ts';
import { lockPeopleWithoutWords, readPeople, writePeopleWords } from './words.store.ts';

const BATCH = 200;

/** Stores the search lexemes of a batch of people; resolves with whether there may be more. */
export const indexPeople = ({ database }: InboxService): Promise<boolean> =>
  retryConflicts(() =>
    database.transaction(async (sql) => {
      const ids = await lockPeopleWithoutWords(sql, BATCH);
      if (ids.length === 0) return false;
      // In its own statement after the lock, because a statement sees one snapshot.
      const people = await readPeople(sql, ids);
      const words = people.map(({ id, tenantId, ...known }) => ({ id, lexemes: lexemesOfPerson(tenantId, known) }));
      await writePeopleWords(sql, words);
      return ids.length === BATCH;
    }),
  );
