import { test } from 'vitest';
import { FAULT_TEST_MS, MAX_UNSTORED_A_LANE, makeFaultTenant } from '../../support/load/fault-cluster.ts';
import { expectAllDelivered, startLoad } from '../../support/load/fault-load.ts';
import type { GetCluster } from './get-cluster.ts';

const KEYS = 2;
const BETWEEN = 60;
const REFUSED = 2;

/** Stops and starts PostgreSQL under load. */
export function postgresRestarts(getCluster: GetCluster): void {
  test('PostgreSQL stopped in every mode and by kill -9 under load: everything accepted is delivered', {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const cluster = getCluster();
    const tenant = await makeFaultTenant(cluster, KEYS);
    const load = startLoad(cluster, tenant, { sends: true });
    const ends = ['fast', 'immediate', 'crash'] as const;
    for (const how of ends) {
      await load.untilMore(BETWEEN);
      const before = load.refused();
      await cluster.postgres.end(how);
      await load.untilRefused(before + REFUSED);
      await cluster.postgres.start();
    }
    await load.untilMore(BETWEEN);
    await expectAllDelivered(cluster, tenant, load, {
      fault: `PostgreSQL restarted (${ends.join(', ')})`,
      mostDuplicates: ends.length * KEYS * MAX_UNSTORED_A_LANE,
    });
  });
}

/** Kills and starts NATS under load; only the cluster has it. */
export function natsRestarts(getCluster: GetCluster): void {
  test('NATS killed and restarted under load: everything accepted is delivered, nothing twice', {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const cluster = getCluster();
    const { nats } = cluster;
    if (nats === null) throw new Error('Only the cluster has a NATS server.');
    const tenant = await makeFaultTenant(cluster, KEYS);
    const load = startLoad(cluster, tenant, { sends: true });
    await load.untilMore(BETWEEN);
    const before = load.refused();
    await nats.kill();
    await load.untilRefused(before + REFUSED);
    await nats.restart();
    await load.untilMore(BETWEEN);
    // Deliveries do not need NATS: only hints are lost, and polling replaces them.
    await expectAllDelivered(cluster, tenant, load, { fault: 'NATS killed and started', mostDuplicates: 0 });
  });
}
