import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { Cursor } from '../../fields.ts';
import { ConversationFilter } from '../operator/conversations.ts';
import { LOOKED_AT_ONCE } from '../operator/update-conversations.ts';

/**
 * Counts the conversations that a change of everything would affect, before it is made
 * (docs/reference/console.md#inbox).
 */
export const countConversations = defineConsole({
  service: 'inbox',
  name: 'count-conversations',
  method: 'GET',
  summary: 'Count the conversations that a filter finds',
  permission: 'inbox.use',
  input: ConversationFilter.extend({ cursor: Cursor.optional() }),
  output: z.object({
    count: z.int().describe(`Of this call, at most ${LOOKED_AT_ONCE}`),
    next_cursor: z.string().nullable().describe('The position to continue from; null once everything was counted'),
  }),
  errors: [],
});
