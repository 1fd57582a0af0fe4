import { z } from 'zod';
import type { Camel } from '../../casing/camel.ts';
import { asStream, defineConsole } from '../../define-contract.ts';
import { Instant, pageLimit } from '../../fields.ts';
import { ConversationPresence } from './presence.ts';

const EventId = z.string().regex(/^evt_[0-9a-z]{10,40}$/, 'must be the id of an event (evt_…)');

/** That something happened, without its content: every role may see it. */
export const LiveEvent = z.object({
  id: z.string(),
  event: z.string().describe('Its type'),
  channel: z.string(),
  conversation_id: z.int().nullable(),
  created_at: Instant,
});
export type LiveEvent = Camel<z.infer<typeof LiveEvent>>;

/** The tenant's events as they happen, each once and in the ledger's order (docs/reference/console.md#live-events). */
export const liveEvents = asStream(
  defineConsole({
    service: 'webhook-delivery',
    name: 'live-events',
    method: 'GET',
    summary: 'What happens in the workspace, as it happens',
    permission: 'home.read',
    input: z.object({
      after: EventId.nullable()
        .optional()
        .describe('The last event that was seen; without it only what happens from now on, null: everything kept'),
      limit: pageLimit(500, 200),
    }),
    output: z.object({
      is_start: z
        .boolean()
        .describe('It begins at the newest event: what was read before may be out of date and is to be read again'),
      events: z.array(LiveEvent),
      next_after: z.string().nullable().describe('Where to go on; null where the workspace has no event yet'),
      has_more: z.boolean(),
      presence: z
        .array(ConversationPresence)
        .optional()
        .describe('The conversations where the member is and others came, went or did something; the gateway adds it'),
      inbox_changed: z
        .boolean()
        .optional()
        .describe('Something of which there is no event has changed in the inbox; the gateway adds it'),
    }),
    errors: [],
  }),
);
