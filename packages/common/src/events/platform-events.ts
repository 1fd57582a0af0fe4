import { z } from 'zod';
import { Channel } from '../channels.ts';
import { SCHEMA_NAMES } from '../contract/schema-names.ts';
import { AccountRef, MessageReceivedData, MessageSentData } from '../events.ts';
import { Instant } from '../fields.ts';
import { PLATFORM_EVENT_TYPES, PLATFORM_SUBSCRIPTIONS } from './event-types.ts';

/** A type of event of platform webhooks only. */
export const PlatformEventType = z.enum(PLATFORM_EVENT_TYPES).register(SCHEMA_NAMES, { id: 'PlatformEventType' });
export type PlatformEventType = z.infer<typeof PlatformEventType>;

/** A type of event that a platform webhook can subscribe to. */
export const PlatformSubscription = z.enum(PLATFORM_SUBSCRIPTIONS);
export type PlatformSubscription = z.infer<typeof PlatformSubscription>;

/** Version of the envelope and of every event's `data`; within a version members are only added. */
export const PLATFORM_API_VERSION = '1';

const ConversationStatus = z.enum(['open', 'resolved', 'archived']);

/** A conversation as platform events show it. */
export const PlatformConversation = z
  .object({
    id: z.int(),
    channel: Channel,
    account: AccountRef,
    peer: z.string().describe('The address that sends go to'),
    name: z.string().nullable(),
    status: ConversationStatus,
    created_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'PlatformConversation' });
export type PlatformConversation = z.infer<typeof PlatformConversation>;

/** The initiator of a conversation. */
export const STARTED_BY = ['customer', 'api', 'dashboard', 'bot', 'phone', 'comment'] as const;
export type StartedBy = (typeof STARTED_BY)[number];

export const BotMessageData = MessageSentData.extend({
  bot: z.object({ id: z.string(), name: z.string() }),
  turn_id: z.string(),
  usage: z.object({ provider: z.string(), model: z.string(), input_tokens: z.int(), output_tokens: z.int() }),
  handed_over: z.boolean().describe('Whether the bot handed the conversation over with it'),
}).register(SCHEMA_NAMES, { id: 'BotMessage' });

export const NewMessagesData = z
  .object({
    conversation: PlatformConversation,
    messages: z
      .array(MessageReceivedData)
      .min(1)
      .describe('Messages of one conversation, from one call of the provider'),
  })
  .register(SCHEMA_NAMES, { id: 'NewMessages' });

export const NewConversationCreatedData = z
  .object({
    conversation: PlatformConversation,
    started_by: z.enum(STARTED_BY),
  })
  .register(SCHEMA_NAMES, { id: 'NewConversationCreated' });

export const NewConversationData = z
  .object({
    conversation: PlatformConversation,
    reopened: z.boolean().describe('Whether the conversation was resolved or archived'),
    first_message: MessageReceivedData,
  })
  .register(SCHEMA_NAMES, { id: 'NewConversation' });

export const ConversationStatusUpdatedData = z
  .object({
    conversation_id: z.int(),
    status: ConversationStatus,
    previous_status: ConversationStatus,
    by: z.object({ type: z.enum(['member', 'operator', 'customer']), id: z.string().nullable() }),
    at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'ConversationStatusUpdated' });
export type ConversationStatusUpdatedData = z.infer<typeof ConversationStatusUpdatedData>;

/** A notification that a provider, or a mail server, accepted. */
export const NotificationSentData = z
  .object({
    notification_id: z.string(),
    kind: z.string(),
    to: z.string().describe('Masked: a…@shop.example, +9655…12'),
    provider: z.string(),
    provider_id: z.string().nullable(),
    accepted_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'NotificationSent' });
export type NotificationSentData = z.infer<typeof NotificationSentData>;

/** `data` of each platform event (docs/reference/platform-events.md#events). */
export const PLATFORM_EVENT_DATA = {
  'message-sent': MessageSentData,
  'bot-message': BotMessageData,
  'new-messages': NewMessagesData,
  'new-conversation-created': NewConversationCreatedData,
  'new-conversation': NewConversationData,
  'conversation-status-updated': ConversationStatusUpdatedData,
  'sms-sent': NotificationSentData,
  'email-sent': NotificationSentData,
} as const satisfies Record<PlatformEventType, z.ZodType>;

export type PlatformEventData<T extends PlatformEventType> = z.infer<(typeof PLATFORM_EVENT_DATA)[T]>;

/** The body that is posted to a platform webhook (docs/reference/platform-events.md#envelope). */
export const platformEnvelope = <T extends PlatformEventType>(event: T) =>
  z.object({
    id: z.string().describe('evt_…, the same on every attempt: for de-duplication'),
    event: z.literal(event),
    instance_id: z.string().describe('plt_…, the platform webhook'),
    tenant: z.string().nullable().describe('Slug of the tenant; null for events of the deployment'),
    api_version: z.literal(PLATFORM_API_VERSION),
    created_at: Instant.describe('When it happened'),
    data: PLATFORM_EVENT_DATA[event],
  });
