import { z } from 'zod';
import { asWritten, type Camel } from '../../casing/camel.ts';
import { Channel } from '../../channels.ts';
import { CANCELS, DECISION_FIELDS, OF_TENANT, TELLS } from '../../contract/audit-values.ts';
import { changed, one, unlogged } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import {
  AccountRef,
  ATTACHMENT_TYPES,
  Attachment,
  HELD,
  Interactive,
  MessageSentData,
  MessageStatusError,
  ORIGINS,
} from '../../events.ts';
import { Instant, line, MemberId, MessageId, OffsetInstant, RowId, Slug } from '../../fields.ts';
import { RichContent } from '../../messages/message-content.ts';
import { Pricing, ReceivedContent } from '../../messages/received-content.ts';
import { RICH_NAMES } from '../../messages/rich-names.ts';
import { Handover, ThreadOwner } from '../../messages/thread-owner.ts';
import { withContentRules } from '../messages/content-rules.ts';
import { CONTENT_FIELDS, SCHEDULED_ANSWER } from '../messages/send.ts';
import { SEND_ERRORS } from '../send-errors.ts';
import { ConsentView } from './consent.ts';
import { ChangedLabels, LabelId, LabelView } from './label-fields.ts';
import { TeamId, TeamOf } from './team-fields.ts';
import { ListQuery, listOf } from './tenants.ts';
import { UploadId } from './uploads.ts';

export const ConversationStatus = z.enum(['open', 'resolved', 'archived']);
export const BotMode = z.enum(['on', 'paused']).register(SCHEMA_NAMES, { id: 'BotMode' });
/** As a filter: a snoozed conversation is not among the open ones. */
export const StatusFilter = z.enum(['open', 'snoozed', 'resolved', 'archived']);

/** Characters of a message that the list of conversations shows. */
export const SHOWN_CHARACTERS = 140;

const SentBy = z.string().optional().describe('The member who sent it from the console; absent for everything else');

/** The kinds of content that a message can have besides text. */
export const CONTENT_KINDS = [...ATTACHMENT_TYPES, ...RICH_NAMES, 'template'] as const;

const LastMessage = z.object({
  direction: z.enum(['in', 'out']),
  origin: z.enum(['customer', ...ORIGINS]),
  sent_by: SentBy,
  text: z.string().describe(`At most ${SHOWN_CHARACTERS} characters of it; empty once it was deleted`),
  kind: z.enum(CONTENT_KINDS).nullable().describe('Without a text: kind of its file or other content; else null'),
  status: z.string(),
  error_code: z.string().optional().describe('The reason why it failed; `cancelled` for a cancelled scheduled message'),
  at: Instant,
});

const LastComment = z.object({
  text: z.string().describe(`At most ${SHOWN_CHARACTERS} characters of it; empty once it was removed or hidden`),
  replied: z.boolean().describe('Whether the account answered it in public'),
  at: Instant,
});

export const ConversationView = z
  .object({
    id: z.int(),
    kind: z.enum(['messages', 'comments']).describe('A person’s comments form a separate conversation'),
    channel: Channel,
    account: AccountRef,
    peer: z.string(),
    contact_id: z.int().describe('The person of the conversation, and the id for an erasure'),
    name: z.string().nullable(),
    status: ConversationStatus,
    snoozed: z
      .object({ until: Instant.nullable().describe('Null: until the customer’s next message') })
      .nullable()
      .describe('Set while it is snoozed; a message of the customer always ends the snooze'),
    assignee: z.string().nullable().describe('The assigned member'),
    team: TeamOf.nullable().describe('The assigned team'),
    bot: BotMode,
    labels: z.array(LabelView).describe('By title'),
    unread: z.int().describe('Messages of the customer since the workspace last read or answered'),
    reply_until: Instant.nullable().describe(
      'The end of the time in which a text may be sent; null if the channel has no window, or it is closed',
    ),
    last_message: LastMessage.nullable(),
    last_comment: LastComment.nullable().describe('The newest one; null if there is none'),
    last_message_at: Instant,
    created_at: Instant,
    thread_owner: ThreadOwner.optional().describe(
      'wa, fb, ig: the app that may answer, where several share the account',
    ),
    handover: Handover.optional().describe('The last hand-over of the thread; absent if there was none'),
  })
  .register(SCHEMA_NAMES, { id: 'Conversation' });

const Pixels = z
  .int()
  .nullable()
  .describe('Size of an image in pixels, as it is shown; null before its first thumbnail');
const ShownAttachment = asWritten(Attachment.extend({ width: Pixels, height: Pixels }));

const QuotedMessage = z.object({
  message_id: MessageId,
  direction: z.enum(['in', 'out']),
  origin: z.enum(['customer', ...ORIGINS]),
  author: z.string().nullable().describe('In a group: its author'),
  sent_by: SentBy,
  kind: z.enum(CONTENT_KINDS).nullable().describe('Kind of its file or other content; null: only text'),
  text: z.string().describe(`At most ${SHOWN_CHARACTERS} characters of it; empty once it was deleted`),
  is_deleted: z.boolean(),
});

