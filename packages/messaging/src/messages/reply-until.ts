import type { Channel } from '@parley/common/channels';

const WINDOW_MS = 24 * 3600 * 1000;

/**
 * The end of the reply window that a customer's message opens (docs/reference/sends.md#the-24-hour-window); null
 * without a window.
 */
export const windowAfter = (channel: Channel, inboundAt: Date): Date | null =>
  channel === 'wa' ? new Date(inboundAt.getTime() + WINDOW_MS) : null;

/**
 * The end of the time in which a text may be sent; null when there is no window, or it is closed. Exactly 24 hours is
 * too late.
 */
export function replyUntil(channel: Channel, lastInboundAt: Date | null, now: Date): Date | null {
  const end = lastInboundAt && windowAfter(channel, lastInboundAt);
  return end && end > now ? end : null;
}
