import type { Channel } from '@parley/common/channels';
import type { EventType } from '@parley/common/events';
import { EVENT_DATA, type EventData } from '@parley/common/events/event-data';
import { makeId } from '@parley/common/ids';
import { currentTrace } from '@parley/runtime/tracing/tracing';

/** An event for every subscribed key of the tenant (docs/reference/events.md#envelope). */
export interface NewEvent<T extends EventType = EventType> {
  type: T;
  tenantId: number;
  channel: Channel;
  conversationId: number | null;
  /** The time when it happened; set once. */
  createdAt: Date;
  data: EventData<T>;
}

/** A row for the outbox: `data` is serialized once, so that every attempt and every key signs the same text. */
export interface OutboxRow {
  id: string;
  tenantId: number;
  type: EventType;
  channel: Channel;
  conversationId: number | null;
  data: string;
  createdAt: Date;
  /** The span that reports it, as a W3C `traceparent`: its deliveries link to it. Null where it is not traced. */
  traceparent: string | null;
}

/**
 * Checks the data against its contract and serializes it; `id` is given where repeats of the event share one. Throws on
 * data that the contract does not allow.
 */
export function toOutboxRow<T extends EventType>(
  event: NewEvent<T>,
  id = makeId('evt', event.createdAt.getTime()),
): OutboxRow {
  return {
    id,
    tenantId: event.tenantId,
    type: event.type,
    channel: event.channel,
    conversationId: event.conversationId,
    data: JSON.stringify(EVENT_DATA[event.type].parse(event.data)),
    createdAt: event.createdAt,
    traceparent: currentTrace(),
  };
}
