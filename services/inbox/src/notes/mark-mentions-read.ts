import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { markMentionsRead as contract } from '@parley/common/contracts/console/notes';
import type { InboxService } from '../service.ts';
import { saveMentionsRead } from './note.store.ts';

/** Marks the caller's mentions as read: those in one conversation, or all. */
export const markMentionsRead = verb(contract, async ({ database, now }: InboxService, { conversationId }, context) => {
  const { memberId } = memberOf(context);
  const tenantId = tenantIdOf(context);
  if (memberId !== null) await saveMentionsRead(database.prisma, { tenantId, memberId }, { conversationId, at: now() });
  return { ok: true };
});
