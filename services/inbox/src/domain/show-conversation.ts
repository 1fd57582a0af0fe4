import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import type { ConversationView } from '@parley/common/contracts/operator/conversations';
import { LabelView } from '@parley/common/contracts/operator/label-fields';
import { TeamOf } from '@parley/common/contracts/operator/team-fields';
import { replyUntil } from '@parley/messaging/reply-until';
import { z } from 'zod';
import { contentKindOf, StoredContent } from './content-kind-of.ts';
import { titleKeyOf } from './label.ts';
import { showSnooze, snoozeOf } from './snooze.ts';

type View = Camel<z.infer<typeof ConversationView>>;
type LastMessage = NonNullable<View['lastMessage']>;

/** A conversation with its person, its account and its newest message or comment; missing ones have null fields. */
export interface ShownConversation {
  id: number;
  channel: Channel;
  peer: string;
  contactId: number;
  status: View['status'];
  isSnoozed: boolean;
  snoozedUntil: Date | null;
  assignee: string | null;
  team: unknown;
  bot: View['bot'];
  /** Its labels, in any order. */
  labels: unknown;
  unread: number;
  contactName: string | null;
  lastInboundAt: Date | null;
  lastMessageAt: Date;
  createdAt: Date;
  externalId: string;
  number: string | null;
  accountName: string;
  lastDirection: LastMessage['direction'] | null;
  lastOrigin: LastMessage['origin'] | null;
  /** The member who sent the newest message from the console. */
  lastSentBy: string | null;
  lastText: string | null;
  /** What the newest message has in place of a text; null where it has a text, or was taken back. */
  lastContent: unknown;
  lastStatus: string | null;
  /** Why the newest message failed. */
  lastErrorCode: string | null;
  lastAt: Date | null;
  /** Text of its newest comment; null when it has none. */
  commentText: string | null;
  commentedAt: Date | null;
  isAnswered: boolean | null;
}

/** The person of a conversation, with their other conversations. */
export interface ShownPerson {
  name: string | null;
  username: string | null;
  phone: string | null;
  addresses: string[];
  /** Newest activity first. */
  conversations: ShownConversation[];
}

const Labels = z.array(LabelView);

const labelsOf = ({ labels }: ShownConversation) =>
  Labels.parse(labels).sort((a, b) => byCodePoint(titleKeyOf(a.title), titleKeyOf(b.title)));
const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function lastCommentOf({ commentText, commentedAt, isAnswered }: ShownConversation) {
  if (commentText === null || commentedAt === null) return null;
  return { text: commentText, replied: isAnswered === true, at: commentedAt.toISOString() };
}

function lastMessageOf(row: ShownConversation) {
  const { lastDirection, lastOrigin, lastSentBy, lastText, lastContent, lastStatus, lastErrorCode, lastAt } = row;
  if (lastDirection === null || lastOrigin === null || lastText === null || lastStatus === null || lastAt === null)
    return null;
  return {
    direction: lastDirection,
    origin: lastOrigin,
    ...(lastSentBy === null ? {} : { sentBy: lastSentBy }),
    text: lastText,
    kind: lastContent === null ? null : contentKindOf(StoredContent.parse(lastContent)),
    status: lastStatus,
    ...(lastErrorCode === null ? {} : { errorCode: lastErrorCode }),
    at: lastAt.toISOString(),
  };
}

/** A conversation in the form of the operator API (docs/reference/operator-api.md#conversations). */
export const showConversation = (row: ShownConversation, now: Date): View => ({
  id: row.id,
  kind: row.commentedAt === null ? 'messages' : 'comments',
  channel: row.channel,
  account: { id: row.externalId, number: row.number, label: row.accountName },
  peer: row.peer,
  contactId: row.contactId,
  name: row.contactName,
  status: row.status,
  snoozed: showSnooze(snoozeOf(row)),
  assignee: row.assignee,
  team: TeamOf.nullable().parse(row.team),
  bot: row.bot,
  labels: labelsOf(row),
  unread: row.unread,
  replyUntil: replyUntil(row.channel, row.lastInboundAt, now)?.toISOString() ?? null,
  lastMessage: lastMessageOf(row),
  lastComment: lastCommentOf(row),
  lastMessageAt: row.lastMessageAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
});
