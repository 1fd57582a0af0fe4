import { isObject, type JsonObject, objectOf, textOf } from '../http/json-walk.ts';
import type { InboundItem } from '../received/inbound-item.ts';
import { type PageEntry, unknown } from './page-element.ts';
import { parseMessaging } from './page-messaging.ts';

/** The member of a messaging event for each webhook field. */
const KEYS: Readonly<Record<string, string>> = {
  messages: 'message',
  message_echoes: 'message',
  message_reactions: 'reaction',
  message_edit: 'message_edit',
  message_edits: 'message_edit',
  message_deliveries: 'delivery',
  message_reads: 'read',
  messaging_seen: 'read',
  messaging_postbacks: 'postback',
  messaging_referral: 'referral',
  messaging_referrals: 'referral',
  messaging_optins: 'optin',
};

/** Fields of several events (fb, ig): their value is a complete event. */
const HANDOVERS = new Set(['messaging_handovers', 'messaging_handover']);

/** Whether the field holds a messaging event, as some deliveries wrap them (docs/reference/ig.md#callbacks). */
export const isMessagingField = (field: string): boolean => Object.hasOwn(KEYS, field) || HANDOVERS.has(field);

/** A messaging event in the form of a change: complete, or flat with `from` instead of sender and recipient. */
export function parseWrappedEvent(entry: PageEntry, field: string, value: unknown): InboundItem[] {
  if (HANDOVERS.has(field) && isObject(value)) return parseMessaging(entry, value);
  const key = KEYS[field];
  if (key === undefined || !isObject(value)) return [unknown(entry, `${field} without a value`, value)];
  if (isObject(value[key])) return parseMessaging(entry, value);
  const event: JsonObject = {
    sender: value.sender ?? value.from,
    recipient: value.recipient ?? { id: entry.id },
    timestamp: value.timestamp,
    [key]: value,
  };
  return parseMessaging(entry, event);
}

/** The field and the value of a change; null for anything else. */
export function readChange(change: unknown): { field: string; value: unknown } | null {
  const field = textOf(objectOf(change).field);
  return field === null ? null : { field, value: objectOf(change).value };
}
