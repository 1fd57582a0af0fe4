import type { Channel } from '@parley/common/channels';

/** Channels without receipts and echoes: the outcome of a send whose answer was lost cannot be learned. */
const SILENT: ReadonlySet<Channel> = new Set(['tg']);

/** A send of unknown outcome from before this moment will not be confirmed any more. */
export const expiredBefore = (channel: Channel, now: Date, confirmMs: number): Date =>
  SILENT.has(channel) ? now : new Date(now.getTime() - confirmMs);
