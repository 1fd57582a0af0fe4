import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { AT, LATER } from '../../contract/example-values.ts';
import { LoggedLimit } from '../../contract/logged-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { AccountRef } from '../../events.ts';
import { Cursor, Instant, line, pageLimit } from '../../fields.ts';
import { ConversationStatus, ConversationView, SHOWN_CHARACTERS, StatusFilter } from '../operator/conversations.ts';

const LastMessage = z.object({
  direction: z.enum(['in', 'out']),
  text: z.string().describe(`At most ${SHOWN_CHARACTERS} characters of it; empty once it was deleted`),
  kind: ConversationView.shape.last_message.unwrap().shape.kind,
  status: z.string(),
  at: Instant,
});

/** A conversation, as a key reads it. */
export const ReadConversation = z
  .object({
    conversation_id: z.int(),
    kind: z.enum(['messages', 'comments']).describe('A person’s comments form a separate conversation'),
    channel: Channel,
    account: AccountRef,
    peer: z.string().describe('The `to` of a send'),
    contact_id: z.int(),
    name: z.string().nullable(),
    status: ConversationStatus,
    is_snoozed: z.boolean(),
    unread: z.int().describe('Messages of the customer that no member has read or answered'),
    waiting: z.boolean().describe('Whether it is open and its last message is the customer’s'),
    labels: z.array(z.string()).describe('Titles'),
    reply_until: ConversationView.shape.reply_until,
    last_message: LastMessage.nullable(),
    last_activity_at: Instant,
    created_at: Instant,
    thread_owner: ConversationView.shape.thread_owner,
    handover: ConversationView.shape.handover,
  })
  .register(SCHEMA_NAMES, { id: 'ReadConversation' });

/** The conversation in the examples of this action and of `contact`. */
export const READ_CONVERSATION: z.output<typeof ReadConversation> = {
  conversation_id: 7,
  kind: 'messages',
  channel: 'wa',
  peer: '+16505550123',
  contact_id: 5,
  name: 'Sample person',
  account: { id: '106540352242922', number: '+15550783881', label: 'Shop' },
  status: 'open',
  is_snoozed: false,
  unread: 1,
  waiting: true,
  labels: ['Order'],
  reply_until: LATER,
  last_message: { direction: 'in', text: 'Is it there in blue?', kind: null, status: 'received', at: AT },
  last_activity_at: AT,
  created_at: AT,
};

/** Conversations of the key's channels, newest activity first (docs/reference/reading.md#conversations). */
export const conversations = defineAction({
  service: 'inbox',
  name: 'conversations',
  method: 'GET',
  tag: 'conversations',
  sdk: 'conversations.list',
  mcp: 'reads',
  reference: 'docs/reference/reading.md',
  summary: 'List conversations, newest activity first',
  description:
    'The conversations of the channels that the key may use. With a filter a page can be short or empty while `next_cursor` is not null: continue until it is null. Needs a key with `may_read`.',
  input: z.object({
    channel: Channel.optional(),
    account: line(200).optional().describe('`account.id` of a conversation'),
    status: StatusFilter.optional(),
    unread: z.boolean().optional(),
    waiting: z.boolean().optional().describe('Whether the customer waits for an answer'),
    peer: line(200).optional().describe('The exact `peer`, such as +16505550123'),
    q: line(100).optional().describe('Part of a name, user name, number or address'),
    limit: pageLimit(100, 20),
    cursor: Cursor.optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    count: z.int(),
    conversations: z.array(ReadConversation),
    next_cursor: z.string().nullable(),
  }),
  errors: ['channel_not_allowed', 'read_not_allowed'],
  channelField: 'channel',
  requires: 'may_read',
  logged: { channel: Channel, status: StatusFilter, unread: z.boolean(), waiting: z.boolean(), limit: LoggedLimit },
  example: {
    request: { waiting: true, limit: 20 },
    answer: { ok: true, count: 1, conversations: [READ_CONVERSATION], next_cursor: null },
  },
});
