import type { Channel } from '@parley/common/channels';

/** Channels that tell nothing more of a send whose answer was lost: no receipt, no echo. */
const SILENT: ReadonlySet<Channel> = new Set(['tg']);

/** A send of unknown outcome that has waited since before this moment will not be confirmed any more. */
export const expiredBefore = (channel: Channel, now: Date, confirmMs: number): Date =>
  SILENT.has(channel) ? now : new Date(now.getTime() - confirmMs);
