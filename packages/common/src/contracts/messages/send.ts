import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { TELLS } from '../../contract/audit-values.ts';
import { LATER } from '../../contract/example-values.ts';
import { MediaType, TemplateLanguage, TemplateName } from '../../contract/logged-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { HELD } from '../../events.ts';
import { Instant, line, MessageId, OffsetInstant, PhoneNumber, text } from '../../fields.ts';
import { RICH_FIELDS } from '../../messages/message-content.ts';
import { jsonObject } from '../../text/storable.ts';
import { UploadId } from '../operator/uploads.ts';
import { SEND_ERRORS } from '../send-errors.ts';
import { withContentRules } from './content-rules.ts';

/** Longest text of any channel; the channel's own limit is a rule of the send (docs/reference/sends.md#length). */
const MAX_TEXT = 6000;
const COMPONENTS_MAX_BYTES = 64 * 1024;
/** A component of the platform has some five members. */
const COMPONENT_MEMBERS_MAX = 50;
/** A carousel of ten cards has some 500. */
const COMPONENT_VALUES_MAX = 2000;

/** A template send's own fields (docs/reference/sends.md#templates). */
export const TemplateRequest = z
  .object({
    name: line(512).describe('Name of an approved template'),
    language: line(20).default('en').describe('Language code such as en, ar, en_US'),
    variables: z.array(text(1024)).max(100).optional().describe('Fill the body placeholders {{1}}, {{2}} … in order'),
    components: z
      .array(jsonObject(COMPONENT_MEMBERS_MAX, COMPONENT_VALUES_MAX))
      .max(30)
      .refine((v) => JSON.stringify(v).length <= COMPONENTS_MAX_BYTES, 'must be at most 64 KiB of JSON')
      .optional()
      .describe('Full components array of the platform provider; used instead of variables'),
  })
  .register(SCHEMA_NAMES, { id: 'TemplateRequest' });

/** Fields of the content of a send, shared by every caller who may send one (docs/reference/sends.md#content). */
export const CONTENT_FIELDS = {
  message: text(MAX_TEXT).optional().describe('UTF-8 text; required unless there is a file or another content'),
  media_url: line(2048).optional().describe('Public HTTPS URL of a file; message is its caption, and optional'),
  media_type: line(100).optional().describe('Hint: image, video, audio, voice, sticker, document or a MIME type'),
  filename: line(240).optional().describe('Name of a document, as the recipient sees it'),
  template: TemplateRequest.optional().describe('Template send (channel wa only)'),
  ...RICH_FIELDS,
  reply_to: MessageId.optional().describe('message_id of the quoted message, from the same conversation'),
  mentions: z.array(PhoneNumber).min(1).max(50).optional().describe('wd groups: numbers that the text mentions'),
  preview: z.boolean().optional().describe('Whether links get a preview; a choice on wa and tg only'),
  tag: z.literal('human_agent').optional().describe('fb, ig: a person may answer within 7 days instead of 24 hours'),
  fallback: z
    .enum(['none', 'text'])
    .optional()
    .describe('text: content that the channel cannot carry is sent as lines of text'),
  send_at: OffsetInstant.optional().describe(
    'The time to send it: in the future, at most 90 days ahead; the response is 202. ISO 8601 with an offset or Z',
  ),
};

/** Further members of the answer to a send with `send_at` (docs/reference/sends.md#scheduled). */
export const SCHEDULED_ANSWER = {
  status: z.literal('scheduled').optional().describe('Set when the message is sent later; the response is 202'),
  send_at: Instant.optional().describe('When a scheduled message is sent'),
};

const SendRequest = withContentRules(
  z.object({
    channel: Channel,
    to: line(200).describe(
      'Recipient: phone number with country code (wa, wd), group id or hidden id (wd), platform user id (others)',
    ),
    ...CONTENT_FIELDS,
    upload_id: UploadId.optional().describe('A file that this key uploaded, in place of media_url'),
    from: line(200)
      .optional()
      .describe(
        'The sending account: its id, number or label. Default: the account of the newest conversation with the recipient, else the first',
      ),
  }),
);

/** Send a message (docs/reference/sends.md#request). */
export const send = defineAction({
  service: 'send',
  name: 'send',
  method: 'POST',
  tag: 'messages',
  sdk: 'messages.send',
  mcp: 'adds',
  reference: 'docs/reference/sends.md#request',
  summary: 'Send a message',
  description:
    'Sends one content: a text, a file with or without a text, or a text with buttons or a list; a location, contacts, a poll or a post; on wa an approved template. 200 means that the provider accepted the message; receipts arrive as message.status. With send_at the response is 202, and the message is sent at that time.',
  input: SendRequest,
  oneOf: ['message', 'media_url', 'upload_id', 'template', 'location', 'contacts', 'poll', 'post'],
  output: z.object({
    ok: z.literal(true),
    message_id: MessageId,
    channel: Channel,
    to: z.string(),
    conversation_id: z.int().optional().describe('Template sends: the conversation that the reply will carry'),
    template: z.string().optional(),
    language: z.string().optional(),
    delivery: z.literal('sent').optional(),
    held: HELD.optional(),
    fallback: z.literal(true).optional().describe('Set when the content was sent as lines of text'),
    ...SCHEDULED_ANSWER,
  }),
  deferredStatus: 'scheduled',
  errors: ['channel_not_allowed', 'unsupported_content', 'plan_limit_reached', ...SEND_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: {
    channel: Channel,
    media_type: MediaType,
    'template.name': TemplateName,
    'template.language': TemplateLanguage,
    send_at: OffsetInstant,
  },
  example: {
    request: { channel: 'wd', to: '+16505551234', message: 'Hello' },
    answer: { ok: true, message_id: '12', channel: 'wd', to: '+16505551234' },
    deferredAnswer: {
      ok: true,
      message_id: '13',
      channel: 'wd',
      to: '+16505551234',
      status: 'scheduled',
      send_at: LATER,
    },
  },
  audit: { fields: ['channel', 'media_type', 'template.name', 'template.language', 'send_at'], change: TELLS },
});
