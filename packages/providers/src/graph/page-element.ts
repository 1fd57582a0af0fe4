import type { IgnoredItem, InboundItem, NoticeItem, UnknownItem } from '../inbound-item.ts';
import { isObject, type JsonObject, momentOf, objectOf, textOf } from '../json-walk.ts';

/** The channels whose webhooks speak of pages and of the Instagram accounts behind them. */
export type PageChannel = 'fb' | 'ig';

const OBJECTS = { fb: 'page', ig: 'instagram' } as const;

/** What stands around an element of a webhook. */
export interface PageEntry {
  channel: PageChannel;
  /** The page's or account's id; null where it is missing. */
  id: string | null;
  /** When the platform sent it. */
  at: Date | null;
  /** When it came here: the time of what names none. */
  receivedAt: Date;
}

export const ignored = (reason: string): IgnoredItem => ({ kind: 'ignored', reason });

export const unknown = ({ channel }: PageEntry, reason: string, raw: unknown): UnknownItem => ({
  kind: 'unknown',
  channel,
  reason,
  raw,
});

/** Kept as an entry with this one element: the account's id stands in the entry alone. */
export const notice = ({ channel, id }: PageEntry, topic: string, element: JsonObject): NoticeItem => ({
  kind: 'notice',
  channel,
  topic,
  raw: { id, ...element },
});

/** An id, which old webhooks write as a number; null where its digits are lost. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : textOf(value);

/**
 * Reads a body, entry by entry. A dashboard's test stands under the account 0 (docs/reference/fb.md#callbacks);
 * `parseEntry` gets every other one. Never throws.
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
