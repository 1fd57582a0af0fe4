import { z } from 'zod';
import { defineConsole } from '../../define-contract.ts';
import { RowId } from '../../fields.ts';

/** The maximum number of other people that are named. */
export const SHOWN_PEOPLE = 10;

/** Another person of the workspace at a conversation. */
export const PersonThere = z.object({
  member_id: z.string().nullable().describe('Null: an operator who acts as the workspace'),
  doing: z.enum(['looking', 'writing', 'away']).describe('`away`: they answered a moment ago, and are gone'),
  has_answered: z.boolean().describe('Within the last minute'),
});
export type PersonThere = z.infer<typeof PersonThere>;

/** All other people at a conversation. */
export const ConversationPresence = z.object({ conversation_id: z.int(), people: z.array(PersonThere) });
export type ConversationPresence = z.infer<typeof ConversationPresence>;

/**
 * A tab reports where it is. The gateway answers this itself and keeps it only in memory; it passes it on to the other
 * gateways (docs/reference/console.md#presence).
 */
export const reportPresence = defineConsole({
  service: 'inbox',
  name: 'report-presence',
  method: 'POST',
  summary: 'Say that a tab shows a conversation, and see who else is there',
  permission: 'inbox.use',
  isQuiet: true,
  input: z.object({
    id: RowId.describe('The conversation'),
    tab: z
      .string()
      .regex(/^[0-9a-z-]{8,40}$/i, 'must be 8 to 40 letters, digits and hyphens')
      .describe('The same for everything that a tab reports; it is at one conversation at a time'),
    seq: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('Higher with each report of the tab: one that arrives late changes nothing'),
    doing: z.enum(['looking', 'writing', 'left']),
  }),
  output: z.object({ people: z.array(PersonThere) }),
  errors: ['unknown_tenant', 'unknown_conversation', 'rate_limited'],
});
