import { pollUntil } from '@parley/testing/poll-until';
import { test } from 'vitest';
import {
  FAULT_TEST_MS,
  type FaultCluster,
  type FaultTenant,
  MAX_UNSTORED_A_LANE,
  makeFaultTenant,
} from '../../support/load/fault-cluster.ts';
import { expectAllDelivered, type Load, startLoad } from '../../support/load/fault-load.ts';
import type { GetCluster } from './get-cluster.ts';

const KEYS = 3;
const BETWEEN = 60;
/** Four leases. */
const TAKEOVER_MS = 60_000;

/** Waits until an event accepted from now on arrives at every key. */
async function untilNewArrive({ receiver }: FaultCluster, tenant: FaultTenant, load: Load): Promise<void> {
  await load.untilMore(BETWEEN);
  const newest = load.accepted().slice(-BETWEEN / 2);
  const hasAll = (path: string): boolean => {
    const arrived = new Set(receiver.at(path).map(({ data }) => data.text));
    return newest.every((text) => arrived.has(text));
  };
  await pollUntil(() => tenant.paths.every(hasAll) || null, {
    deadlineMs: TAKEOVER_MS,
    what: () => 'the lanes of a frozen worker to be taken over',
  });
}

const untilLeasesEnded = (cluster: FaultCluster): Promise<true> =>
  pollUntil(
    async () => {
      const [row] = await cluster.rows<{ ended: boolean }>('SELECT bool_and(lease_until < now()) AS ended FROM lanes');
      return row?.ended === true ? true : null;
    },
    { deadlineMs: TAKEOVER_MS, what: () => 'every lease to end' },
  );

/** Freezes workers past their leases and wakes them. */
export function freezes(getCluster: GetCluster): void {
  test('a worker frozen past its lease and woken under load: everything accepted is delivered, duplicates at most what was in flight', {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const cluster = getCluster();
    const { system, form } = cluster;
    const tenant = await makeFaultTenant(cluster, KEYS);
    const load = startLoad(cluster, tenant);
    await load.untilMore(BETWEEN);
    const workers = await system.processes(form === 'cluster' ? 'webhook-delivery' : 'parley');
    // In the cluster in sequence: the second one holds the lanes of the first when it is frozen.
    for (const { pid } of workers) {
      process.kill(pid, 'SIGSTOP');
      try {
        if (form === 'cluster') await untilNewArrive(cluster, tenant, load);
        else await untilLeasesEnded(cluster);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await load.untilMore(BETWEEN);
    }
    await expectAllDelivered(cluster, tenant, load, {
      fault: `${workers.length} frozen past the lease`,
      mostDuplicates: workers.length * KEYS * MAX_UNSTORED_A_LANE,
    });
  });
}
