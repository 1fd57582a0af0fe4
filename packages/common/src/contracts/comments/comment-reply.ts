import { z } from 'zod';
import { CommentPlatform } from '../../channels.ts';
import { TELLS } from '../../contract/audit-values.ts';
import { COMMENT } from '../../contract/example-values.ts';
import { defineAction } from '../../define-contract.ts';
import { line, MessageId, text } from '../../fields.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';

/** Answer a comment, publicly and, where the platform allows it, privately (docs/reference/comments.md#replies). */
export const commentReply = defineAction({
  service: 'comments',
  name: 'comment-reply',
  method: 'POST',
  tag: 'comments',
  sdk: 'comments.reply',
  mcp: 'adds',
  reference: 'docs/reference/comments.md#replies',
  summary: 'Reply to a comment',
  description:
    'Answers a comment on a post of fb, ig or tt in public, and with `private_message` also in a direct message, where the platform allows it. The public answer stays published even if the private one fails: see `private_message` in the response. Costs credit. A comment that Parley has not received is unknown_comment.',
  input: z.object({
    comment_id: line(200),
    message: text(6000).describe('Public reply'),
    private_message: text(2000).optional().describe('Private reply that opens a direct-message conversation'),
  }),
  output: z.object({
    ok: z.literal(true),
    platform: CommentPlatform,
    comment_id: z.string().describe('Id of the new reply'),
    in_reply_to: z.string(),
    post_id: z.string(),
    private_message: z
      .union([
        z.object({ ok: z.literal(true), message_id: MessageId, conversation_id: z.int() }),
        z.object({ ok: z.literal(false), error: z.string(), message: z.string() }),
      ])
      .nullable(),
  }),
  errors: [
    'channel_not_allowed',
    'insufficient_balance',
    'unknown_comment',
    'not_connected',
    'private_message_not_supported',
    'graph_error',
    'tiktok_error',
    'provider_timeout',
    ...IDEMPOTENCY_ERRORS,
  ],
  deadlineMs: 25_000,
  logged: {},
  example: {
    request: { comment_id: COMMENT.comment_id, message: 'Yes, in all sizes.', private_message: 'Which size is yours?' },
    answer: {
      ok: true,
      platform: 'fb',
      comment_id: '122100_457',
      in_reply_to: COMMENT.comment_id,
      post_id: COMMENT.post_id,
      private_message: { ok: true, message_id: '14', conversation_id: 8 },
    },
  },
  audit: { fields: ['comment_id'], change: TELLS },
});
