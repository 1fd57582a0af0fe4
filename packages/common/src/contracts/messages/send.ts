import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant, line, MessageId, OffsetInstant, PhoneNumber, text } from '../../fields.ts';
import { RICH_FIELDS } from '../../message-content.ts';
import { jsonObject } from '../../storable.ts';
import { SEND_ERRORS } from '../send-errors.ts';
import { withContentRules } from './content-rules.ts';

/** Longest text of any channel; the channel's own limit is a rule of the send (docs/reference/sends.md#length). */
const LONGEST_TEXT = 6000;
const COMPONENTS_MAX_BYTES = 64 * 1024;
/** A component of the platform has some five members. */
const COMPONENT_MEMBERS_MAX = 50;
/** A carousel of ten cards has some 500. */
const COMPONENT_VALUES_MAX = 2000;

/** A template send's own fields (docs/reference/sends.md#templates). */
export const TemplateRequest = z.object({
  name: line(512).describe('Name of an approved template'),
  language: line(20).default('en').describe('Language code such as en, ar, en_US'),
  variables: z.array(text(1024)).max(100).optional().describe('Fill the body placeholders {{1}}, {{2}} … in order'),
  components: z
    .array(jsonObject(COMPONENT_MEMBERS_MAX, COMPONENT_VALUES_MAX))
    .max(30)
    .refine((v) => JSON.stringify(v).length <= COMPONENTS_MAX_BYTES, 'must be at most 64 KiB of JSON')
    .optional()
    .describe('Full components array of the platform provider; used instead of variables'),
});

/** Fields of the content of a send, shared by every caller who may send one (docs/reference/sends.md#content). */
export const CONTENT_FIELDS = {
  message: text(LONGEST_TEXT).optional().describe('UTF-8 text; required unless there is a file or another content'),
  media_url: line(2048).optional().describe('Public HTTPS URL of a file; message is its caption, and optional'),
  media_type: line(100).optional().describe('Hint: image, video, audio, voice, sticker, document or a MIME type'),
  filename: line(240).optional().describe('Name of a document, as the recipient sees it'),
  template: TemplateRequest.optional().describe('Template send (channel wa only)'),
  ...RICH_FIELDS,
  reply_to: MessageId.optional().describe('message_id of the message that it quotes, of the same conversation'),
  mentions: z.array(PhoneNumber).min(1).max(50).optional().describe('wd groups: numbers that the text mentions'),
  preview: z.boolean().optional().describe('Whether links get a preview; a choice on wa and tg only'),
  tag: z.literal('human_agent').optional().describe('fb, ig: a person answers within 7 days instead of 24 hours'),
  fallback: z
    .enum(['none', 'text'])
    .optional()
    .describe('text: what the channel cannot carry is sent as lines of text'),
  send_at: OffsetInstant.optional().describe(
    'When it is sent: in the future, at most 90 days ahead; answered 202. ISO 8601 with an offset or Z',
  ),
};

/** What the answer to a send with `send_at` has besides (docs/reference/sends.md#scheduled). */
export const SCHEDULED_ANSWER = {
  status: z.literal('scheduled').optional().describe('Set when the message is sent later; the answer is 202'),
  send_at: Instant.optional().describe('When a scheduled message is sent'),
};

const SendRequest = withContentRules(
  z.object({
    channel: Channel,
    to: line(200).describe(
      'Recipient: phone number with country code (wa, wd), group id or hidden id (wd), platform user id (others)',
    ),
    ...CONTENT_FIELDS,
    from: line(200)
      .optional()
      .describe(
        'Which account sends: its id, number or label. Default: where the newest conversation with the recipient is, else the first',
      ),
  }),
);

/** Send a message (docs/reference/sends.md#request). */
export const send = defineAction({
  service: 'send',
  name: 'send',
  method: 'POST',
  tag: 'messages',
  summary: 'Send a message',
  description:
    'Sends one content: a text, a file with or without a text, or a text with buttons or a list; a location, contacts, a poll or a post; on wa an approved template. 200 means that the provider accepted the message; receipts arrive as message.status. With send_at the answer is 202, and the message is sent at that time.',
  input: SendRequest,
  output: z.object({
    ok: z.literal(true),
    message_id: MessageId,
    channel: Channel,
    to: z.string(),
    conversation_id: z.int().optional().describe('Template sends: the conversation that the reply will carry'),
    template: z.string().optional(),
    language: z.string().optional(),
    delivery: z.literal('sent').optional(),
    fallback: z.literal(true).optional().describe('Set when the content was sent as lines of text'),
    ...SCHEDULED_ANSWER,
  }),
  deferredStatus: 'scheduled',
  errors: ['channel_not_allowed', 'unsupported_content', 'plan_limit_reached', ...SEND_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
});
