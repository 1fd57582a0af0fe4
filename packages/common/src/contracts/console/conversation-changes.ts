import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { Instant, RowId } from '../../fields.ts';

export const CHANGE_KINDS = ['assigned', 'rotated', 'team', 'status', 'snoozed', 'woken'] as const;

/** Changes of a conversation that its thread shows (docs/reference/console.md#changes). */
export const listConversationChanges = defineConsole({
  service: 'inbox',
  name: 'list-conversation-changes',
  method: 'GET',
  summary: 'The newest changes of a conversation, oldest first',
  permission: 'inbox.use',
  input: z.object({ id: RowId }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(CHANGE_KINDS),
        member_id: z.string().nullable().describe('Null: the operator, or for `woken` the time that was set'),
        value: z
          .string()
          .nullable()
          .describe(
            'The assignee (for `rotated`: the member whose turn it was), the name of the team, the status, or the end of the snooze (null: the customer’s next message)',
          ),
        at: Instant,
      }),
    ),
  }),
  errors: ['unknown_conversation'],
});
