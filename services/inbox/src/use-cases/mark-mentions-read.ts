import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { markMentionsRead as contract } from '@parley/common/contracts/console/notes';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { InboxService } from '../service.ts';
import { saveMentionsRead } from '../storage/mention-store.ts';

/** Marks the caller's mentions as read: those in one conversation, or all. */
export async function markMentionsRead(
  { database, now }: InboxService,
  { conversationId }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { memberId } = memberOf(context);
  const tenantId = tenantIdOf(context);
  if (memberId !== null) await saveMentionsRead(database.prisma, { tenantId, memberId }, { conversationId, at: now() });
  return { ok: true };
}
