import { z } from 'zod';
import { Channel } from './channels.ts';
import { WhatsappGroup } from './events.ts';
import { Instant } from './fields.ts';
import { TYPING_STATES } from './messages/capabilities.ts';

/**
 * Hints: broadcasts that may be lost, because a poll or a time to live backs each of them
 * (docs/reference/webhook-delivery.md#promise: the bus carries wake-up hints only).
 */
export interface Hint<T extends z.ZodType = z.ZodType> {
  topic: string;
  schema: T;
}

const defineHint = <T extends z.ZodType>(topic: string, schema: T): Hint<T> => ({ topic, schema });

/** A key or its tenant changed: gateways drop their cached copy. */
export const keyChanged = defineHint('hint.accounts.key-changed', z.object({ instanceId: z.string().nullable() }));

/** Console sessions ended or changed: gateways drop their cached copy of one session, or (null) of all. */
export const sessionChanged = defineHint(
  'hint.accounts.session-changed',
  z.object({ sessionId: z.string().nullable() }),
);

/** Maximum number of keys per hint; more take several hints. */
export const HINT_MAX_KEYS = 1000;

/** Maximum number of events per hint. */
export const HINT_MAX_EVENTS = 16;

/** A committed event with its new deliveries. */
const CommittedEvent = z.object({
  id: z.string(),
  type: z.string(),
  conversationId: z.int().nullable(),
  /** Milliseconds since the epoch. */
  createdMs: z.number(),
  /** As it is signed. */
  data: z.string(),
  /** The span that reports it, where it is traced. */
  traceparent: z.string().nullable(),
  deliveries: z.array(z.object({ id: z.string(), instanceId: z.string() })),
});
export type CommittedEvent = z.infer<typeof CommittedEvent>;

/** Deliveries were committed for these keys. */
export const deliveriesDue = defineHint(
  'hint.webhook-delivery.due',
  z.object({
    instanceIds: z.array(z.string()).max(HINT_MAX_KEYS),
    /**
     * Only within one process, where data of customers crosses no network: events with all new deliveries of the keys that
     * they name.
     */
    events: z.array(CommittedEvent).max(HINT_MAX_EVENTS).optional(),
  }),
);

/**
 * A gateway is alive, or stops (docs/reference/requests.md#rate-limit). Live gateways divide the counting of keys among
 * themselves.
 */
export const gatewayAlive = defineHint(
  'hint.gateway.alive',
  z.object({ gatewayId: z.string().min(1).max(64), leaving: z.boolean() }),
);

/**
 * A person is typing: `contact.typing` for the keys that subscribe to it (docs/reference/events.md#contacttyping). This
 * hint is the event itself, because nothing stores it.
 */
export const contactTyping = defineHint(
  'hint.inbound.contact-typing',
  z.object({
    channel: Channel,
    /** The account as the provider names it; the second is a fallback. */
    externalIds: z.array(z.string().min(1).max(255)).min(1).max(2),
    /** Address of the person. */
    from: z.string().min(1).max(255),
    group: WhatsappGroup.nullable(),
    state: z.enum(TYPING_STATES),
    at: Instant,
  }),
);
export type ContactTyping = z.infer<typeof contactTyping.schema>;

/**
 * The owner of a WhatsApp Business Account has accepted the terms of the Marketing Messages API: workers that know it as not
 * onboarded use the API from now on (docs/reference/wa.md#marketing-messages-api). Without the hint they ask within an hour.
 */
export const marketingTermsSigned = defineHint(
  'hint.inbound.marketing-terms-signed',
  z.object({ wabaId: z.string().min(1).max(255) }),
);

/** A worker of services/pairing has released devices: other workers may claim them at once. */
export const devicesFree = defineHint('hint.pairing.devices-free', z.object({}));

/**
 * A change without an event in the inboxes of these tenants: a message or a comment was edited or revoked, a comment
 * was answered, a conversation was read, assigned or resolved (docs/reference/console.md#live-events).
 */
export const inboxChanged = defineHint(
  'hint.inbound.inbox-changed',
  z.object({ tenantIds: z.array(z.int()).max(HINT_MAX_KEYS) }),
);

/**
 * A member is at a conversation of the inbox, left it or answered in it (docs/reference/console.md#presence). Each
 * gateway keeps this for at most a minute.
 */
export const memberPresence = defineHint(
  'hint.gateway.member-presence',
  z.object({
    gatewayId: z.string().min(1).max(64),
    tenantId: z.int(),
    conversationId: z.int(),
    /** The member, or the session of an operator. */
    person: z.string().min(1).max(64),
    memberId: z.string().max(64).nullable(),
    tab: z.string().max(40),
    seq: z.int(),
    doing: z.enum(['looking', 'writing', 'left', 'answered']),
  }),
);
