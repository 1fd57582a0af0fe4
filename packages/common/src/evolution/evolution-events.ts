import type { EventData } from '../events/event-data.ts';
import type { AccountRef, EventType } from '../events.ts';
import { jidOf } from './addresses.ts';
import { type EvolutionKey, instanceNameOf, type Quoted, receivedRecord, sentRecord } from './message-record.ts';

/** An event in Evolution API's form. */
export interface EvolutionEvent {
  event: string;
  instance: string;
  /** The account's own jid; null where it is not known. */
  sender: string | null;
  data: object;
}

type Mapped = Pick<EvolutionEvent, 'event' | 'data'>;

const STATUSES = { sent: 'SERVER_ACK', delivered: 'DELIVERY_ACK', read: 'READ', failed: 'ERROR' } as const;
const PRESENCES = { typing: 'composing', recording: 'recording', off: 'available' } as const;

/** HTTP-like reasons of a connection's state. */
const OPENED = 200;
const LOGGED_OUT = 401;
const REPLACED = 440;
const PROTOCOL_EDIT = 14;

type Group = { group_jid: string; participant: string } | undefined;

/** The key of a stored message; in a group a person's message has its author. */
const keyOf = (id: string, peer: string, fromMe: boolean, group: Group): EvolutionKey => ({
  remoteJid: jidOf(group?.group_jid ?? peer),
  fromMe,
  id,
  ...(group && !fromMe ? { participant: jidOf(group.participant) } : {}),
});

function sent(data: EventData<'message.sent'>, quoted: Quoted | null): Mapped | null {
  const { provider_message_id: id, origin, sent_at } = data;
  if (id === null) return null;
  const event = origin === 'api' ? 'send.message' : 'messages.upsert';
  const record = sentRecord(data, id, sent_at, quoted);
  return { event, data: origin === 'phone' ? { ...record, status: 'SERVER_ACK', source: 'unknown' } : record };
}

function updated(data: EventData<'message.status'>): Mapped | null {
  const { provider_message_id: keyId, to, whatsapp_group: group, status, account, message_id: messageId } = data;
  if (keyId === null) return null;
  const participant = group ? jidOf(group.participant) : null;
  const remoteJid = jidOf(group?.group_jid ?? to);
  const facts = { keyId, remoteJid, fromMe: true, participant, status: STATUSES[status], instanceId: account.id };
  return { event: 'messages.update', data: { ...facts, messageId } };
}

function deleted(data: EventData<'message.deleted'>): Mapped | null {
  const { provider_message_id: id, peer, direction, whatsapp_group: group, account } = data;
  if (id === null) return null;
  const key = keyOf(id, peer, direction === 'out', group);
  return { event: 'messages.delete', data: { ...key, status: 'DELETED', instanceId: account.id } };
}

function edited(data: EventData<'message.updated'>): Mapped | null {
  const { provider_message_id: id, peer, direction, whatsapp_group: group, text, edited_at } = data;
  if (id === null) return null;
  const key = keyOf(id, peer, direction === 'out', group);
  const timestampMs = String(Date.parse(edited_at));
  return {
    event: 'messages.edited',
    data: { key, type: PROTOCOL_EDIT, editedMessage: { conversation: text }, timestampMs },
  };
}

const ACTIONS = [
  ['add', 'joined'],
  ['remove', 'left'],
  ['promote', 'promoted'],
  ['demote', 'demoted'],
] as const;

/** A notice of the network has one kind of change; one without changed members has no event here. */
function membersChanged(data: EventData<'group.updated'>): Mapped | null {
  const found = ACTIONS.find(([, member]) => (data[member]?.length ?? 0) > 0);
  if (!found) return null;
  const [action, member] = found;
  const participants = (data[member] ?? []).map(jidOf);
  return {
    event: 'group-participants.update',
    data: {
      id: data.group_id,
      author: data.by === null ? null : jidOf(data.by),
      participants,
      action,
      participantsData: participants.map((jid) => ({ jid, phoneNumber: jid, name: null, imgUrl: null })),
    },
  };
}

function typing({ from, whatsapp_group: group, state }: EventData<'contact.typing'>): Mapped {
  const presences = { [jidOf(group?.participant ?? from)]: { lastKnownPresence: PRESENCES[state] } };
  return { event: 'presence.update', data: { id: jidOf(group?.group_jid ?? from), presences } };
}

const ofAccount = (account: AccountRef, mapped: Mapped | null): EvolutionEvent | null =>
  mapped && {
    ...mapped,
    instance: instanceNameOf(account),
    sender: account.number === null ? null : jidOf(account.number),
  };

function connected({ id, name, label, identifier }: EventData<'channel.connected'>): EvolutionEvent {
  const instance = instanceNameOf({ id, label: label ?? name });
  const wuid = identifier === null ? null : jidOf(identifier);
  const data = { instance, wuid, profileName: null, profilePictureUrl: null, state: 'open', statusReason: OPENED };
  return { event: 'connection.update', instance, sender: wuid, data };
}

function disconnected({ id, name, reason }: EventData<'channel.disconnected'>): EvolutionEvent {
  const instance = instanceNameOf({ id, label: name });
  const statusReason = reason === 'replaced' ? REPLACED : LOGGED_OUT;
  return { event: 'connection.update', instance, sender: null, data: { instance, state: 'close', statusReason } };
}

type Read = { [T in EventType]?: (data: EventData<T>, quoted: Quoted | null) => EvolutionEvent | null };

const EVENTS: Read = {
  'message.received': (data, quoted) =>
    ofAccount(data.account, { event: 'messages.upsert', data: receivedRecord(data, quoted) }),
  'message.sent': (data, quoted) => ofAccount(data.account, sent(data, quoted)),
  'message.status': (data) => ofAccount(data.account, updated(data)),
  'message.deleted': (data) => ofAccount(data.account, deleted(data)),
  'message.updated': (data) => ofAccount(data.account, edited(data)),
  'group.updated': (data) => ofAccount(data.account, membersChanged(data)),
  'contact.typing': (data) => ofAccount(data.account, typing(data)),
  'channel.connected': connected,
  'channel.disconnected': disconnected,
};

const LINKED_PHONE = 'wd';

/**
 * An event of a linked phone in Evolution API's form; null for other channels, and for events that it does not have
 * (docs/reference/evolution.md#webhooks). `data` is that of a stored event.
 */
export function toEvolutionEvent(type: string, data: object, quoted: Quoted | null): EvolutionEvent | null {
  if (!('channel' in data) || data.channel !== LINKED_PHONE || !Object.hasOwn(EVENTS, type)) return null;
  const map = EVENTS[type as keyof Read] as
    | ((given: object, quoted: Quoted | null) => EvolutionEvent | null)
    | undefined; // safe: the outbox stored data of this type
  return map?.(data, quoted) ?? null;
}

/** Parley's id of the message that the message of an event quotes, or null. */
export const quotedIdOf = (data: object): string | null =>
  'reply_to' in data && typeof data.reply_to === 'string' ? data.reply_to : null;

/** The body of a webhook in Evolution API's form; `serverUrl` is the address of the tenant's routes. */
export const envelopeOf = (
  { event, instance, sender, data }: EvolutionEvent,
  { serverUrl, destination, at }: { serverUrl: string; destination: string; at: Date },
): object => ({
  event,
  instance,
  data,
  destination,
  date_time: at.toISOString(),
  sender,
  server_url: serverUrl,
  apikey: null,
});
