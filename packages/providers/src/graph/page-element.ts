import { isObject, type JsonObject, momentOf, objectOf, textOf } from '../http/json-walk.ts';
import type { InboundItem } from '../received/inbound-item.ts';
import type { IgnoredItem, NoticeItem, UnknownItem } from '../received/webhook-element.ts';

/** The channels with webhooks about pages and their Instagram accounts. */
export type PageChannel = 'fb' | 'ig';

const OBJECTS = { fb: 'page', ig: 'instagram' } as const;

/** The entry that an element of a webhook belongs to. */
export interface PageEntry {
  channel: PageChannel;
  /** The page's or account's id; null when it is missing. */
  id: string | null;
  /** When the platform sent it. */
  at: Date | null;
  /** The time of receipt, which is used for elements without a time. */
  receivedAt: Date;
}

export const ignored = (reason: string): IgnoredItem => ({ kind: 'ignored', reason });

export const unknown = ({ channel }: PageEntry, reason: string, raw: unknown): UnknownItem => ({
  kind: 'unknown',
  channel,
  reason,
  raw,
});

/** Stored as an entry with only this element, because the account's id is in the entry. */
export const notice = ({ channel, id }: PageEntry, topic: string, element: JsonObject): NoticeItem => ({
  kind: 'notice',
  channel,
  topic,
  raw: { id, ...element },
});

/** An id, which old webhooks write as a number; null when the number is too large to be exact. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : textOf(value);

/**
 * Reads a body, entry by entry. A test from the dashboard has the account 0 (docs/reference/fb.md#callbacks); `parseEntry` gets
 * every other entry. Never throws.
 */
export function readWebhook(
  channel: PageChannel,
  body: unknown,
  receivedAt: Date,
  parseEntry: (entry: PageEntry, given: JsonObject) => InboundItem[],
): InboundItem[] {
  const { object, entry: entries } = objectOf(body);
  const nowhere: PageEntry = { channel, id: null, at: null, receivedAt };
  if (object !== OBJECTS[channel] || !Array.isArray(entries))
    return [unknown(nowhere, `not a body of ${channel === 'fb' ? 'a page' : 'an Instagram account'}`, body)];
  return entries.flatMap((given: unknown) => {
    if (!isObject(given)) return [unknown(nowhere, 'entry is no object', given)];
    if (given.id === 0 || given.id === '0') return [ignored('test event of the dashboard')];
    const entry: PageEntry = { channel, id: idOf(given.id), at: momentOf(given.time), receivedAt };
    const items = parseEntry(entry, given);
    return items.length > 0 ? items : [unknown(entry, 'entry without events or changes', given)];
  });
}
