import { pollUntil } from '@parley/testing/poll-until';
import { WebSocket } from 'undici';
import { expect, test } from 'vitest';
import { uniqueDigits } from '../../support/client.ts';
import { type DeviceLoad, expectAllCarried, startDeviceLoad, untilAllBack } from '../../support/device-load.ts';
import { type FaultCluster, type FaultTenant, makeFaultTenant } from '../../support/fault-cluster.ts';
import { expectAllDelivered, startLoad } from '../../support/fault-load.ts';
import { type LinkedDevice, linkDevices } from '../../support/linked-devices.ts';
import type { GetCluster } from './get-cluster.ts';

/** A send crosses two services and the network. A lost answer is replaced by the receipt, once the device is connected again. */
export const DEVICE_VARIABLES = { PARLEY_PROVIDER_TIMEOUT_MS: '5000', PARLEY_CONFIRM_WAIT_SECONDS: '15' };

const DEVICES = 50;
const BETWEEN = 25;
/** Generous: the bench measures how long it takes. */
const BACK_WITHIN_MS = 120_000;
const CUT_MS = 120_000;
/** Slow: everything written during the cut waits at the network. */
const CUT_PACE_MS = 300;

interface Fleet {
  tenant: FaultTenant;
  devices: LinkedDevice[];
}

let fleet: Fleet | undefined;

/** One tenant with devices for all tests of a file: linking takes most of the time. */
async function fleetOf(cluster: FaultCluster): Promise<Fleet> {
  if (fleet) return fleet;
  const tenant = await makeFaultTenant(cluster, 1, ['wd']);
  fleet = { tenant, devices: await linkDevices(cluster.system, tenant, DEVICES) };
  return fleet;
}

async function underLoad(
  cluster: FaultCluster,
  harm: (load: DeviceLoad, fleet: Fleet) => Promise<string>,
  paceMs?: number,
): Promise<void> {
  const { tenant, devices } = await fleetOf(cluster);
  const load = await startDeviceLoad(cluster, tenant, devices, { paceMs });
  await load.untilMore(BETWEEN);
  const fault = await harm(load, { tenant, devices });
  await load.untilMore(BETWEEN);
  await expectAllCarried(cluster, tenant, devices, load, fault);
  // libsignal prints sessions: the output must not hold them.
  expect(cluster.system.output()).not.toMatch(/privKey|SessionEntry|Closing session|wa\.me\/settings/);
}

/** The process of services/pairing that holds the most devices, and how many. */
async function busiestWorker({ system, rows }: FaultCluster): Promise<{ pid: number; held: number }> {
  const processes = await system.processes(system.form === 'cluster' ? 'pairing' : 'parley');
  const held = await rows<{ worker_id: string; count: number }>(
    'SELECT worker_id, count(*)::int AS count FROM devices WHERE lease_until > now() GROUP BY 1 ORDER BY 2 DESC',
  );
  const [most] = held;
  const [only] = processes;
  if (!most || !only) throw new Error('No worker holds a device.');
  if (processes.length === 1) return { pid: only.pid, held: most.count };
  const pid = Number(/^pairing-(\d+)-/.exec(most.worker_id)?.[1]);
  if (!processes.some((one) => one.pid === pid)) throw new Error(`${most.worker_id} does not run.`);
  return { pid, held: most.count };
}

/** The process that holds devices now. */
async function pairingProcess({ rows }: FaultCluster): Promise<number> {
  const [row] = await rows<{ worker_id: string }>(
    'SELECT worker_id FROM devices WHERE lease_until > now() GROUP BY 1 ORDER BY max(lease_token) DESC LIMIT 1',
  );
  return Number(/^pairing-(\d+)-/.exec(row?.worker_id ?? '')?.[1] ?? 0);
}

const untilSomeAreGone = (cluster: FaultCluster): Promise<true> =>
  pollUntil(
    async () =>
      (await cluster.system.sandbox.devices.devices()).devices.some(({ connected }) => connected === 0) || null,
    {
      deadlineMs: BACK_WITHIN_MS,
      everyMs: 50,
      what: () => 'sockets to be gone',
    },
  );

/** Kills the worker with the most of 50 devices under load. */
export function killedWorker(getCluster: GetCluster): void {
  test('kill -9 of the worker with the most of 50 devices under load: no message is lost or reported twice, and all devices connect again', {
    timeout: 300_000,
  }, async () => {
    const cluster = getCluster();
    await underLoad(cluster, async (_, { devices }) => {
      const { pid, held } = await busiestWorker(cluster);
      const killedAt = Date.now();
      process.kill(pid, 'SIGKILL');
      if (cluster.form === 'one-machine') await cluster.system.restart();
      else await untilSomeAreGone(cluster);
      const backMs = await untilAllBack(cluster, devices, killedAt, BACK_WITHIN_MS);
      return `worker with ${held} devices killed, all back after ${backMs} ms`;
    });
  });
}

/** Throws an uncaught error inside the process through Node's debugger, as a fault of the client library does. */
async function throwInside({ system }: FaultCluster, pid: number): Promise<void> {
  const address = () =>
    /Debugger listening on (ws:\S+)(?![\s\S]*Debugger listening)/.exec(system.output())?.[1] ?? null;
  const before = address();
  process.kill(pid, 'SIGUSR1');
  const url = await pollUntil(() => (address() === before ? null : address()), {
    what: () => 'the debugger',
  });
  const debug = new WebSocket(url);
  const expression = `setTimeout(() => { throw new Error('a fault inside the library'); })`;
  debug.onopen = () => debug.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
  // A process with an attached debugger does not end.
  await new Promise((resolve) => {
    debug.onmessage = resolve;
    debug.onclose = resolve;
  });
  debug.close();
}

