import type { Channel } from '@parley/common/channels';

const DAY_MS = 24 * 3_600_000;

/**
 * A text on wa requires a message of the person within 24 h on this account; after exactly 24 h the window is closed
 * (docs/reference/sends.md#the-24-hour-window).
 */
export const isWindowClosed = (
  { channel, template, lastInboundAt }: { channel: Channel; template: unknown; lastInboundAt: Date | null },
  now: Date,
): boolean =>
  channel === 'wa' &&
  template === null &&
  (lastInboundAt === null || lastInboundAt.getTime() <= now.getTime() - DAY_MS);

/** On tt only the person can begin a conversation. */
export const needsThread = ({ channel, threadId }: { channel: Channel; threadId: string | null }): boolean =>
  channel === 'tt' && threadId === null;
