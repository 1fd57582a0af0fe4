import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import { CONTENT_KINDS, type ConversationView } from '@parley/common/contracts/operator/conversations';
import { LabelView } from '@parley/common/contracts/operator/label-fields';
import { TeamOf } from '@parley/common/contracts/operator/team-fields';
import { contentNameOf, contentTitleOf } from '@parley/common/messages/content-facts';
import { RichContent } from '@parley/common/messages/message-content';
import { type Handover, isSharedChannel, type KnownOwner } from '@parley/common/messages/thread-owner';
import { replyUntil } from '@parley/messaging/messages/reply-until';
import { ownerAt } from '@parley/messaging/threads/decide-owner';
import { z } from 'zod';
import { titleKeyOf } from '../labels/label.rules.ts';
import { showSnooze, snoozeOf } from './snooze.rules.ts';

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
  /** The newest message's content where it has no text; null where it has text, or was taken back. */
  lastContent: unknown;
  lastStatus: string | null;
  /** The reason why the newest message failed. */
  lastErrorCode: string | null;
  lastAt: Date | null;
  /** Text of its newest comment; null when it has none. */
  commentText: string | null;
  commentedAt: Date | null;
  isAnswered: boolean | null;
  /** Whether another app has been seen on the account. */
  isShared: boolean;
  threadOwner: KnownOwner | null;
  threadOwnerAt: Date | null;
  handover: Handover | null;
}

/** The person of a conversation, with their other conversations. */
export interface ShownPerson {
  contactId: number;
  channel: Channel;
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

/** The content of a message besides text, as statements select it. */
const StoredContent = z.object({
  file: z.string().nullable(),
  content: RichContent.nullable(),
  isTemplate: z.boolean(),
});

/** The kind of a message's file or other content; null: only text. */
function contentKindOf({ file, content, isTemplate }: z.infer<typeof StoredContent>) {
  const found = file ?? contentNameOf(content) ?? (isTemplate ? 'template' : null);
  return CONTENT_KINDS.find((kind) => kind === found) ?? null;
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
  ...(isSharedChannel(row.channel) && row.commentedAt === null ? { threadOwner: ownerAt(row, now) } : {}),
  ...(row.handover === null ? {} : { handover: row.handover }),
});

const Stored = StoredContent.extend({
  messageId: z.string(),
  direction: z.string(),
  origin: z.string(),
  author: z.string().nullable(),
  sentBy: z.string().nullable(),
  text: z.string(),
  isDeleted: z.boolean(),
});

/** The beginning of a quoted message, for `quoted` of a message, without the content of a deleted one. Null for null. */
export function showQuoted(found: unknown) {
  if (found === null || found === undefined) return null;
  const stored = Stored.parse(found);
  const { messageId, direction, origin, author, sentBy, text, content, isDeleted } = stored;
  return {
    messageId,
    direction,
    origin,
    author,
    ...(sentBy === null ? {} : { sentBy }),
    kind: isDeleted ? null : contentKindOf(stored),
    text: isDeleted ? '' : text || contentTitleOf(content),
    isDeleted,
  };
}
