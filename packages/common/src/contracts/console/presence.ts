import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { unlogged } from '../../contract/resource-change.ts';
import { RowId } from '../../fields.ts';

/** The maximum number of other people that are named. */
export const SHOWN_PEOPLE = 10;

/** Another person of the workspace at a conversation. */
export const PresentPerson = z.object({
  member_id: z.string().nullable().describe('Null: an operator who acts as the workspace'),
  doing: z.enum(['looking', 'writing', 'away']).describe('`away`: they answered recently, and have left'),
  has_answered: z.boolean().describe('Within the last minute'),
});
export type PresentPerson = z.infer<typeof PresentPerson>;

/** All other people at a conversation. */
export const ConversationPresence = z.object({ conversation_id: z.int(), people: z.array(PresentPerson) });
export type ConversationPresence = z.infer<typeof ConversationPresence>;

/**
 * A tab reports where it is. The gateway answers this itself and keeps it only in memory; it passes it on to the other
 * gateways (docs/reference/console.md#presence).
 */
export const reportPresence = defineConsole({
  service: 'inbox',
  name: 'report-presence',
  method: 'POST',
  summary: 'Report that a tab shows a conversation, and get the other people there',
  permission: 'inbox.use',
  isQuiet: true,
  input: z.object({
    id: RowId.describe('The conversation'),
    tab: z
      .string()
      .regex(/^[0-9a-z-]{8,40}$/i, 'must be 8 to 40 letters, digits and hyphens')
      .describe('The id of the tab, which is at one conversation at a time'),
    seq: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('Increases with each report of the tab, so that a late one changes nothing'),
    doing: z.enum(['looking', 'writing', 'left']),
  }),
  output: z.object({ people: z.array(PresentPerson) }),
  errors: ['unknown_tenant', 'unknown_conversation', 'rate_limited'],
  audit: { fields: [], change: unlogged('who is at a conversation') },
});
