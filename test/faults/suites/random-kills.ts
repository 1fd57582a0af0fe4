import { setTimeout as pause } from 'node:timers/promises';
import { makeSeededRandom, type SeededRandom } from '@parley/testing/seeded-random';
import { perTier } from '@parley/testing/tier';
import { expect, test } from 'vitest';
import { BOT_VARIABLES } from '../../support/bots/bot-load.ts';
import { makeConsoleTenants, startConsoleLoad } from '../../support/console/console-load.ts';
import { expectConsoleOutcomes } from '../../support/console/console-outcomes.ts';
import { expectAllCarried, untilAllBack } from '../../support/load/device-load.ts';
import { type FaultCluster, MAX_UNSTORED_A_LANE } from '../../support/load/fault-cluster.ts';
import { expectAllDelivered } from '../../support/load/fault-load.ts';
import { expectSentOnce, type MixedLoad, makeMixedTenant } from '../../support/load/mixed-load.ts';
import { descendantsOf, killNow } from '../../support/system/process-tree.ts';
import type { Form } from '../../support/system/system.ts';
import type { GetCluster } from './get-cluster.ts';

/**
 * Leases are as long as in production: a dead worker's lease must not delay anything. The wait for evidence is long,
 * because the provider's webhook is the evidence of a send and is refused while everything is dead.
 */
export const KILL_VARIABLES = {
  ...BOT_VARIABLES,
  PARLEY_WEBHOOK_LEASE_SECONDS: '45',
  // Sends are slower while processes start; only one whose process dies may become unknown.
  PARLEY_PROVIDER_TIMEOUT_MS: '10000',
  PARLEY_CONFIRM_WAIT_SECONDS: '30',
};

/**
 * A short run tries one form. A kill in the one-machine form mostly hits everything, whose restart takes ten times as
 * long as that of one process.
 */
const KILLS: Record<Form, number> = {
  cluster: perTier({ short: 24, soak: 150 }),
  'one-machine': perTier({ short: 12, soak: 150 }),
};
/** Maximum accepted between two kills; at least one is. */
const BETWEEN = 12;
const WITHIN_A_LINE_MS = 60;
/** One in this many kills comes before the last victims are ready again. */
const WHILE_STARTING = 5;
/** One in this many kills hits two processes of the cluster. */
const TWO_AT_ONCE = 4;
/** Timeout without any progress. */
const DRAIN_WITHIN_MS = 180_000;

/** Kills the whole tree of the one-machine form, or one of its children. */
async function killInOneMachine({ system }: FaultCluster, random: SeededRandom): Promise<string | null> {
  const [main] = await system.processes('parley');
  if (!main) return null;
  const children = descendantsOf(main.pid);
  const child = children[random.below(children.length)];
  if (child !== undefined && random.below(4) === 0) return killNow(child) ? 'child' : null;
  // The parent first, so that it does not restart its children.
  const killed = [main.pid, ...children].filter(killNow);
  if (killed.length === 0) return null;
  if (random.below(WHILE_STARTING) === 0) await system.relaunch();
  else await system.restart();
  return 'everything';
}

/** Kills one process of the cluster, or two at once. */
async function killInCluster({ system }: FaultCluster, random: SeededRandom): Promise<string | null> {
  const running = await system.processes('');
  const count = random.below(TWO_AT_ONCE) === 0 ? 2 : 1;
  const victims = Array.from({ length: count }, () => running[random.below(running.length)]);
  const killed = victims.filter((victim) => victim !== undefined && killNow(victim.pid));
  return killed.length === 0 ? null : killed.map((victim) => victim?.name.replace(/-\d+$/, '')).join(' and ');
}

async function killAtRandom(
  cluster: FaultCluster,
  load: MixedLoad,
  random: SeededRandom,
): Promise<Map<string, number>> {
  const killed = new Map<string, number>();
  for (let count = 0; count < KILLS[cluster.form]; ) {
    if (random.below(WHILE_STARTING) > 0) await load.all.untilMore(1 + random.below(BETWEEN));
    // Not right after an answer, but at a random moment of the work.
    await pause(random.next() * WITHIN_A_LINE_MS);
    const victim = await (cluster.form === 'cluster' ? killInCluster : killInOneMachine)(cluster, random);
    if (victim === null) continue;
    for (const name of victim.split(' and ')) killed.set(name, (killed.get(name) ?? 0) + 1);
    count++;
  }
  await cluster.system.ready();
  return killed;
}

/** Kills processes at random moments, many times, under every kind of load. */
export function randomKills(getCluster: GetCluster): void {
  test('kill -9 at random moments during sends, inbound, comments, devices, bots, notifications, uploads, erasures and bulk changes: nothing is lost, nothing is done twice, and repeated webhooks are at most what was in flight', {
    timeout: 1_500_000,
  }, async () => {
    const cluster = getCluster();
    const random = makeSeededRandom();
    console.log(`${cluster.form} · ${KILLS[cluster.form]} kills under every load: PARLEY_TEST_SEED=${random.seed}`);
    const mixed = await makeMixedTenant(cluster);
    const { tenant, devices } = mixed;
    const consoleTenants = await makeConsoleTenants(cluster);
    const load = await mixed.start();
    const consoleLoad = startConsoleLoad(cluster, consoleTenants);
    await load.devices.untilMore(BETWEEN);
    const startedAt = Date.now();
    const killed = await killAtRandom(cluster, load, random);
    const tookMs = Date.now() - startedAt;
    await load.devices.untilMore(BETWEEN);
    await Promise.all([load.stop(), consoleLoad.stop()]);
    await untilAllBack(cluster, devices, Date.now(), DRAIN_WITHIN_MS);
    const reported = [...killed].map(([name, count]) => `${name} ${count}`).join(', ');
    const fault = `${KILLS[cluster.form]} kills (${reported}; PARLEY_TEST_SEED=${random.seed}) in ${Math.round(tookMs / 1000)} s`;
    const killsOf = (name: string): number => (killed.get(name) ?? 0) + (killed.get('everything') ?? 0);
    await expectAllDelivered(cluster, tenant, load.all, {
      fault,
      mostDuplicates: killsOf('webhook-delivery') * MAX_UNSTORED_A_LANE,
      withinMs: DRAIN_WITHIN_MS,
    });
    await expectAllCarried(cluster, tenant, devices, load.devices, fault);
    const { atProvider, unknownThere } = await expectSentOnce(cluster, mixed, load);
    await expectConsoleOutcomes(cluster, consoleLoad, {
      fault,
      kills: { messages: killsOf('send'), mails: killsOf('notifications') },
    });
    const { accepted, unknown } = load.recipients;
    console.log(
      `${cluster.form} · ${fault}: ${accepted.length} sends accepted, ${atProvider} at the provider, ${unknown.length} reported as unknown (${unknownThere} there); ` +
        `${load.all.accepted().length} webhooks answered 200, ${load.comments()} of them comments`,
    );
    expect(load.comments()).toBeGreaterThan(0);
    expect(accepted.length).toBeGreaterThan(0);
  });
}
