import { holdTable } from '@parley/testing/database/hold-table';
import { pollUntil } from '@parley/testing/poll-until';
import { casesOf } from '@parley/testing/tier';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaultCluster } from '../../support/load/fault-cluster.ts';
import {
  type Counts,
  countEvents,
  makeWatchedTenant,
  PRODUCERS,
  type Producer,
  untilTaken,
  type WatchedTenant,
} from '../../support/load/platform-producers.ts';
import { settleSends } from '../../support/load/settle-sends.ts';
import { killNow } from '../../support/system/process-tree.ts';
import type { GetCluster } from './get-cluster.ts';

/**
 * The step at which a producer dies: while it writes events, while it writes deliveries, and after both are committed.
 */
const STEPS = ['events', 'deliveries', 'commit'] as const;
type Step = (typeof STEPS)[number];
const WITHIN_MS = 120_000;
/**
 * A short run takes every fifth pair of a producer and a step. Odd, because the cluster form runs at every other
 * commit.
 */
const CASES = PRODUCERS.flatMap((producer) => STEPS.map((step) => [producer.name, step, producer] as const));
const SHORT_EVERY = 5;

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Kills all processes of the service that writes; replacements start by themselves. Returns the time of the kill. */
async function killService({ system }: FaultCluster, { service }: Producer): Promise<Date> {
  const victims = await system.processes(service);
  expect(victims.filter(({ pid }) => killNow(pid)).length).toBeGreaterThan(0);
  return new Date();
}

interface Kill {
  step: Step;
  producer: Producer;
  begin: () => void;
  written: () => Promise<number>;
}

/**
 * Waits until the producer reaches a step, kills it there, and resolves when it runs again. Returns the time of the
 * kill.
 */
async function killAt(cluster: FaultCluster, { step, producer, begin, written }: Kill): Promise<Date> {
  let killedAt: Date;
  if (step === 'commit') {
    const before = await written();
    begin();
    const isThere = async () => ((await written()) > before ? true : null);
    await pollUntil(isThere, { deadlineMs: WITHIN_MS, everyMs: 2, what: () => `events of ${producer.name}` });
    killedAt = await killService(cluster, producer);
  } else {
    const held = await holdTable(cluster.postgres.url, step, 'SHARE');
    try {
      begin();
      await held.waitedForBy(`parley-${producer.service}`);
      killedAt = await killService(cluster, producer);
    } finally {
      await held.release();
    }
  }
  await cluster.system.ready();
  return killedAt;
}

/** Asserts that the ledger contains each event as often as it happened, and that each has arrived, signed. */
async function expectEach(cluster: FaultCluster, tenant: WatchedTenant, wanted: Counts): Promise<void> {
  const ids = async (): Promise<string[]> =>
    (
      await cluster.rows<{ id: string }>(
        `SELECT e.id FROM events e JOIN tenants t ON t.id = e.tenant_id WHERE t.slug = $1 AND e.type LIKE '%-%'`,
        [tenant.slug],
      )
    ).map(({ id }) => id);
  const arrived = () => new Set(cluster.receiver.at(tenant.path).map(({ eventId }) => eventId));
  let counted: Counts = {};
  await pollUntil(
    async () => {
      counted = await countEvents(cluster, tenant);
      return totalOf(counted) >= totalOf(wanted) && (await ids()).every((id) => arrived().has(id)) ? true : null;
    },
    { deadlineMs: WITHIN_MS, what: () => `${JSON.stringify(wanted)}, not ${JSON.stringify(counted)}` },
  );
  expect(await countEvents(cluster, tenant)).toEqual(wanted);
  expect(arrived()).toEqual(new Set(await ids()));
  expect(cluster.receiver.wrong).toEqual([]);
}

const add = (one: Counts, other: Counts): Counts => {
  const sum: Record<string, number> = { ...one };
  for (const [type, count] of Object.entries(other)) sum[type] = (sum[type] ?? 0) + count;
  return sum;
};

// docs/reference/platform-events.md#delivery
/** Kills each producer of platform events at each step of its transaction, in the cluster form. */
export function killProducers(getCluster: GetCluster): void {
  describe('platform events', () => {
    // No receipt before the kill: inbound would store its outcome and write the events in place of send.
    beforeAll(() => getCluster().system.sandbox.changeSettings({ receipts: 'off' }));
    afterAll(() => getCluster().system.sandbox.changeSettings({ receipts: 'all' }));

    test.each(casesOf(CASES, SHORT_EVERY))(
      '%s is killed at its %s: each event is written once and arrives',
      {
        timeout: 600_000,
      },
      async (_name, step, producer) => {
        const cluster = getCluster();
        const tenant = await makeWatchedTenant(cluster);
        await producer.prepare?.(cluster, tenant);
        const before = await countEvents(cluster, tenant);
        let calling = Promise.resolve();
        const begin = (): void => {
          calling = untilTaken(producer.call, cluster, tenant);
        };
        const written = async (): Promise<number> => totalOf(await countEvents(cluster, tenant));
        const killedAt = await killAt(cluster, { step, producer, begin, written });
        if (producer.service === 'send') await settleSends(cluster, tenant, killedAt);
        await calling;
        const left = (await producer.left?.(cluster, tenant)) ?? {};
        await expectEach(cluster, tenant, add(add(before, producer.events), left));
      },
    );
  });
}
