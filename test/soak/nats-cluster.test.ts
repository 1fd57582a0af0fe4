import { type NatsCluster, startNatsCluster } from '@parley/testing/servers/nats-server';
import { afterAll, beforeAll, test } from 'vitest';
import { FAULT_TEST_MS, type FaultCluster, makeFaultTenant, startFaultCluster } from '../support/load/fault-cluster.ts';
import { expectAllDelivered, startLoad } from '../support/load/fault-load.ts';

const KEYS = 2;
const BETWEEN = 100;

let nats: NatsCluster;
let cluster: FaultCluster;
beforeAll(async () => {
  nats = await startNatsCluster();
  cluster = await startFaultCluster('cluster', { NATS_URL: nats.url });
});
afterAll(async () => {
  await cluster.stop();
  await nats.stop();
});

test('when each of three NATS servers is killed in turn under load, processes continue over the others, and nothing is lost or doubled', {
  timeout: FAULT_TEST_MS,
}, async () => {
  const tenant = await makeFaultTenant(cluster, KEYS);
  const load = startLoad(cluster, tenant, { sends: true });
  for (const server of nats.servers) {
    await load.untilMore(BETWEEN);
    await server.kill();
    // While it is away.
    await load.untilMore(BETWEEN);
    await server.restart();
  }
  await load.untilMore(BETWEEN);
  console.log(`cluster · ${load.refused()} of ${load.written()} webhooks were not answered 200 the first time`);
  // Deliveries do not need NATS.
  await expectAllDelivered(cluster, tenant, load, { fault: 'each of three NATS servers killed', mostDuplicates: 0 });
});
