import { Counter, Gauge, type Registry } from 'prom-client';

export type InboundMetrics = ReturnType<typeof makeInboundMetrics>;

export function makeInboundMetrics(registry: Registry) {
  const items = new Counter({
    name: 'parley_inbound_items_total',
    help: 'Elements of provider webhooks by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const forged = new Counter({
    name: 'parley_inbound_forged_total',
    help: 'Provider webhooks with a wrong signature or secret',
    labelNames: ['provider'],
    registers: [registry],
  });
  const unstorable = new Counter({
    name: 'parley_inbound_unstorable_total',
    help: 'Elements that could not be stored because of their content; they are in the quarantine',
    registers: [registry],
  });
  const quarantined = new Gauge({
    name: 'parley_quarantined_elements',
    help: 'Elements in the quarantine: acknowledged, not stored, waiting for an operator',
    registers: [registry],
  });
  const quarantineDropped = new Counter({
    name: 'parley_quarantine_dropped_total',
    help: 'Elements that were dropped out of the quarantine, the oldest of an account beyond its cap',
    labelNames: ['channel'],
    registers: [registry],
  });
  const pendingDropped = new Counter({
    name: 'parley_inbound_pending_dropped_total',
    help: 'Updates that waited for a message and were dropped: expired after 7 days, or beyond the cap of their account',
    labelNames: ['reason'],
    registers: [registry],
  });
  return {
    /** Counts the items of a transaction by outcome. */
    items(counts: { stored: number; repeated: number; unknown: number }): void {
      for (const [outcome, count] of Object.entries(counts)) if (count > 0) items.inc({ outcome }, count);
    },
    forged: (provider: string): void => forged.inc({ provider }),
    unstorable: (): void => unstorable.inc(),
    /** Dropped waiting updates: `expired` after 7 days, `cap` when too many of an account wait. */
    pendingDropped: (reason: 'expired' | 'cap', count: number): void => pendingDropped.inc({ reason }, count),
    /** Sets the number of quarantined elements, of all tenants. */
    quarantined: (count: number): void => quarantined.set(count),
    /** Elements dropped because their account exceeded the quarantine cap. */
    quarantineDropped: (channel: string, count: number): void => quarantineDropped.inc({ channel }, count),
  };
}
