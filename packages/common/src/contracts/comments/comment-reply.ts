import { z } from 'zod';
import { CommentPlatform } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';
import { line, MessageId, text } from '../../fields.ts';

/** Answer a comment, publicly and, where the platform allows it, privately (docs/reference/comments.md#replies). */
export const commentReply = defineAction({
  service: 'comments',
  name: 'comment-reply',
  method: 'POST',
  tag: 'comments',
  summary: 'Reply to a comment',
  description:
    'Answers a comment on a post of fb, ig or tt in public, and with `private_message` also in a direct message, where the platform allows it. The public answer counts even if the private one fails: see `private_message` in the answer. Costs credit. A comment that Parley has not received is unknown_comment.',
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
    'idempotency_in_progress',
    'idempotency_mismatch',
  ],
  deadlineMs: 25_000,
});
