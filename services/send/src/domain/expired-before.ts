import type { Channel } from '@parley/common/channels';

/** Channels without receipts and echoes: a lost outcome cannot be learned later. */
const SILENT: ReadonlySet<Channel> = new Set(['tg']);

/** A send with an unknown outcome from before this moment can no longer be confirmed. */
export const expiredBefore = (channel: Channel, now: Date, confirmMs: number): Date =>
  SILENT.has(channel) ? now : new Date(now.getTime() - confirmMs);