export const ConversationMessage = z
  .object({
    message_id: MessageId,
    direction: z.enum(['in', 'out']),
    origin: z.enum(['customer', ...ORIGINS]),
    status: z.string(),
    text: z.string().describe('Empty once it was deleted'),
    attachments: z.array(ShownAttachment),
    content: RichContent.nullable().describe('Of a message that was sent: buttons, list, location, contacts or poll'),
    interactive: Interactive.nullable().describe('Of a received message: what the person chose'),
    received: ReceivedContent.nullable().describe('Of a received message: referral, vote, order, product and marks'),
    pricing: Pricing.nullable().describe('wa: the price that Meta charges for it'),
    author: z.string().nullable().describe('In a group: its author'),
    sent_by: SentBy,
    template: MessageSentData.shape.template,
    reply_to: MessageId.nullable(),
    quoted: QuotedMessage.nullable().describe('The message of reply_to, while it is stored'),
    reactions: z
      .array(
        z.object({
          from: z.string(),
          emoji: z.string().nullable().describe('Null if the reaction is an image'),
          emoji_url: z.string().optional().describe('Address of the image at the platform (tt)'),
        }),
      )
      .describe('The current ones, oldest first'),
    error: MessageStatusError.nullable().describe('The reason why it failed'),
    upload_id: UploadId.nullable().describe('Of a failed message: its uploaded file, while it can be sent again'),
    held: HELD.optional(),
    send_at: Instant.optional().describe('While it is scheduled: the time when it is sent'),
    standby: z.literal(true).optional().describe('fb, ig, wa: another app had the thread'),
    imported: z.literal(true).optional().describe('wd, wa: imported from the history of the phone'),
    at: Instant,
    edited_at: Instant.nullable(),
    revoked_at: Instant.nullable().describe('When it was deleted'),
  })
  .register(SCHEMA_NAMES, { id: 'ConversationMessage' });

export const MemberOrNone = z.union([MemberId, z.literal('none')]);

/** Filters of conversations, combined with AND (docs/reference/operator-api.md#filters). */
const Filter = {
  channel: Channel.optional(),
  account: line(200).optional().describe('Id of an account, as the platform has it'),
  status: StatusFilter.optional(),
  assignee: z.union([MemberOrNone, TeamId]).optional().describe('A member, a team, or `none`: no member'),
  unread: z.boolean().optional(),
  label: LabelId.optional(),
  q: line(100)
    .optional()
    .describe('Part of a name, user name, number or address, or beginnings of their words in any spelling'),
};
export const ConversationFilter = z.object(Filter);
export type ConversationFilter = Camel<z.infer<typeof ConversationFilter>>;

/** Decisions of members about a conversation. */
const Change = {
  status: ConversationStatus.optional(),
  assignee: MemberId.nullable().optional().describe('The new assignee; null: none'),
  team: TeamId.nullable().optional().describe('The new team, which may choose the assignee by turns'),
  bot: BotMode.optional(),
  snooze: z
    .object({ until: OffsetInstant.optional().describe('Without it: until the customer’s next message') })
    .nullable()
    .optional()
    .describe('Snoozes it, and opens it if it is closed; null ends the snooze'),
  add_labels: ChangedLabels.optional(),
  remove_labels: ChangedLabels.optional().describe('A label that is also added is removed'),
};
export const ConversationChange = z.object(Change);
export type ConversationChange = Camel<z.infer<typeof ConversationChange>>;

export const listConversations = defineOperator({
  service: 'inbox',
  name: 'list-conversations',
  method: 'GET',
  path: '/tenants/{slug}/conversations',
  summary: 'List conversations, newest activity first',
  description:
    'Returns the conversations of a tenant page by page, filtered by status, channel account, assignee, team, labels or unread. Continue with `cursor` until `next_cursor` is null.',
  input: z.object({ slug: Slug, ...ListQuery, ...Filter }),
  output: listOf(ConversationView),
  errors: ['unknown_tenant'],
});

export const getConversation = defineOperator({
  service: 'inbox',
  name: 'get-conversation',
  method: 'GET',
  path: '/tenants/{slug}/conversations/{id}',
  summary: 'Show a conversation',
  description:
    'Returns a conversation by its id: person, account, status, assignee, labels, and until when a text may be sent (`reply_until`).',
  input: z.object({ slug: Slug, id: RowId }),
  output: ConversationView,
  errors: ['unknown_tenant', 'unknown_conversation'],
});

