import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { listMentions as contract, MENTION_SHOWN_MAX } from '@parley/common/contracts/console/notes';
import { cutText } from '@parley/common/text/clean-text';
import type { InboxService } from '../service.ts';
import { toAuthorView } from './note.rules.ts';
import { countUnreadMentions, findMentions } from './note.store.ts';

/** The notes that mention the caller, newest first. The operator with the admin token is mentioned nowhere. */
export const listMentions = verb(contract, async ({ database }: InboxService, { limit }, context) => {
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
});
