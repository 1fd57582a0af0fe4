import { type JsonObject, listOf } from '../http/json-walk.ts';
import type { InboundItem } from '../received/inbound-item.ts';
import { isMessagingField, parseWrappedEvent, readChange } from './page-change.ts';
import { parseFeed } from './page-comment.ts';
import { notice, type PageEntry, readWebhook, unknown } from './page-element.ts';
import { parseMessaging, parseStandby } from './page-messaging.ts';

function parseChange(entry: PageEntry, given: unknown): InboundItem[] {
  const change = readChange(given);
  if (change === null) return [unknown(entry, 'change without a field', { id: entry.id, changes: [given] })];
  const { field, value } = change;
  if (field === 'feed') return [parseFeed(entry, value)];
  if (field === 'mention') return [notice(entry, field, { changes: [given] })];
  if (field === 'standby') return parseStandby(entry, value);
  if (isMessagingField(field)) return parseWrappedEvent(entry, field, value);
  return [unknown(entry, `field ${field}`, { id: entry.id, changes: [given] })];
}

const parseEntry = (entry: PageEntry, given: JsonObject): InboundItem[] => [
  ...listOf(given.messaging).flatMap((event) => parseMessaging(entry, event)),
  ...listOf(given.standby).flatMap((event) => parseStandby(entry, event)),
  ...listOf(given.changes).flatMap((change) => parseChange(entry, change)),
];

/**
 * Reads a webhook body of pages (docs/reference/fb.md#callbacks): every entry, event and change. Never throws; an
 * element of unknown shape becomes an `unknown` item and the others are still read.
 */
export const parsePageWebhook = (body: unknown, receivedAt = new Date()): InboundItem[] =>
  readWebhook('fb', body, receivedAt, parseEntry);
