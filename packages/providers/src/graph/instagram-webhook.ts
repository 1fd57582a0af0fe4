import { type JsonObject, listOf } from '../http/json-walk.ts';
import type { InboundItem } from '../received/inbound-item.ts';
import { parseInstagramComment } from './ig-comment.ts';
import { isMessagingField, parseWrappedEvent, readChange } from './page-change.ts';
import { notice, type PageEntry, readWebhook, unknown } from './page-element.ts';
import { parseMessaging, parseStandby } from './page-messaging.ts';

const COMMENTS = new Set(['comments', 'live_comments']);
const NOTICES = new Set(['mentions', 'story_insights']);

function parseChange(entry: PageEntry, given: unknown): InboundItem[] {
  const change = readChange(given);
  if (change === null) return [unknown(entry, 'change without a field', { id: entry.id, changes: [given] })];
  const { field, value } = change;
  if (NOTICES.has(field)) return [notice(entry, field, { changes: [given] })];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (COMMENTS.has(field)) return values.map((one) => parseInstagramComment(entry, field, one));
  if (field === 'standby') return values.flatMap((one) => parseStandby(entry, one));
  if (isMessagingField(field)) return values.flatMap((one) => parseWrappedEvent(entry, field, one));
  return [unknown(entry, `field ${field}`, { id: entry.id, changes: [given] })];
}

/** Some deliveries put a change's field and value into the entry itself (docs/reference/ig.md#callbacks). */
const changesOf = ({ changes, field, value }: JsonObject): unknown[] => [
  ...listOf(changes),
  ...(field === undefined ? [] : [{ field, value }]),
];

const parseEntry = (entry: PageEntry, given: JsonObject): InboundItem[] => [
  ...listOf(given.messaging).flatMap((event) => parseMessaging(entry, event)),
  ...listOf(given.standby).flatMap((event) => parseStandby(entry, event)),
  ...changesOf(given).flatMap((change) => parseChange(entry, change)),
];

/**
 * Reads a webhook body of Instagram accounts (docs/reference/ig.md#callbacks): every entry, event and change. Never
 * throws; an element of unknown shape becomes an `unknown` item and the others are still read. An account's own username is not
 * known here: its own comments are recognized by its id and by `self_ig_scoped_id`.
 */
export const parseInstagramWebhook = (body: unknown, receivedAt = new Date()): InboundItem[] =>
  readWebhook('ig', body, receivedAt, parseEntry);