const ENDS = ['SIGKILL', 'exception', 'SIGKILL', 'exception'] as const;

/** Ends the process of linked devices again and again, beside a tenant without devices. */
export function endedPairing(getCluster: GetCluster): void {
  test('the process of linked devices killed, and ended by an error inside it, again and again under load: everything else goes on, no message is lost or reported twice', {
    timeout: 600_000,
  }, async () => {
    const cluster = getCluster();
    const other = await makeFaultTenant(cluster, 1, ['wa']);
    const beside = startLoad(cluster, other);
    const [parley] = await cluster.system.processes('parley');
    const ended = new Set<number>();
    await underLoad(cluster, async (load, { devices }) => {
      const backMs: number[] = [];
      for (const how of ENDS) {
        const pid = await pollUntil(() => pairingProcess(cluster).then((found) => (ended.has(found) ? null : found)), {
          deadlineMs: BACK_WITHIN_MS,
          what: () => 'the next process to hold devices',
        });
        ended.add(pid);
        const endedAt = Date.now();
        if (how === 'SIGKILL') process.kill(pid, how);
        else await throwInside(cluster, pid);
        for (let n = 0; n < 5; n++) {
          const body = {
            channel: 'wa',
            to: uniqueDigits('17'),
            template: { name: 'order_update', variables: ['a', 'b'] },
          };
          expect((await other.post('send', body)).status).toBe(200);
        }
        await untilSomeAreGone(cluster);
        backMs.push(await untilAllBack(cluster, devices, endedAt, BACK_WITHIN_MS));
        await load.untilMore(BETWEEN);
      }
      return `${ENDS.length} times the process of linked devices ended, all back after ${backMs.join(', ')} ms`;
    });
    await beside.untilMore(BETWEEN);
    await expectAllDelivered(cluster, other, beside, {
      fault: 'beside linked devices',
      mostDuplicates: 0,
      withinMs: 90_000,
    });
    expect(beside.refused()).toBe(0);
    expect(ended.size).toBe(ENDS.length);
    expect(await cluster.system.processes('parley')).toEqual([parley]);
  });
}

/** Freezes a worker past its leases and wakes it. */
export function frozenWorker(getCluster: GetCluster): void {
  test('a worker frozen past its leases and woken under load: one socket a device at all times, no message is lost or reported twice', {
    timeout: 300_000,
  }, async () => {
    const cluster = getCluster();
    await underLoad(cluster, async (load, { devices }) => {
      const { pid, held } = await busiestWorker(cluster);
      const before = new Map(
        (await cluster.system.sandbox.devices.devices()).devices.map(({ id, logins }) => [id, logins.length]),
      );
      const frozenAt = Date.now();
      process.kill(pid, 'SIGSTOP');
      const moved = async (): Promise<LinkedDevice[]> => {
        const now = new Map(
          (await cluster.system.sandbox.devices.devices()).devices.map(({ id, logins }) => [id, logins.length]),
        );
        return devices.filter(({ deviceId }) => now.get(deviceId) !== before.get(deviceId));
      };
      try {
        // The network does not notice a frozen process: its sockets are marked dead there, and the woken process must not open them again.
        const [stuck] = await cluster.rows<{ ids: string[] }>(
          `SELECT array_agg(ltrim(phone, '+') || ':1') AS ids FROM devices
            WHERE worker_id = (SELECT worker_id FROM devices WHERE lease_until > now() GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)`,
        );
        for (const id of stuck?.ids ?? []) await cluster.system.sandbox.devices.freeze(id, 'hard');
        await pollUntil(async () => (await moved()).length >= held || null, {
          deadlineMs: 60_000,
          everyMs: 100,
          what: () => 'the devices of a frozen worker to be taken over',
        });
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      const backMs = await untilAllBack(cluster, devices, frozenAt, BACK_WITHIN_MS);
      const movedBefore = (await moved()).length;
      await load.untilMore(BETWEEN);
      expect((await moved()).length).toBe(movedBefore);
      return `worker with ${held} devices frozen, all taken over after ${backMs} ms, then awakened`;
    });
  });
}

/** Stops and starts PostgreSQL under load. */
export function databaseRestarts(getCluster: GetCluster): void {
  test('PostgreSQL stopped cleanly and by kill -9 under load: devices stay linked, no message is lost or reported twice', {
    timeout: 300_000,
  }, async () => {
    const cluster = getCluster();
    await underLoad(cluster, async (load, { devices }) => {
      const startedAt = Date.now();
      for (const how of ['fast', 'crash'] as const) {
        await cluster.postgres.end(how);
        await cluster.postgres.start();
        await load.untilMore(BETWEEN);
      }
      const backMs = await untilAllBack(cluster, devices, startedAt, BACK_WITHIN_MS);
      return `PostgreSQL restarted twice in ${backMs} ms`;
    });
  });
}

/** Cuts the network of linked devices for two minutes. */
export function cutNetwork(getCluster: GetCluster): void {
  test('the network cut for two minutes under load: no event reports it, all devices connect again, no message is lost or reported twice', {
    timeout: 600_000,
  }, async () => {
    const cluster = getCluster();
    await underLoad(
      cluster,
      async (_, { devices }) => {
        const cutAt = Date.now();
        await cluster.system.sandbox.devices.cut(CUT_MS);
        await untilSomeAreGone(cluster);
        const backMs = await untilAllBack(cluster, devices, cutAt + CUT_MS, CUT_MS + BACK_WITHIN_MS);
        return `network cut for ${CUT_MS} ms, all back ${backMs} ms after it`;
      },
      CUT_PACE_MS,
    );
  });
}
