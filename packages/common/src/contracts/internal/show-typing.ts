import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { MessageId } from '../../fields.ts';

/**
 * Shows a customer that a reply is coming, if the channel can (docs/reference/bots.md#a-turn). It is attempted once.
 */
export const showTyping = defineInternal({
  service: 'send',
  name: 'show-typing',
  input: z.object({
    tenantId: z.int(),
    conversationId: z.int(),
    /** The customer's message that the reply answers. */
    messageId: MessageId,
  }),
  output: z.object({ shown: z.boolean() }),
  errors: [],
  deadlineMs: 3000,
});
