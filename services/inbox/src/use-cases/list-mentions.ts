import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import { cutText } from '@parley/common/clean-text';
import { type listMentions as contract, MENTION_SHOWN_MAX } from '@parley/common/contracts/console/notes';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { toAuthorView } from '../domain/note.ts';
import type { InboxService } from '../service.ts';
import { countUnreadMentions, findMentions } from '../storage/mention-store.ts';

/** The notes that mention the caller, newest first. The operator with the admin token is mentioned nowhere. */
export async function listMentions(
  { database }: InboxService,
  { limit }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { memberId } = memberOf(context);
  if (memberId === null) return { items: [], unread: 0 };
  const of = { tenantId: tenantIdOf(context), memberId };
  const [mentions, unread] = await Promise.all([
    findMentions(database.prisma, of, limit),
    countUnreadMentions(database.prisma, of),
  ]);
  const items = mentions.map(({ author, text, createdAt, ...mention }) => ({
    ...mention,
    author: toAuthorView(author),
    text: cutText(text, MENTION_SHOWN_MAX),
    createdAt: createdAt.toISOString(),
  }));
  return { items, unread };
}
