import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { readSends } from '../../support/channels/read-sends.ts';
import { killDuring } from '../../support/load/kill-during.ts';
import { settleSends } from '../../support/load/settle-sends.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../support/tenants/client.ts';
import { listAll } from '../../support/tenants/list-all.ts';
import { eventDataOf } from '../../support/webhooks/expectations.ts';
import type { GetCluster } from './get-cluster.ts';

const TEMPLATE = { name: 'order_update', variables: ['a', 'b'] };
const SENDS = 120;
const WRITES = 120;
const KILL_AFTER = 40;
/** The lane of a dead worker is claimed when its lease expires (5 s here). */
const TAKEOVER_MS = 40_000;

/**
 * Repeats a send with the same Idempotency-Key until its outcome is final: accepted, or a replayed 504, which means
 * that it failed permanently.
 */
async function sendUntilKnown(tenant: TestTenant, to: string, key: string): Promise<number> {
  return pollUntil(
    async () => {
      const answer = await tenant
        .post('send', { channel: 'wa', to, template: TEMPLATE }, { 'idempotency-key': key })
        .catch(() => null);
      const isFinal =
        answer?.status === 200 || (answer?.status === 504 && answer.headers['idempotency-replayed'] === 'true');
      return isFinal ? answer.status : null;
    },
    { deadlineMs: 180_000, everyMs: 300, what: () => `the outcome of ${key}` },
  );
}

/** Kills processes while they send, and while customers write. */
export function killSendsAndInbound(getCluster: GetCluster): void {
  test('send killed during sends: nothing is sent or charged twice, and every outcome is reported', {
    timeout: 400_000,
  }, async () => {
    const cluster = getCluster();
    const { system } = cluster;
    const tenant = await makeTenant(system, { balance: '1000' });
    const recipients = Array.from({ length: SENDS }, () => uniqueDigits('16'));
    let started = 0;
    let killed: Promise<unknown> | null = null;
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const statuses: number[] = [];
        for (let to = recipients[started++]; to !== undefined; to = recipients[started++]) {
          if (started >= KILL_AFTER)
            killed ??= killDuring(system, 'send').then((killedAt) => settleSends(cluster, tenant, killedAt));
          statuses.push(await sendUntilKnown(tenant, to, `key-${to}`));
        }
        return statuses;
      }),
    );
    await killed;
    const statuses = outcomes.flat();
    const sends = await readSends(system, { channel: 'wa' });
    const mine = sends.filter(({ to }) => recipients.includes(to));
    const accepted = statuses.filter((status) => status === 200).length;
    const unknown = statuses.filter((status) => status === 504).length;
    console.log(
      `${system.form}: ${SENDS} sends, ${accepted} accepted, ${unknown} of unknown outcome, ${mine.length} at the provider`,
    );
    expect(new Set(mine.map(({ to }) => to)).size).toBe(mine.length);
    expect(mine).toHaveLength(accepted);
    await expect.poll(async () => (await tenant.get('status')).body.balance).toBe(1000 - accepted);
  });

  test('inbound killed while customers write: every webhook that was answered 200 is stored once and reaches the customer', {
    timeout: 400_000,
  }, async () => {
    const { system } = getCluster();
    const tenant = await makeTenant(system, { events: ['message.received'] });
    const customers = Array.from({ length: WRITES }, () => uniqueDigits('16'));
    const accepted: string[] = [];
    let next = 0;
    let killed: Promise<unknown> | null = null;
    const write = async (customer: string): Promise<boolean> => {
      const act = await tenant.customerWrites(customer, { text: `from ${customer}` }).catch(() => null);
      return act?.callbacks[0]?.status === 200;
    };
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let customer = customers[next++]; customer !== undefined; customer = customers[next++]) {
          if (next >= KILL_AFTER) killed ??= killDuring(system, 'inbound');
          if (await write(customer)) accepted.push(customer);
        }
      }),
    );
    await killed;
    const senders = accepted.map((customer) => `+${customer}`);
    console.log(`${system.form}: ${WRITES} provider webhooks, ${accepted.length} answered 200`);
    expect(accepted.length).toBeGreaterThan(0);
    const stored = await pollUntil(() => listAll<{ peer: string }>(tenant, '/conversations').catch(() => null), {
      what: () => 'inbound to answer again',
    });
    for (const sender of senders) expect(stored.filter(({ peer }) => peer === sender)).toHaveLength(1);
    // A message whose answer was lost may be stored as well: only those that were answered 200 are expected.
    // A delivery whose answer was lost is repeated, so webhooks are counted by sender.
    await pollUntil(
      async () => {
        const reported = new Set((await eventDataOf(tenant, 'message.received')).map(({ from }) => from));
        return senders.every((sender) => reported.has(sender)) || null;
      },
      { deadlineMs: TAKEOVER_MS, what: () => `a webhook of each of ${senders.length} senders` },
    );
  });
}
