import { boundText } from '@parley/common/text/clean-text';
import { isTooDeep, writeJson } from '@parley/providers/http/json-depth';
import type { InboundItem } from '@parley/providers/received/inbound-item';

/** An element of a provider webhook of unknown shape, or for an unknown account. */
export interface UnknownElement {
  channel: string;
  reason: string;
  payload: unknown;
}

/** The channel that an item arrived on: wa for notices that name none. */
export function channelOf(item: InboundItem): string {
  if ('account' in item) return item.account.channel;
  return item.kind === 'ignored' ? 'wa' : (item.channel ?? 'wa');
}

/** The stored form of an item without a connected account; none for one that is ignored. */
export function toUnknown(item: InboundItem): UnknownElement[] {
  const channel = channelOf(item);
  switch (item.kind) {
    case 'ignored':
      return [];
    case 'unknown':
      return [{ channel, reason: item.reason, payload: item.raw }];
    case 'notice':
      return [{ channel, reason: `notice: ${item.topic}`, payload: item.raw }];
    default:
      return [{ channel, reason: 'no connected account', payload: 'raw' in item ? item.raw : item }];
  }
}

const MAX_LENGTH = 65_536;
const HEAD_LENGTH = 8192;

/**
 * The stored part of an unknown element, for people to inspect: only the beginning when it is too deep or too large.
 */
export function keepable(payload: unknown): unknown {
  const text = writeJson(payload ?? null);
  return text.length <= MAX_LENGTH && !isTooDeep(payload)
    ? (payload ?? null)
    : { beginning: boundText(text, HEAD_LENGTH) };
}
