import type { EventType } from '../events.ts';

/** Subscriptions of Evolution API, and the types of Parley that become their events. */
const TYPES: Readonly<Record<string, readonly EventType[]>> = {
  MESSAGES_UPSERT: ['message.received', 'message.sent'],
  SEND_MESSAGE: ['message.sent'],
  MESSAGES_UPDATE: ['message.status'],
  MESSAGES_DELETE: ['message.deleted'],
  MESSAGES_EDITED: ['message.updated'],
  CONNECTION_UPDATE: ['channel.connected', 'channel.disconnected'],
  GROUP_PARTICIPANTS_UPDATE: ['group.updated'],
  PRESENCE_UPDATE: ['contact.typing'],
};

/** A subscription to typing signs shows the device as online, and its phone gets no notifications: only on request. */
const ON_REQUEST = 'PRESENCE_UPDATE';

/** The types of a list of subscriptions; an empty list means all. Those without an event here are ignored. */
export function typesOfEvents(events: readonly string[]): EventType[] {
  const names = events.length > 0 ? events : Object.keys(TYPES).filter((name) => name !== ON_REQUEST);
  return [...new Set(names.flatMap((name) => (Object.hasOwn(TYPES, name) ? (TYPES[name] ?? []) : [])))];
}

/** The subscriptions whose types a webhook has. */
export const eventsOfTypes = (types: readonly EventType[]): string[] =>
  Object.entries(TYPES).flatMap(([name, needed]) => (needed.every((type) => types.includes(type)) ? [name] : []));
