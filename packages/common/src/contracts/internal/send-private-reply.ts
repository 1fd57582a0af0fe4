import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { MessageId, text } from '../../fields.ts';

/**
 * A private answer to a comment: a message in its own conversation, charged like any other
 * (docs/reference/comments.md#private-replies).
 */
export const sendPrivateReply = defineInternal({
  service: 'send',
  name: 'send-private-reply',
  input: z.object({
    channel: z.enum(['fb', 'ig']),
    /** The provider's id of the answering page or account. */
    externalId: z.string(),
    commentId: z.string(),
    /** The author of the comment. */
    to: z.string(),
    /** The author's name in the comment; absent when it is hidden. */
    name: z.string().min(1).optional(),
    message: text(2000),
  }),
  output: z.object({ messageId: MessageId, conversationId: z.int() }),
  errors: ['insufficient_balance', 'not_connected', 'graph_error', 'provider_timeout'],
  deadlineMs: 25_000,
});
