import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf, timeOf } from '../http/json-walk.ts';
import type { CallItem, InboundItem, WebhookAccount } from '../received/inbound-item.ts';
import { digitsOf, personOf } from './wa-person.ts';

/** Meta reports a start time and a duration only for an answered call (docs/reference/wa.md#calls-of-people). */
const wasAnswered = (call: JsonObject): boolean =>
  textOf(call.start_time) !== null || (numberOf(call.duration) ?? 0) > 0 || textOf(call.status) === 'COMPLETED';

function stateOf(call: JsonObject): CallItem['state'] | null {
  if (call.event === 'connect') return 'ringing';
  if (call.event !== 'terminate') return null;
  return wasAnswered(call) ? 'ended' : 'missed';
}

/** A call of a person; null for a call that the business makes, and for one of unknown shape. */
function parseCall(value: JsonObject, call: unknown, receivedAt: Date): CallItem | null {
  const metadata = objectOf(value.metadata);
  const externalId = textOf(metadata.phone_number_id);
  if (!isObject(call) || externalId === null) return null;
  const callId = textOf(call.id);
  const state = stateOf(call);
  const from = personOf(value.contacts, { waId: call.from, userId: call.from_user_id });
  const ownDigits = digitsOf(metadata.display_phone_number);
  const isOwn = call.direction === 'BUSINESS_INITIATED' || (ownDigits !== '' && digitsOf(call.from) === ownDigits);
  if (callId === null || state === null || from === null || isOwn) return null;
  const account: WebhookAccount = { channel: 'wa', externalId };
  return { kind: 'call', account, at: timeOf(call.timestamp) ?? receivedAt, callId, from, state, isVideo: null };
}

/**
 * The calls of a `calls` webhook. A value with anything else (a call by the business, its status) is also stored as a
 * notice; one with only people's calls is not, because their session descriptions contain network addresses.
 */
export function parseCalls(value: unknown, raw: unknown, receivedAt: Date): InboundItem[] {
  const given = objectOf(value);
  const calls = listOf(given.calls).map((call) => parseCall(given, call, receivedAt));
  const items = calls.filter((call) => call !== null);
  const isWhole = items.length > 0 && items.length === calls.length && given.statuses === undefined;
  return isWhole ? items : [{ kind: 'notice', topic: 'calls', raw }, ...items];
}
