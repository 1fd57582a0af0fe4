import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { line, text } from '../../fields.ts';
import { AutomaticSend } from './send-bot-message.ts';

/**
 * A message that a rule of the workspace sends in a conversation, with origin `bot`
 * (docs/reference/console.md#business-hours). The rules and the price are those of any other message. A repeat with the
 * same key is the same message.
 */
export const sendWorkspaceMessage = defineInternal({
  service: 'send',
  name: 'send-workspace-message',
  input: z.object({
    tenantId: z.int(),
    conversationId: z.int(),
    key: line(100).describe('Identifies it among the automatic messages of the tenant'),
    message: text(65_536),
    buttons: z
      .array(z.object({ id: line(100), title: line(20) }))
      .max(3)
      .optional(),
  }),
  output: AutomaticSend,
  errors: [],
  deadlineMs: 25_000,
});
