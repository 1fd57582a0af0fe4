import { type CallContext, callerOf } from '@parley/common/call-context';
import type { conversations as contract } from '@parley/common/contracts/reading/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { BY_ACTIVITY } from '../domain/activity.ts';
import { boundsOf, toReadConversation } from '../domain/read-view.ts';
import { showConversation } from '../domain/show-conversation.ts';
import type { InboxService } from '../service.ts';
import { findShownPage } from '../storage/conversation-list-store.ts';

/** Conversations of the channels of the calling key, newest activity first. Errors: invalid_cursor. */
export async function readConversations(
  { database, now }: InboxService,
  { limit, cursor, ...filter }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { tenantId, channels } = callerOf(context);
  const before = BY_ACTIVITY.read(cursor);
  const { rows, next } = await database.read((reader) =>
    findShownPage(reader, tenantId, { ...filter, channels: boundsOf(channels) }, { before, count: limit }),
  );
  const at = now();
  const conversations = rows.map((row) => toReadConversation(showConversation(row, at)));
  return { ok: true, count: conversations.length, conversations, nextCursor: next && BY_ACTIVITY.after(next) };
}
