import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '@parley/testing/poll-until';
import { makeSeededRandom, type SeededRandom } from '@parley/testing/seeded-random';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBotAccounts, untilUsageIsSettled } from '../support/bot-accounts.ts';
import { BOT_PRICE, makeBotLoad, PLATFORM_KEY, STEPS } from '../support/bot-load.ts';
import { type FaultCluster, startFaultCluster } from '../support/fault-cluster.ts';
import { killNow } from '../support/process-tree.ts';
import { FORMS, type Form } from '../support/system.ts';

/** Of both forms together; PARLEY_TEST_BOT_KILLS sets more. Every step of a turn comes in turn. */
const GIVEN = process.env.PARLEY_TEST_BOT_KILLS;
const KILLS: Record<Form, number> =
  GIVEN === undefined
    ? { cluster: 8, 'one-machine': 6 }
    : { cluster: Number(GIVEN) / 2, 'one-machine': Number(GIVEN) / 2 };
const VARIABLES = {
  PARLEY_AI_OPENAI_KEY: PLATFORM_KEY,
  PARLEY_BOT_PRICE: String(BOT_PRICE),
  // A send is slower than usual when its bot is killed; only one that is lost may become unknown.
  PARLEY_PROVIDER_TIMEOUT_MS: '10000',
};
/** Not only at the step: at any moment after it. */
const AFTER_MS = 60;
/** One kill of the cluster in so many takes one of the two replicas alone. */
const ONE_OF_TWO = 3;
/** One kill of the one-machine form in so many takes everything, which starts again in seconds; the others take the bots alone. */
const EVERYTHING = 3;
const BACK_WITHIN_MS = 60_000;

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
  await pollUntil(
    async () => {
      const now = await botProcesses(cluster);
      return now.length === running.length && !now.some((pid) => victims.includes(pid)) ? true : null;
    },
    { deadlineMs: BACK_WITHIN_MS, what: () => 'the bots to run again' },
  );
}

// docs/reference/bots.md#a-turn
describe.each(FORMS)('kill -9 in the %s form', (form) => {
  let cluster: FaultCluster;
  beforeAll(async () => {
    cluster = await startFaultCluster(form, VARIABLES);
  }, 120_000);
  afterAll(async () => {
    await cluster?.stop();
  }, 60_000);

  test('at every step of a turn: one reply, no open turn, and every token and credit is written down', {
    timeout: 1_500_000,
  }, async () => {
    const random = makeSeededRandom();
    const load = await makeBotLoad(cluster);
    const startedAt = Date.now();
    for (let nth = 0; nth < KILLS[form]; nth++) {
      await load.run(STEPS[nth % STEPS.length] ?? 'opened');
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
      `${form}: ${KILLS[form]} kills in ${Math.round(tookMs / 1000)} s (PARLEY_TEST_SEED=${random.seed}), ${replied} customers answered once, ` +
        `${unknown} turns of unknown outcome; ${calls} calls of models, ${interrupted} interrupted`,
    );
    // Whoever sends is not killed in the cluster.
    expect(unknown).toBeLessThanOrEqual(form === 'cluster' ? 0 : KILLS[form] * 4);
    expect(replied).toBeGreaterThan(0);
  });
});
