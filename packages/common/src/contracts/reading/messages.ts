import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';
import { Attachment, Interactive, MessageSentData, MessageStatusError } from '../../events.ts';
import { Cursor, Instant, MessageId, pageLimit, RowId } from '../../fields.ts';
import { RichContent } from '../../message-content.ts';
import { ConversationMessage } from '../operator/conversations.ts';

/** A message of a conversation, as a key reads it. */
export const ReadMessage = z.object({
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
  error: MessageStatusError.nullable().describe('Why it failed'),
  send_at: Instant.optional().describe('While it is scheduled: when it is sent'),
  at: Instant,
  edited_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
});

/** Messages of one conversation of the key's channels, newest first (docs/reference/reading.md#messages). */
export const messages = defineAction({
  service: 'inbox',
  name: 'messages',
  method: 'GET',
  tag: 'messages',
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
});
