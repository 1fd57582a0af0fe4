import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';
import { line, MessageId, text } from '../../fields.ts';
import { SEND_ERRORS } from '../send-errors.ts';

/** Longest text of any channel; the channel's own limit is a rule of the send (docs/reference/sends.md#length). */
const LONGEST_TEXT = 6000;
const COMPONENTS_MAX_BYTES = 64 * 1024;

/** A template send's own fields (docs/reference/sends.md#templates). */
export const TemplateRequest = z.object({
  name: line(512).describe('Name of an approved template'),
  language: line(20).default('en').describe('Language code such as en, ar, en_US'),
  variables: z.array(text(1024)).max(100).optional().describe('Fill the body placeholders {{1}}, {{2}} … in order'),
  components: z
    .array(z.record(z.string(), z.json()))
    .max(30)
    .refine((v) => JSON.stringify(v).length <= COMPONENTS_MAX_BYTES, 'must be at most 64 KiB of JSON')
    .optional()
    .describe('Full components array of the platform provider; used instead of variables'),
});

const SendRequest = z
  .object({
    channel: Channel,
    to: line(200).describe(
      'Recipient: phone number with country code (wa, wd), group id or hidden id (wd), platform user id (others)',
    ),
    message: text(LONGEST_TEXT).optional().describe('UTF-8 text; required unless template is given'),
    media_url: line(2048).optional().describe('Public HTTPS URL of an image or document'),
    media_type: line(100).optional().describe('Hint: image, video, audio, document or a MIME type'),
    template: TemplateRequest.optional().describe('Template send (channel wa only)'),
    from: line(200)
      .optional()
      .describe(
        'Which account sends: its id, number or label. Default: where the newest conversation with the recipient is, else the first',
      ),
  })
  .refine((v) => v.template !== undefined || v.message !== undefined, {
    path: ['message'],
    message: 'message is required.',
    params: { missing: true },
    // Runs together with the fields' own checks, so that one answer lists all problems.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

/** Send a text, a text with media, or a template (docs/reference/sends.md#request). */
export const send = defineAction({
  service: 'send',
  name: 'send',
  method: 'POST',
  tag: 'messages',
  summary: 'Send a message',
  description:
    'Sends a text, optionally with media, or on wa an approved template. 200 means that the provider accepted the message; what became of it arrives as message.status.',
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
  }),
  errors: ['channel_not_allowed', ...SEND_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
});
