import { z } from 'zod';
import type { Camel } from '../../casing/camel.ts';
import { asStream, defineConsole } from '../../contract/define-console.ts';
import { Instant, pageLimit } from '../../fields.ts';
import { ConversationPresence } from './presence.ts';

const EventId = z.string().regex(/^evt_[0-9a-z]{10,40}$/, 'must be the id of an event (evt_…)');

/** The fact that something happened, without content, so that every role may see it. */
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
        .describe('The last event that was seen. Without it: only events from now on; null: every stored event'),
      limit: pageLimit(500, 200),
    }),
    output: z.object({
      is_start: z
        .boolean()
        .describe('The stream begins at the newest event: data read before may be outdated and must be read again'),
      events: z.array(LiveEvent),
      next_after: z
        .string()
        .nullable()
        .describe('The position to continue from; null if the workspace has no event yet'),
      has_more: z.boolean(),
      presence: z
        .array(ConversationPresence)
        .optional()
        .describe('The conversations of the member where others arrived, left or did something; the gateway adds it'),
      inbox_changed: z
        .boolean()
        .optional()
        .describe('Something without an event has changed in the inbox; the gateway adds it'),
    }),
    errors: [],
  }),
);
