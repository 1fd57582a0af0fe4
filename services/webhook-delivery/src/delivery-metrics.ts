import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Attempted } from './use-cases/attempt-delivery.ts';

/** What Prometheus sees of webhook delivery (webhook-delivery.md, For the people who use it). */
export function makeDeliveryMetrics(registry: Registry, heldLanes: () => number) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'parley_webhook_attempts_total',
    help: 'Webhook attempts by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const latency = new Histogram({
    name: 'parley_webhook_attempt_seconds',
    help: 'Time of a webhook attempt',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  });
  const expired = new Counter({
    name: 'parley_webhook_lease_expiries_total',
    help: 'Lanes taken over after their lease ran out',
    registers,
  });
  new Gauge({
    name: 'parley_webhook_lanes_held',
    help: 'Lanes that this worker holds',
    registers,
    collect() {
      this.set(heldLanes());
    },
  });
  return {
    count(outcome: string, attempted: Attempted): void {
      attempts.inc({ outcome });
      latency.observe(attempted.latencyMs / 1000);
    },
    countExpired: () => expired.inc(),
  };
}
