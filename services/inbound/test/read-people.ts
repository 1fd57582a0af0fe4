import { makePeopleWordsStore } from '@parley/inbound/storage/people-words-store';
import { makeIndexPeople } from '@parley/inbound/use-cases/index-people';
import { pollUntil } from '@parley/testing/poll-until';
import type { OpenInbound } from './open-inbound.ts';

/** Reads the words of people that the service would read in a few seconds. Its own worker may have the turn. */
export async function readPeople(inbound: OpenInbound): Promise<void> {
  const index = makeIndexPeople(makePeopleWordsStore(inbound.database.db));
  await pollUntil(
    async () => {
      while (await index());
      const left = await inbound.rows('SELECT 1 FROM contacts WHERE words IS NULL AND detached_at IS NULL');
      return left.length === 0 || null;
    },
    { what: () => 'words of every person' },
  );
}
