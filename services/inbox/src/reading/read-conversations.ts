import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { conversations as contract } from '@parley/common/contracts/reading/conversations';
import { BY_ACTIVITY, findShownPage } from '../conversations/conversation.store.ts';
import { showConversation } from '../conversations/show-conversation.rules.ts';
import type { InboxService } from '../service.ts';
import { boundsOf, toReadConversation } from './reading.rules.ts';

/** Conversations of the channels of the calling key, newest activity first. Errors: invalid_cursor. */
export const readConversations = verb(
  contract,
  async ({ database, now }: InboxService, { limit, cursor, ...filter }, context) => {
    const { tenantId, channels } = callerOf(context);
    const before = BY_ACTIVITY.read(cursor);
    const { rows, next } = await database.read((reader) =>
      findShownPage(reader, tenantId, { ...filter, channels: boundsOf(channels) }, { before, count: limit }),
    );
    const at = now();
    const conversations = rows.map((row) => toReadConversation(showConversation(row, at)));
    return { ok: true, count: conversations.length, conversations, nextCursor: next && BY_ACTIVITY.after(next) };
  },
);
