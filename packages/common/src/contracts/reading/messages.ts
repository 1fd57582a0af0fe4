import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { AT } from '../../contract/example-values.ts';
import { LoggedLimit } from '../../contract/logged-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { Attachment, HELD, Interactive, MessageSentData, MessageStatusError } from '../../events.ts';
import { Cursor, Instant, MessageId, pageLimit, RowId } from '../../fields.ts';
import { RichContent } from '../../messages/message-content.ts';
import { ConversationMessage } from '../operator/conversations.ts';

/** A message of a conversation, as a key reads it. */
export const ReadMessage = z
  .object({
    message_id: MessageId,
    direction: z.enum(['in', 'out']),
    origin: ConversationMessage.shape.origin,
    from: z.string().describe('Of a received message: the peer, or in a group its author; else `account.id`'),
    to: z.string(),
    status: z.string(),
    text: z.string().describe('Empty once it was deleted'),
    attachments: z.array(Attachment),
    content: RichContent.nullable().describe('Of a sent message: buttons, list, location, contacts or poll'),
    interactive: Interactive.nullable().describe('Of a received message: what the person chose'),
    template: MessageSentData.shape.template,
    reply_to: MessageId.nullable(),
    reactions: ConversationMessage.shape.reactions,
    error: MessageStatusError.nullable().describe('The reason why it failed'),
    held: HELD.optional(),
    send_at: Instant.optional().describe('While it is scheduled: the time when it is sent'),
    at: Instant,
    edited_at: Instant.nullable(),
    deleted_at: Instant.nullable(),
    standby: ConversationMessage.shape.standby,
  })
  .register(SCHEMA_NAMES, { id: 'ReadMessage' });

/** Messages of one conversation of the key's channels, newest first (docs/reference/reading.md#messages). */
export const messages = defineAction({
  service: 'inbox',
  name: 'messages',
  method: 'GET',
  tag: 'messages',
  sdk: 'messages.list',
  mcp: 'reads',
  reference: 'docs/reference/reading.md',
  summary: 'List the messages of a conversation, newest first',
  description:
    'A page of very long messages can have fewer than `limit`: continue with `next_cursor` until it is null. Needs a key with `may_read`.',
  input: z.object({ conversation_id: RowId, limit: pageLimit(100, 20), cursor: Cursor.optional() }),
  output: z.object({
    ok: z.literal(true),
    conversation_id: z.int(),
    channel: Channel,
    count: z.int(),
    messages: z.array(ReadMessage),
    next_cursor: z.string().nullable(),
  }),
  errors: ['unknown_conversation', 'read_not_allowed'],
  requires: 'may_read',
  logged: { conversation_id: RowId, limit: LoggedLimit },
  example: {
    request: { conversation_id: 7, limit: 20 },
    answer: {
      ...{ ok: true, conversation_id: 7, channel: 'wa', count: 1, next_cursor: null },
      messages: [
        {
          ...{ message_id: '1041', direction: 'in', origin: 'customer', from: '+16505550123', to: '106540352242922' },
          ...{ status: 'received', text: 'Is it there in blue?', attachments: [], content: null, interactive: null },
          ...{ template: null, reply_to: null, reactions: [], error: null, at: AT, edited_at: null, deleted_at: null },
        },
      ],
    },
  },
});
