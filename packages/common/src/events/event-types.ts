import type { Channel } from '../channels.ts';

// The names of events, without their schemas, so that the console can list them.

/** The types of a key that is created without a list (docs/reference/events.md#event-types). */
export const DEFAULT_EVENT_TYPES = [
  'message.received',
  'message.sent',
  'message.status',
  'message.reaction',
  'comment.received',
  'channel.connected',
  'channel.disconnected',
] as const;

/** The types that a key gets only when its list names them (docs/reference/events.md#event-types). */
export const OPT_IN_EVENT_TYPES = [
  'message.updated',
  'message.deleted',
  'contact.typing',
  'contact.opt_out',
  'contact.referral',
  'group.updated',
  'call.received',
  'template.status',
  'channel.health',
  'comment.updated',
  'comment.deleted',
  'conversation.control',
  'group.join_request',
] as const;

/** Events that a key can subscribe to. */
export const EVENT_TYPES = [...DEFAULT_EVENT_TYPES, ...OPT_IN_EVENT_TYPES] as const;

/**
 * Channels whose `message.status` a key gets only when its `receipts` name them
 * (docs/reference/events.md#receipts-by-channel).
 */
export const OPT_IN_RECEIPTS = ['tt'] as const satisfies readonly Channel[];

/** Event types of platform webhooks (docs/reference/platform-events.md#events); keys never get them. */
export const PLATFORM_EVENT_TYPES = [
  'message-sent',
  'bot-message',
  'new-messages',
  'new-conversation-created',
  'new-conversation',
  'conversation-status-updated',
  'sms-sent',
  'email-sent',
] as const;

/**
 * Opt-in types of keys that a platform webhook gets when its list names them, with the data that keys get
 * (docs/reference/platform-events.md#opt-in-events-of-keys): all except `contact.typing`, which is neither stored nor
 * retried.
 */
export const PLATFORM_OPT_IN_TYPES = OPT_IN_EVENT_TYPES.filter(
  (type): type is Exclude<typeof type, 'contact.typing'> => type !== 'contact.typing',
);

/** Every type that a platform webhook can subscribe to; one without a list gets {@link PLATFORM_EVENT_TYPES}. */
export const PLATFORM_SUBSCRIPTIONS = [...PLATFORM_EVENT_TYPES, ...PLATFORM_OPT_IN_TYPES] as const;
