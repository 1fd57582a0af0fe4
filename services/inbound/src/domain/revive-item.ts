import type { InboundItem } from '@parley/providers/inbound-item';

const dateOf = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

/** An item that was kept as JSON, with its times as dates again. */
export const reviveItem = (kept: Record<string, unknown>): InboundItem =>
  ({
    ...kept,
    ...('at' in kept ? { at: dateOf(kept.at) ?? new Date() } : {}),
    ...(kept.kind === 'watermark' ? { until: dateOf(kept.until) } : {}),
    // safe: written from an item; only times are no JSON
  }) as InboundItem;
