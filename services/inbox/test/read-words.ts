import { makeIndexMessages } from '@parley/inbox/search/index-messages';
import { pollUntil } from '@parley/testing/poll-until';
import type { OpenInbound } from '../../inbound/test/open-inbound.ts';
import { openInbox } from './open-inbox.ts';

const HALF_MINUTE_MS = 30_000;

export const READ = { what: () => 'words of every message' };
const HAS_UNREAD = `SELECT 1 FROM messages m WHERE m.text <> ''
   AND NOT EXISTS (SELECT 1 FROM message_words w WHERE w.message_id = m.id AND w.words IS NOT NULL)`;

/** Indexes the messages that the service would have indexed by then. Its own worker may hold them. */
export async function readWords(inbound: OpenInbound, inMs = HALF_MINUTE_MS): Promise<void> {
  const index = makeIndexMessages(openInbox(inbound.database.db, { now: () => new Date(Date.now() + inMs) }));
  await pollUntil(async () => {
    while (await index());
    return (await inbound.rows(HAS_UNREAD)).length === 0 || null;
  }, READ);
}
