import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import { accountOf } from '../channels/comments.ts';
import { connectPage } from '../channels/connect-channels.ts';
import { type LinkedDevice, linkDevices } from '../channels/linked-devices.ts';
import { readSends } from '../channels/read-sends.ts';
import { uniqueDigits } from '../tenants/client.ts';
import { type DeviceLoad, startDeviceLoad } from './device-load.ts';
import { type FaultCluster, type FaultTenant, makeFaultTenant } from './fault-cluster.ts';
import { type Load, startLoad, untilReady } from './fault-load.ts';
import { makeTraffic } from './make-traffic.ts';

/** Traffic of every kind at once: sends, provider webhooks, comments, linked devices. */
export interface MixedLoad {
  devices: DeviceLoad;
  /** Provider webhooks and comments that were answered 200, and messages to devices. */
  all: Load;
  /** Recipients of sends, by the final answer to the caller. */
  recipients: { accepted: string[]; unknown: string[] };
  comments(): number;
  /** Stops all kinds at once: one that continued while another waits for its last outcome would only add work. */
  stop(): Promise<void>;
}

export interface MixedTenant {
  tenant: FaultTenant;
  devices: LinkedDevice[];
  /** Starts traffic of every kind. */
  start(): Promise<MixedLoad>;
}

const DEVICES = 4;
const WRITERS = 3;
const SENDERS = 5;
const CHANNELS = ['wa', 'fb', 'ig', 'wd'];
const EVENTS = ['message.received', 'message.sent', 'comment.received'];
/** Timeout without any progress. */
const WITHIN_MS = 120_000;
const DEVICE_PACE_MS = 150;
const TEMPLATE = { name: 'order_update', variables: ['a', 'b'] };

/** A tenant with a number, a page with its Instagram account, linked devices, and one key with every event. */
export async function makeMixedTenant(cluster: FaultCluster): Promise<MixedTenant> {
  const { system } = cluster;
  const tenant = await makeFaultTenant(cluster, 1, CHANNELS, EVENTS);
  const page = await connectPage(system, tenant);
  const devices = await linkDevices(system, tenant, DEVICES);

  async function start(): Promise<MixedLoad> {
    const written = startLoad(cluster, tenant, { writers: WRITERS });
    const carried = await startDeviceLoad(cluster, tenant, devices, { paceMs: DEVICE_PACE_MS });
    const recipients: MixedLoad['recipients'] = { accepted: [], unknown: [] };
    const sent: string[] = [];
    const comments: string[] = [];
    const run = uniqueDigits('comment');
    let turn = 0;
    const open = new Set<string>();
    const traffic = makeTraffic(() => `sends to ${[...open].join(', ')}`);

    /** Sends with the same key until the outcome is final, even after the load has stopped. */
    async function send(): Promise<void> {
      while (!traffic.isStopping()) {
        const to = uniqueDigits('17');
        open.add(to);
        const final = await traffic.retry(async () => {
          const body = { channel: 'wa', to, template: TEMPLATE };
          const answer = await tenant.post('send', body, { 'idempotency-key': `key-${to}` }).catch(() => null);
          return answer?.status === 200 || answer?.headers['idempotency-replayed'] === 'true' ? answer : null;
        }, 100);
        if (final === null) return;
        open.delete(to);
        (final.status === 200 ? recipients.accepted : recipients.unknown).push(to);
        if (final.status === 200) sent.push(String(final.body.message_id));
      }
    }

    async function comment(): Promise<void> {
      while (!traffic.isStopping()) {
        const channel = turn % 2 === 0 ? 'fb' : 'ig';
        const text = `${run}-${++turn}`;
        const given = { account: accountOf(page, channel), text, name: 'Jane Roe', username: 'jane.roe' };
        const written = await system.sandbox
          .profile(channel)
          .customerComments(uniqueDigits('24'), given)
          .catch(() => null);
        if (written?.callbacks[0]?.status === 200) comments.push(text);
        else await untilReady(system, traffic);
      }
    }

    traffic.start([...Array.from({ length: SENDERS }, send), comment()]);
    const stop = async (): Promise<void> => {
      await Promise.all([written.stop(), traffic.stop(), carried.stop()]);
    };
    const accepted = (): string[] => [...written.accepted(), ...comments];
    return {
      devices: carried,
      recipients,
      comments: () => comments.length,
      stop,
      all: {
        ...written,
        accepted,
        sent: () => sent,
        async untilMore(count) {
          const total = (): number => accepted().length + sent.length + carried.written() + carried.sent();
          const goal = total() + count;
          await pollUntil(() => total() >= goal || null, {
            deadlineMs: WITHIN_MS,
            everyMs: 5,
            progress: total,
            what: () => `${goal} accepted, ${total()} are; is the system back?`,
          });
        },
        stop,
      },
    };
  }
  return { tenant, devices, start };
}

/**
 * Asserts that the answers to sends match the provider's messages: each accepted send once, none twice. A send that got
 * 504 may have arrived too, because its evidence could not reach a system that was down. The balance is the ledger's
 * sum, and each accepted send cost its price once.
 */
export async function expectSentOnce(
  { system, rows }: FaultCluster,
  { tenant }: MixedTenant,
  load: MixedLoad,
): Promise<{ atProvider: number; unknownThere: number }> {
  const sends = await readSends(system, { channel: 'wa', account: tenant.phoneNumberId });
  const { accepted, unknown } = load.recipients;
  const mine = new Set([...accepted, ...unknown]);
  const got = sends.map(({ to }) => to).filter((to) => mine.has(to));
  const there = new Set<string>();
  const repeated = got.filter((to) => there.size === there.add(to).size);
  expect(repeated).toEqual([]);
  expect(accepted.filter((to) => !there.has(to))).toEqual([]);
  const [sums] = await rows<{ balance: string; ledger: string }>(
    `SELECT balance::text AS balance, (SELECT sum(amount)::text FROM credit_ledger c WHERE c.tenant_id = t.id) AS ledger
       FROM tenants t WHERE slug = $1`,
    [tenant.slug],
  );
  expect(Number(sums?.balance)).toBe(Number(sums?.ledger));
  const charged = await rows<{ message_id: string; cost: string }>(
    `SELECT message_id::text, (-sum(amount))::text AS cost FROM credit_ledger
      WHERE message_id IS NOT NULL AND tenant_id = (SELECT id FROM tenants WHERE slug = $1) GROUP BY 1 HAVING sum(amount) <> 0`,
    [tenant.slug],
  );
  expect(charged.filter(({ cost }) => Number(cost) !== 1)).toEqual([]);
  const paid = new Set(charged.map(({ message_id: id }) => id));
  expect(load.all.sent().filter((id) => !paid.has(id))).toEqual([]);
  const { accepted: carried, unknown: lost } = load.devices.texts;
  expect(paid.size).toBeGreaterThanOrEqual(accepted.length + carried.length);
  // Evidence of a send that was answered 504 may have arrived.
  expect(paid.size).toBeLessThanOrEqual(accepted.length + unknown.length + carried.length + lost.length);
  return { atProvider: got.length, unknownThere: unknown.filter((to) => there.has(to)).length };
}
