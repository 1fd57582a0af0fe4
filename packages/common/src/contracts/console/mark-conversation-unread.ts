import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { unlogged } from '../../contract/resource-change.ts';
import { RowId } from '../../fields.ts';

/** Changes nothing if the conversation has unread messages, or the customer has not written. */
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
  audit: { fields: ['id'], change: unlogged('somebody wants to look at it again') },
});
