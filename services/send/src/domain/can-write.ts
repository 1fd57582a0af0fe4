import type { Channel } from '@parley/common/channels';

const DAY_MS = 24 * 3_600_000;

/** What decides whether a send needs an open window. */
export interface WindowedSend {
  channel: Channel;
  template: unknown;
}

/** The time after which the person must have written; null: no matter when. */
export const windowOpensAfter = ({ channel, template }: WindowedSend, now: Date): Date | null =>
  channel === 'wa' && template === null ? new Date(now.getTime() - DAY_MS) : null;

/**
 * A text on wa requires a message of the person within 24 h on this account; after exactly 24 h the window is closed
 * (docs/reference/sends.md#the-24-hour-window).
 */
export function isWindowClosed(send: WindowedSend & { lastInboundAt: Date | null }, now: Date): boolean {
  const opensAfter = windowOpensAfter(send, now);
  return opensAfter !== null && (send.lastInboundAt === null || send.lastInboundAt <= opensAfter);
}

/** On tt only the person can begin a conversation, by a message or by a comment that is answered privately. */
export const needsThread = ({
  channel,
  threadId,
  commentId = null,
}: {
  channel: Channel;
  threadId: string | null;
  commentId?: string | null;
}): boolean => channel === 'tt' && threadId === null && commentId === null;
