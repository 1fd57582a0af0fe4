import { indexPeople } from '@parley/inbox/search/index-people';
import { pollUntil } from '@parley/testing/poll-until';
import type { OpenInbound } from '../../inbound/test/open-inbound.ts';
import { openInbox } from './open-inbox.ts';

/** Indexes the people that the service would index in a few seconds. Its own worker may hold them. */
export async function readPeople(inbound: OpenInbound): Promise<void> {
  const service = openInbox(inbound.database.db);
  await pollUntil(
    async () => {
      while (await indexPeople(service));
      const left = await inbound.rows('SELECT 1 FROM contacts WHERE words IS NULL AND detached_at IS NULL');
      return left.length === 0 || null;
    },
    { what: () => 'words of every person' },
  );
}
