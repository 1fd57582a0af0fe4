import type { InboundItem } from '@parley/providers/inbound-item';

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
