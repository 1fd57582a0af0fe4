import { z } from 'zod';
import { defineConsole } from '../../define-contract.ts';
import { RowId } from '../../fields.ts';

/** Nothing changes where something is unread, or the customer has not written. */
export const markConversationUnread = defineConsole({
  service: 'inbox',
  name: 'mark-conversation-unread',
  method: 'POST',
  summary: 'Mark the newest message of the customer as unread',
  permission: 'inbox.use',
  isQuiet: true,
  input: z.object({ id: RowId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_conversation'],
});
