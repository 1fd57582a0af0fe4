import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BusText, MessageId, text } from '../../fields.ts';

/**
 * A private answer to a comment: a message in its own conversation, charged like any other
 * (docs/reference/comments.md#private-replies).
 */
export const sendPrivateReply = defineInternal({
  service: 'send',
  name: 'send-private-reply',
  input: z.object({
    channel: z.enum(['fb', 'ig', 'tt']),
    /** The provider's id of the answering page or account. */
    externalId: BusText,
    commentId: BusText,
    /** The author of the comment. */
    to: BusText,
    /** The author's name in the comment; absent when it is hidden. */
    name: BusText.min(1).optional(),
    message: text(6000),
  }),
  output: z.object({ messageId: MessageId, conversationId: z.int() }),
  errors: ['insufficient_balance', 'not_connected', 'graph_error', 'tiktok_error', 'provider_timeout'],
  deadlineMs: 25_000,
});
