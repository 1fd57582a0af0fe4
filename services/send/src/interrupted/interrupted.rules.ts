import type { Channel } from '@parley/common/channels';
import type { Environment } from '@parley/runtime/environment';

/** Channels without receipts and echoes: a lost outcome cannot be learned later. */
const SILENT: ReadonlySet<Channel> = new Set(['tg']);

/** A send with an unknown outcome from before this moment can no longer be confirmed. */
export const expiredBefore = (channel: Channel, now: Date, confirmMs: number): Date =>
  SILENT.has(channel) ? now : new Date(now.getTime() - confirmMs);

/** Added to the provider's timeout, so that the sweeper ignores sends that are still running. */
const SETTLE_GRACE_MS = 15_000;

/** A claimed message whose provider call has not begun by then is not sent: the sweeper may end it before the answer. */
export const START_WITHIN_MS = 12_000;

/** When a send that begins now was interrupted if it is still running. */
export const settleByOf = (
  { PARLEY_PROVIDER_TIMEOUT_MS: timeoutMs }: Pick<Environment, 'PARLEY_PROVIDER_TIMEOUT_MS'>,
  now: Date,
): Date => new Date(now.getTime() + timeoutMs + SETTLE_GRACE_MS);