/** The person of a conversation, and their other conversations (docs/reference/operator-api.md#the-same-person). */
export const getConversationPerson = defineOperator({
  service: 'inbox',
  name: 'get-conversation-person',
  method: 'GET',
  path: '/tenants/{slug}/conversations/{id}/person',
  summary: 'Show the person of a conversation, with every conversation of that person',
  description:
    'Returns the names and addresses of the person of a conversation, and that person’s other conversations on every channel.',
  input: z.object({ slug: Slug, id: RowId }),
  output: z.object({
    name: z.string().nullable(),
    username: z.string().nullable(),
    phone: z.string().nullable(),
    addresses: z.array(z.string()),
    consent: ConsentView,
    conversations: z.array(ConversationView).describe('Newest activity first, 100 at most; this one among them'),
  }),
  errors: ['unknown_tenant', 'unknown_conversation'],
});

export const listConversationMessages = defineOperator({
  service: 'inbox',
  name: 'list-conversation-messages',
  method: 'GET',
  path: '/tenants/{slug}/conversations/{id}/messages',
  summary: 'Messages of a conversation, newest first',
  description:
    'Returns the messages of a conversation page by page, with files, statuses and reactions. `around` returns the page with a given message in its middle.',
  input: z.object({
    slug: Slug,
    id: RowId,
    ...ListQuery,
    around: MessageId.optional().describe('The first page is the one with this message in its middle'),
  }),
  output: listOf(ConversationMessage),
  errors: ['unknown_tenant', 'unknown_conversation'],
});

const DECIDED = { fields: ['status', 'snoozed', 'assignee', 'team', 'bot', 'labels'] };

export const updateConversation = defineOperator({
  service: 'inbox',
  name: 'update-conversation',
  method: 'PATCH',
  path: '/tenants/{slug}/conversations/{id}',
  summary: 'Open, resolve or archive a conversation, assign it, pause its bot, label or snooze it',
  description:
    'Changes the given fields only: status, assignee, team, labels, snooze or the pause of the bot. Members of the workspace see the change at once.',
  input: z.object({ slug: Slug, id: RowId, ...Change }),
  output: ConversationView,
  errors: ['unknown_tenant', 'unknown_conversation', 'unknown_member', 'unknown_label', 'unknown_team'],
  audit: { fields: [...DECISION_FIELDS, 'labels.id', 'team.id'], change: changed(one(getConversation), DECIDED) },
});

export const markConversationRead = defineOperator({
  service: 'inbox',
  name: 'mark-conversation-read',
  method: 'POST',
  path: '/tenants/{slug}/conversations/{id}/read',
  summary: 'Mark everything in a conversation as read',
  description: 'Marks all messages of a conversation as read in the inbox. It sends no read receipt to the person.',
  input: z.object({ slug: Slug, id: RowId }),
  output: ConversationView,
  errors: ['unknown_tenant', 'unknown_conversation'],
  audit: { fields: OF_TENANT, change: unlogged('somebody has looked at it') },
});

/**
 * Sends as the operator: origin `dashboard`, with the same credit and window rules
 * (docs/reference/operator-api.md#conversations).
 */
export const sendFromDashboard = defineOperator({
  service: 'send',
  name: 'send-from-dashboard',
  method: 'POST',
  path: '/tenants/{slug}/conversations/{id}/messages',
  summary: 'Answer in a conversation',
  description:
    'Sends a text, template or file as an answer in a conversation, and charges it like a send of the customer API. On most channels a free text is possible only for a limited time after the person’s last message.',
  input: withContentRules(
    z.object({
      slug: Slug,
      id: RowId,
      ...CONTENT_FIELDS,
      upload_id: UploadId.optional().describe(
        'A file of begin-upload; the message is its caption, and may be left out',
      ),
    }),
  ),
  output: z.object({
    message_id: MessageId,
    channel: Channel,
    to: z.string(),
    conversation_id: z.int(),
    fallback: z.literal(true).optional(),
    ...SCHEDULED_ANSWER,
  }),
  deferredStatus: 'scheduled',
  errors: [
    'unknown_tenant',
    'unknown_conversation',
    'unknown_upload',
    'unsupported_content',
    'plan_limit_reached',
    ...SEND_ERRORS,
  ],
  deadlineMs: 25_000,
  audit: { fields: [...OF_TENANT, 'upload_id', 'template.name', 'template.language', 'send_at'], change: TELLS },
});

/** Cancels a scheduled message of a conversation (docs/reference/sends.md#scheduled). */
export const cancelScheduledMessage = defineOperator({
  service: 'send',
  name: 'cancel-scheduled-message',
  method: 'POST',
  path: '/tenants/{slug}/conversations/{id}/messages/{message_id}/cancel',
  summary: 'Cancel a scheduled message',
  description:
    'Cancels a scheduled message of a conversation, and refunds its credit. A message that has been sent is not_scheduled.',
  input: z.object({ slug: Slug, id: RowId, message_id: MessageId }),
  output: z.object({ message_id: MessageId, status: z.literal('cancelled') }),
  errors: ['unknown_tenant', 'unknown_message', 'not_scheduled'],
  audit: { fields: [...OF_TENANT, 'message_id'], change: CANCELS },
});
