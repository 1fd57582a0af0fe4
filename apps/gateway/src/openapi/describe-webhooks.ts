import type { EventType } from '@parley/common/events';
import { EVENT_DATA } from '@parley/common/events/event-data';
import { EVENT_TYPES, PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { PLATFORM_API_VERSION, type PlatformEventType, platformEnvelope } from '@parley/common/events/platform-events';
import { sampleEvent } from '@parley/common/events/sample-events';
import { z } from 'zod';
import { typeName } from './schema-names.ts';
import { EVENT_HEADER_REFS, type Part, refTo } from './shared-parts.ts';

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
  'group.updated': 'A group changed: subject, members, admins, description, settings or invite link',
  'group.join_request': 'A person asks to join a group',
  'call.received': 'A customer calls, or a call ended',
  'template.status': 'The platform decided about a template',
  'channel.health': 'The quality, the limit or the restrictions of a channel changed',
  'comment.updated': 'A comment was edited',
  'comment.deleted': 'A comment was removed',
  'conversation.control': 'Another app took the thread with a customer, or gave it back',
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

/** The schema of a posted event of a key, and of a platform webhook. */
const schemaOfEvent = (event: EventType): string => `${typeName(event)}Event`;
const schemaOfPlatformEvent = (event: PlatformEventType): string => `Platform${typeName(event)}Event`;

interface Webhook {
  operationId: string;
  summary: string;
  tag: string;
  envelope: z.ZodType;
  example: unknown;
}

const describeWebhook = ({ operationId, summary, tag, envelope, example }: Webhook): Part => ({
  operationId,
  summary,
  tags: [tag],
  security: [],
  parameters: EVENT_HEADER_REFS,
  requestBody: { required: true, content: { 'application/json': { schema: envelope, example } } },
  responses: { 200: refTo('responses', 'Received') },
});

const SAMPLE_TIME = new Date('2026-03-01T10:00:00.000Z');
const SAMPLE_ID = 'evt_01k0a2b3c4d5e6f7g8h9j0kmnp';

const webhookOf = (event: EventType): Part =>
  describeWebhook({
    operationId: `on-${event.replaceAll('.', '-')}`,
    summary: SUMMARIES[event],
    tag: 'webhooks',
    envelope: z
      .object({
        id: z.string().describe('The same on every attempt'),
        event: z.literal(event),
        instance_id: z.string(),
        created_at: z.iso.datetime().describe('When it happened'),
        data: EVENT_DATA[event],
      })
      .meta({ id: schemaOfEvent(event) }),
    example: {
      id: SAMPLE_ID,
      event,
      instance_id: 'ins_01k0a2b3c4d5e6f7g8h9',
      created_at: SAMPLE_TIME.toISOString(),
      data: sampleEvent(event, SAMPLE_TIME),
    },
  });

const platformWebhookOf = (event: PlatformEventType): Part =>
  describeWebhook({
    operationId: `on-platform-${event}`,
    summary: PLATFORM_SUMMARIES[event],
    tag: 'platform webhooks',
    envelope: platformEnvelope(event).meta({ id: schemaOfPlatformEvent(event) }),
    example: {
      id: SAMPLE_ID,
      event,
      instance_id: 'plt_01k0a2b3c4d5e6f7g8h9',
      tenant: 'demo',
      api_version: PLATFORM_API_VERSION,
      created_at: SAMPLE_TIME.toISOString(),
      data: sampleEvent(event, SAMPLE_TIME),
    },
  });

/** The events that are posted to a key's webhook URL (docs/reference/events.md#envelope). */
export const describeWebhooks = (): Part =>
  Object.fromEntries(EVENT_TYPES.map((event) => [`${WEBHOOK_PREFIX}${event}`, { post: webhookOf(event) }]));

/** The events that are posted to platform webhooks (docs/reference/platform-events.md#envelope). */
export const describePlatformWebhooks = (): Part =>
  Object.fromEntries(
    PLATFORM_EVENT_TYPES.map((event) => [`${WEBHOOK_PREFIX}${event}`, { post: platformWebhookOf(event) }]),
  );

const unionOf = (schemas: Readonly<Record<string, string>>): Part => {
  const refs = Object.entries(schemas).map(([event, name]) => [event, refTo('schemas', name)] as const);
  return {
    description: 'Any event; `event` is the discriminator',
    oneOf: refs.map(([, ref]) => ref),
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(refs.map(([event, { $ref }]) => [event, $ref])),
    },
  };
};

/** Every event of a key. `?action=events` lists the same events. */
export const EVENT_UNION: Part = unionOf(Object.fromEntries(EVENT_TYPES.map((event) => [event, schemaOfEvent(event)])));
export const PLATFORM_EVENT_UNION: Part = unionOf(
  Object.fromEntries(PLATFORM_EVENT_TYPES.map((event) => [event, schemaOfPlatformEvent(event)])),
);
