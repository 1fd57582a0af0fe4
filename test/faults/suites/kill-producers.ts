import { holdTable } from '@parley/testing/hold-table';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultCluster, startFaultCluster } from '../support/fault-cluster.ts';
import {
  type Counts,
  countEvents,
  makeWatchedTenant,
  PRODUCERS,
  type Producer,
  untilTaken,
  type WatchedTenant,
} from '../support/platform-producers.ts';
import { killNow } from '../support/process-tree.ts';

/** Where a producer dies: in the write of its events, in that of their deliveries, and once both are committed. */
const STEPS = ['events', 'deliveries', 'commit'] as const;
type Step = (typeof STEPS)[number];
const WITHIN_MS = 120_000;
/** A send is slower than usual while processes start beside it; only one whose process dies may become unknown. */
const VARIABLES = { PARLEY_PROVIDER_TIMEOUT_MS: '10000' };
/** Late: where the receipt comes before send has stored the outcome, inbound stores that outcome and writes its events in place of send. */
const RECEIPT_DELAY_MS = 10_000;

let cluster: FaultCluster;
beforeAll(async () => {
  cluster = await startFaultCluster('cluster', VARIABLES);
  await cluster.system.sandbox.changeSettings({ receipt_delay_ms: RECEIPT_DELAY_MS });
}, 120_000);
afterAll(async () => {
  await cluster?.stop();
}, 60_000);

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Kills all processes of the service that writes; others of its name start by themselves. */
async function killService({ service }: Producer): Promise<void> {
  const victims = await cluster.system.processes(service);
  expect(victims.filter(({ pid }) => killNow(pid)).length).toBeGreaterThan(0);
}

/** Lets the producer come to a step, kills it there, and resolves when it runs again. */
async function killAt(
  step: Step,
  producer: Producer,
  begin: () => void,
  written: () => Promise<number>,
): Promise<void> {
  if (step === 'commit') {
    const before = await written();
    begin();
    const isThere = async () => ((await written()) > before ? true : null);
    await pollUntil(isThere, { deadlineMs: WITHIN_MS, everyMs: 2, what: () => `events of ${producer.name}` });
    await killService(producer);
  } else {
    const held = await holdTable(cluster.postgres.url, step, 'SHARE');
    try {
      begin();
      await held.waitedForBy(`parley-${producer.service}`);
      await killService(producer);
    } finally {
      await held.release();
    }
  }
  await cluster.system.ready();
}

/** Each event is in the ledger as often as it happened, and has arrived, signed. */
async function expectEach(tenant: WatchedTenant, wanted: Counts): Promise<void> {
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
describe.each(PRODUCERS)('$name', (producer) => {
  test.for(STEPS)('is killed at its %s: each event is written once and arrives', { timeout: 400_000 }, async (step) => {
    const tenant = await makeWatchedTenant(cluster);
    await producer.prepare?.(cluster, tenant);
    const before = await countEvents(cluster, tenant);
    let calling = Promise.resolve();
    const begin = (): void => {
      calling = untilTaken(producer.call, cluster, tenant);
    };
    await killAt(step, producer, begin, async () => totalOf(await countEvents(cluster, tenant)));
    await calling;
    const left = (await producer.left?.(cluster, tenant)) ?? {};
    await expectEach(tenant, add(add(before, producer.events), left));
  });
});
