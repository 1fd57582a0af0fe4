import { EVENT_DATA, EVENT_TYPES, type EventType } from '@parley/common/events';
import { z } from 'zod';
import type { Part } from './shared-parts.ts';

/** Where webhooks stand while the document is generated, before they move to its own section. */
export const WEBHOOK_PREFIX = '/webhooks/';

const SUMMARIES: Readonly<Record<EventType, string>> = {
  'message.received': 'A customer sent a message',
  'message.sent': 'A message left the workspace',
  'message.status': 'A receipt moved a message forward',
  'message.reaction': 'A reaction was added or removed',
  'comment.received': 'Someone commented on a post or video',
  'channel.connected': 'A channel finished connecting',
  'channel.disconnected': 'A channel was removed',
};

const header = (name: string, description: string): Part => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const HEADERS: readonly Part[] = [
  header('X-Service-Event', 'Name of the event'),
  header('X-Service-Signature', 'sha256= and the lowercase hex HMAC-SHA256 of the raw body, keyed with the secret'),
  header('webhook-id', 'Id of the event, the same on every attempt'),
  header('webhook-timestamp', 'Seconds since the epoch, of this attempt'),
  header('webhook-signature', 'Standard Webhooks signatures, separated by spaces'),
];

const describeWebhook = (event: EventType): Part => ({
  operationId: `on-${event.replaceAll('.', '-')}`,
  summary: SUMMARIES[event],
  tags: ['webhooks'],
  security: [],
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: z.object({
          id: z.string().describe('evt_…, the same on every attempt: for de-duplication'),
          event: z.literal(event),
          instance_id: z.string(),
          created_at: z.iso.datetime().describe('When it happened'),
          data: EVENT_DATA[event],
        }),
      },
    },
  },
  responses: { 200: { description: 'Received. Any other answer, or none, makes the event come again.' } },
});

/** The events that are posted to a key's webhook URL (docs/reference/events.md#envelope). */
export const describeWebhooks = (): Part =>
  Object.fromEntries(EVENT_TYPES.map((event) => [`${WEBHOOK_PREFIX}${event}`, { post: describeWebhook(event) }]));
