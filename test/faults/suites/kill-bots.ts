import { setTimeout as pause } from 'node:timers/promises';
import { makeSeededRandom, type SeededRandom } from '@parley/testing/seeded-random';
import { perTier } from '@parley/testing/tier';
import { expect, test } from 'vitest';
import { expectBotAccounts, untilUsageIsSettled } from '../../support/bots/bot-accounts.ts';
import { makeBotLoad, STEPS } from '../../support/bots/bot-load.ts';
import type { FaultCluster } from '../../support/load/fault-cluster.ts';
import { killNow } from '../../support/system/process-tree.ts';
import type { GetCluster } from './get-cluster.ts';

/** Kills per form, each at the next step. */
const KILLS = perTier({ short: 6, soak: STEPS.length });
/** The kill comes at a random moment after the step. */
const AFTER_MS = 60;
/** One in this many kills of the cluster hits only one of the two replicas. */
const ONE_OF_TWO = 3;
/**
 * One in this many kills of the one-machine form hits everything, which restarts in seconds; the others hit only the
 * bots.
 */
const EVERYTHING = 3;

const botProcesses = async ({ system }: FaultCluster): Promise<number[]> =>
  (await system.processes('bots')).map(({ pid }) => pid);

async function killEverything({ system }: FaultCluster): Promise<void> {
  const [parley] = await system.processes('parley');
  expect(parley && killNow(parley.pid)).toBe(true);
  await system.restart();
}

/** Kills the processes of bots, or in the one-machine form sometimes everything; resolves when they run again. */
async function kill(cluster: FaultCluster, random: SeededRandom): Promise<void> {
  if (cluster.form === 'one-machine' && random.below(EVERYTHING) === 0) return killEverything(cluster);
  const running = await botProcesses(cluster);
  const isOne = running.length > 1 && random.below(ONE_OF_TWO) === 0;
  const victims = isOne ? running.slice(random.below(running.length)).slice(0, 1) : running;
  expect(victims.filter(killNow).length).toBeGreaterThan(0);
  await cluster.system.ready();
}

// docs/reference/bots.md#a-turn
/** Kills the processes of bots, and in the one-machine form sometimes everything, while bots reply. */
export function killBots(getCluster: GetCluster): void {
  test('bots killed at every step of a turn: one reply, no open turn, and every token and credit is recorded', {
    timeout: 1_500_000,
  }, async () => {
    const cluster = getCluster();
    const random = makeSeededRandom();
    // A short run leaves out two steps, which vary from run to run.
    const first = random.below(STEPS.length);
    console.log(
      `${cluster.form} · ${KILLS} kills of bots, the first at ${STEPS[first]}: PARLEY_TEST_SEED=${random.seed}`,
    );
    const load = await makeBotLoad(cluster);
    const startedAt = Date.now();
    for (let nth = 0; nth < KILLS; nth++) {
      await load.run(STEPS[(first + nth) % STEPS.length] ?? 'opened');
      await pause(random.next() * AFTER_MS);
      await kill(cluster, random);
      await load.release();
    }
    const tookMs = Date.now() - startedAt;
    await cluster.system.ready();
    for (const mode of ['own', 'platform'] as const) await load.tenants[mode].ended(load.customers[mode].length);
    await untilUsageIsSettled(cluster, () => kill(cluster, random));
    await cluster.system.ready();
    const { replied, unknown, calls, interrupted } = await expectBotAccounts(cluster, load);
    console.log(
      `${cluster.form}: ${KILLS} kills in ${Math.round(tookMs / 1000)} s, ${replied} customers answered once, ` +
        `${unknown} turns of unknown outcome; ${calls} calls of models, ${interrupted} interrupted`,
    );
    // In the cluster the sending processes are not killed.
    expect(unknown).toBeLessThanOrEqual(cluster.form === 'cluster' ? 0 : KILLS * 4);
    expect(replied).toBeGreaterThan(0);
  });
}
