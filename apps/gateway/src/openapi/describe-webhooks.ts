import { EVENT_DATA } from '@parley/common/event-data';
import { EVENT_TYPES, type EventType } from '@parley/common/events';
import { PLATFORM_EVENT_TYPES, type PlatformEventType, platformEnvelope } from '@parley/common/platform-events';
import { z } from 'zod';
import type { Part } from './shared-parts.ts';

/** Path prefix of webhooks while the document is generated, before they move to their own section. */
export const WEBHOOK_PREFIX = '/webhooks/';

const SUMMARIES: Readonly<Record<EventType, string>> = {
  'message.received': 'A customer sent a message',
  'message.sent': 'A message left the workspace',
  'message.status': 'A receipt moved a message forward',
  'message.reaction': 'A reaction was added or removed',
  'comment.received': 'Someone commented on a post or video',
  'channel.connected': 'A channel finished connecting',
  'channel.disconnected': 'A channel was removed',
  'message.updated': 'A message was edited',
  'message.deleted': 'A message was deleted',
  'contact.typing': 'A customer is typing; neither stored nor retried',
  'contact.opt_out': 'A customer opted out of marketing, or opted in again',
  'contact.referral': 'A customer came through an ad or a link, and has not written yet',
  'group.updated': 'The subject or the members of a group changed',
  'call.received': 'A customer calls, or a call ended',
  'template.status': 'The platform decided about a template',
  'channel.health': 'The quality, the limit or the restrictions of a channel changed',
  'comment.updated': 'A comment was edited',
  'comment.deleted': 'A comment was removed',
};

const PLATFORM_SUMMARIES: Readonly<Record<PlatformEventType, string>> = {
  'message-sent': 'A message left in any conversation',
  'bot-message': 'The reply of a bot was accepted by the provider',
  'new-messages': 'Customer messages were stored',
  'new-conversation-created': 'A conversation was made, no matter who began it',
  'new-conversation': 'A customer began, or came back to a conversation that was resolved or archived',
  'conversation-status-updated': 'A conversation was resolved, archived or opened again',
  'sms-sent': 'The provider accepted a notification by SMS',
  'email-sent': 'The mail server accepted a notification by e-mail',
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

const describeWebhook = (operationId: string, summary: string, tag: string, envelope: z.ZodType): Part => ({
  operationId,
  summary,
  tags: [tag],
  security: [],
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: envelope,
      },
    },
  },
  responses: { 200: { description: 'Received. Any other answer, or none, makes the event come again.' } },
});

const envelopeOf = (event: EventType) =>
  z.object({
    id: z.string().describe('evt_…, the same on every attempt: for de-duplication'),
    event: z.literal(event),
    instance_id: z.string(),
    created_at: z.iso.datetime().describe('When it happened'),
    data: EVENT_DATA[event],
  });

const webhookOf = (event: EventType): Part =>
  describeWebhook(`on-${event.replaceAll('.', '-')}`, SUMMARIES[event], 'webhooks', envelopeOf(event));
const platformWebhookOf = (event: PlatformEventType): Part =>
  describeWebhook(`on-platform-${event}`, PLATFORM_SUMMARIES[event], 'platform webhooks', platformEnvelope(event));

/**
 * The events that are posted to a key's webhook URL (docs/reference/events.md#envelope), and to platform webhooks
 * (docs/reference/platform-events.md#envelope).
 */
export const describeWebhooks = (): Part => ({
  ...Object.fromEntries(EVENT_TYPES.map((event) => [`${WEBHOOK_PREFIX}${event}`, { post: webhookOf(event) }])),
  ...Object.fromEntries(
    PLATFORM_EVENT_TYPES.map((event) => [`${WEBHOOK_PREFIX}${event}`, { post: platformWebhookOf(event) }]),
  ),
});
