import { startReplicatedPostgres } from '@parley/testing/database/replicated-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FAULT_TEST_MS,
  type FaultCluster,
  MAX_UNSTORED_A_LANE,
  makeFaultTenant,
  startFaultCluster,
} from '../support/load/fault-cluster.ts';
import { expectAllDelivered, startLoad } from '../support/load/fault-load.ts';

const KEYS = 2;
const BETWEEN = 200;
const REFUSED = 2;

describe.each(['one-machine', 'cluster'] as const)('Parley as %s', (form) => {
  let cluster: FaultCluster;
  beforeAll(async () => {
    cluster = await startFaultCluster(form, {}, { postgres: await startReplicatedPostgres() });
  });
  afterAll(() => cluster.stop());

  test('when the primary is lost under load and its standby promoted, everything that was answered is stored and delivered', {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const tenant = await makeFaultTenant(cluster, KEYS);
    const load = startLoad(cluster, tenant, { sends: true });
    await load.untilMore(BETWEEN);
    const before = load.refused();
    await cluster.postgres.end('crash');
    await load.untilRefused(before + REFUSED);
    await cluster.postgres.start();
    const promotedAt = performance.now();
    await load.untilMore(1);
    console.log(`${form} · the first answer ${Math.round(performance.now() - promotedAt)} ms after the promotion`);
    await load.untilMore(BETWEEN);
    await expectAllDelivered(cluster, tenant, load, {
      fault: 'the primary lost, the standby promoted',
      mostDuplicates: KEYS * MAX_UNSTORED_A_LANE,
    });
    const stored = await cluster.rows<{ id: string }>(
      `SELECT id FROM messages WHERE id = ANY ($1::int8[]) AND status <> 'sending'`,
      [load.sent()],
    );
    expect(stored).toHaveLength(load.sent().length);
  });
});
