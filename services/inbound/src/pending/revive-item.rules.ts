import type { InboundItem } from '@parley/providers/inbound-item';

const dateOf = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

/** Restores the dates of an item that was stored as JSON. */
export const reviveItem = (kept: Record<string, unknown>): InboundItem =>
  ({
    ...kept,
    ...('at' in kept ? { at: dateOf(kept.at) ?? new Date() } : {}),
    ...(kept.kind === 'watermark' ? { until: dateOf(kept.until) } : {}),
    // safe: written from an item; only its times are not JSON
  }) as InboundItem;
