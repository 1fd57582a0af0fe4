import type { Sql } from '@parley/database/sql';
import type { PostPool } from '@parley/providers/post/post-pool';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Attempted, Completion } from './attempts/delivery.rules.ts';
import { readGauges } from './lanes/lane.store.ts';

export interface MetricSources {
  database: Sql;
  /** The lanes that this process runs. */
  lanes: ReadonlyMap<string, unknown>;
  /** Connections to receivers. */
  posts: Pick<PostPool, 'openCount'>;
}

function makeGauges(registers: Registry[], { database, lanes, posts }: MetricSources): void {
  const oldest = new Gauge({
    name: 'parley_webhook_oldest_due_seconds',
    help: 'Age of the oldest due delivery of lanes that are not paused',
    registers,
  });
  new Gauge({
    name: 'parley_webhook_lanes',
    help: 'Lanes by state',
    labelNames: ['state'],
    registers,
    async collect() {
      // Without the database the other metrics must still be served; these keep their last values.
      const gauges = await readGauges(database).catch(() => null);
      if (gauges === null) return;
      for (const [state, count] of Object.entries(gauges.lanes)) this.set({ state }, count);
      oldest.set(gauges.oldestDueSeconds);
    },
  });
  new Gauge({
    name: 'parley_webhook_lanes_held',
    help: 'Lanes that this worker holds',
    registers,
    collect() {
      this.set(lanes.size);
    },
  });
  new Gauge({
    name: 'parley_webhook_open_sockets',
    help: 'Connections to receivers',
    registers,
    collect() {
      this.set(posts.openCount);
    },
  });
}

/** Metrics of webhook delivery (docs/reference/webhook-delivery.md#managing-deliveries). */
export function makeDeliveryMetrics(registry: Registry, sources: MetricSources) {
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
  const pickup = new Histogram({
    name: 'parley_webhook_pickup_seconds',
    help: 'Time from a due first attempt until a worker has it, while its receiver keeps up',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const expired = new Counter({
    name: 'parley_webhook_lease_expiries_total',
    help: 'Lanes taken over from a worker that died, or whose lease ran out',
    registers,
  });
  const statements = new Counter({
    name: 'parley_webhook_statements_total',
    help: 'SQL statements of claiming, reading and completing',
    registers,
  });
  const typings = new Counter({
    name: 'parley_webhook_typing_total',
    help: 'Attempts of contact.typing by outcome; dropped: beyond the bounds',
    labelNames: ['outcome'],
    registers,
  });
  const byOutcome = {
    delivered: attempts.labels('delivered'),
    failed: attempts.labels('failed'),
    retry: attempts.labels('retry'),
  };
  makeGauges(registers, sources);
  return {
    count(outcome: Completion['outcome'], attempted: Attempted): void {
      byOutcome[outcome].inc();
      latency.observe(attempted.latencyMs / 1000);
    },
    /** Counts how long a first attempt was due before a worker had it. */
    countPickup: (overdueMs: number): void => pickup.observe(overdueMs / 1000),
    countTyping: (outcome: 'delivered' | 'failed' | 'dropped'): void => typings.inc({ outcome }),
    countExpired: () => expired.inc(),
    countStatement: () => statements.inc(),
  };
}

export type DeliveryMetrics = ReturnType<typeof makeDeliveryMetrics>;
