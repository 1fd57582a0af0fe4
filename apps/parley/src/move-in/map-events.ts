import { DEFAULT_EVENT_TYPES, type EVENT_TYPES } from '@parley/common/events/event-types';

type EventType = (typeof EVENT_TYPES)[number];

const MESSAGES: readonly EventType[] = ['message.received', 'message.sent', 'message.reaction'];
const CONNECTION: readonly EventType[] = ['channel.connected', 'channel.disconnected'];

/** Event types by the names of Evolution API, Evolution Go, GOWA and wuzapi, without case and punctuation. */
const TYPES: Readonly<Record<string, readonly EventType[]>> = {
  ALL: DEFAULT_EVENT_TYPES,
  MESSAGESUPSERT: MESSAGES,
  MESSAGE: MESSAGES,
  SENDMESSAGE: ['message.sent'],
  MESSAGESUPDATE: ['message.status'],
  MESSAGEACK: ['message.status'],
  READRECEIPT: ['message.status'],
  RECEIPT: ['message.status'],
  MESSAGEREACTION: ['message.reaction'],
  MESSAGESEDITED: ['message.updated'],
  MESSAGEEDITED: ['message.updated'],
  MESSAGESDELETE: ['message.deleted'],
  MESSAGEREVOKED: ['message.deleted'],
  MESSAGEDELETED: ['message.deleted'],
  CONNECTIONUPDATE: CONNECTION,
  CONNECTION,
  CONNECTED: CONNECTION,
  DISCONNECTED: CONNECTION,
  LOGGEDOUT: CONNECTION,
  PRESENCEUPDATE: ['contact.typing'],
  CHATPRESENCE: ['contact.typing'],
  CALL: ['call.received'],
  CALLOFFER: ['call.received'],
  GROUP: ['group.updated'],
  GROUPINFO: ['group.updated'],
  GROUPPARTICIPANTS: ['group.updated'],
  GROUPPARTICIPANTSUPDATE: ['group.updated'],
  GROUPSUPSERT: ['group.updated'],
  GROUPUPDATE: ['group.updated'],
  JOINEDGROUP: ['group.updated'],
};

const keyOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z]/g, '');

export interface MappedEvents {
  types: EventType[];
  /** Names that Parley has no event for. */
  left: string[];
}

/**
 * The event types of a key for the events of a webhook elsewhere (docs/how-to/move-from-evolution-api.md#what-maps-to-what). A webhook without a
 * list gets every event.
 */
export function mapEvents(names: readonly string[]): MappedEvents {
  const given = names.length === 0 ? ['ALL'] : names;
  const types = new Set(given.flatMap((name) => TYPES[keyOf(name)] ?? []));
  return { types: [...types], left: given.filter((name) => !TYPES[keyOf(name)]) };
}
