import { makeSeededRandom } from '@parley/testing/seeded-random';
import { perTier } from '@parley/testing/tier';
import { test } from 'vitest';
import {
  FAULT_TEST_MS,
  type FaultCluster,
  MAX_UNSTORED_A_LANE,
  makeFaultTenant,
} from '../../support/load/fault-cluster.ts';
import { expectAllDelivered, startLoad } from '../../support/load/fault-load.ts';
import { killNow } from '../../support/system/process-tree.ts';
import type { GetCluster } from './get-cluster.ts';

const KEYS = 2;
/** Maximum accepted between two kills; at least one is. */
const BETWEEN = 10;
/** Enough for some to continue while others wait for the answer of a dead process. */
const WRITERS = 12;
const KILLS = { cluster: perTier({ short: 12, soak: 50 }), 'one-machine': perTier({ short: 3, soak: 6 }) };
const PARTS = ['webhook-delivery', 'gateway', 'inbound', 'inbox', 'files', 'send', 'accounts', 'channel-connect'];

/** Kills everything in the one-machine form, and one process of the part in the cluster. */
async function killSome(
  { system, form }: FaultCluster,
  part: string,
  pick: (below: number) => number,
): Promise<boolean> {
  const victims = await system.processes(part);
  const victim = victims[pick(victims.length)];
  if (victim === undefined || !killNow(victim.pid)) return false;
  if (form === 'one-machine') await system.restart();
  return true;
}

/** Kills processes at random moments, many times, under load. */
export function kills(getCluster: GetCluster): void {
  test('kill -9 of processes at random moments under load: everything accepted is delivered, duplicates at most what was in flight', {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const cluster = getCluster();
    const random = makeSeededRandom();
    console.log(`${cluster.form} · kills at random moments: PARLEY_TEST_SEED=${random.seed}`);
    const tenant = await makeFaultTenant(cluster, KEYS);
    const load = startLoad(cluster, tenant, { sends: true, writers: WRITERS });
    const killed = new Map<string, number>();
    const parts = cluster.form === 'cluster' ? PARTS : ['parley'];
    let left: string[] = [];
    for (let count = 0; count < KILLS[cluster.form]; ) {
      await load.untilMore(1 + random.below(BETWEEN));
      // In rounds, so that even a few kills reach every part.
      if (left.length === 0) left = [...parts];
      const nth = random.below(left.length);
      const part = left[nth] ?? 'parley';
      if (!(await killSome(cluster, part, random.below))) continue;
      left.splice(nth, 1);
      killed.set(part, (killed.get(part) ?? 0) + 1);
      count++;
    }
    await load.untilMore(BETWEEN);
    await load.untilSent();
    const ofWorkers = (killed.get('webhook-delivery') ?? 0) + (killed.get('parley') ?? 0);
    const reported = [...killed].map(([part, count]) => `${part} ${count}`).join(', ');
    await expectAllDelivered(cluster, tenant, load, {
      fault: `${KILLS[cluster.form]} kills (${reported})`,
      mostDuplicates: ofWorkers * KEYS * MAX_UNSTORED_A_LANE,
      withinMs: 90_000,
    });
  });
}
