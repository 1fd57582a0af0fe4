import { pollUntil } from '@parley/testing/poll-until';
import { tier } from '@parley/testing/tier';
import { WebSocket } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkDevices } from '../../support/channels/linked-devices.ts';
import { untilAllBack } from '../../support/load/device-load.ts';
import { FAULT_TEST_MS, type FaultCluster, makeFaultTenant } from '../../support/load/fault-cluster.ts';
import { expectAllDelivered, startLoad } from '../../support/load/fault-load.ts';
import type { Form } from '../../support/system/system.ts';
import { uniqueDigits } from '../../support/tenants/client.ts';
import {
  BACK_WITHIN_MS,
  BETWEEN,
  busiestWorker,
  type Fleet,
  nextPairingProcess,
  underLoad,
  watchLogins,
} from './device-fleet.ts';
import type { GetCluster } from './get-cluster.ts';

const DEVICES = tier === 'short' ? 12 : 50;
const LINKED_WITHIN_MS = 240_000;
const CUT_SECONDS = tier === 'short' ? 40 : 120;
/** Slow: every message written during the cut waits at the network. */
const CUT_PACE_MS = 300;

type GetFleet = () => Fleet;

/** Kills the worker with the most devices under load. */
function killedWorker(getFleet: GetFleet): void {
  test(`kill -9 of the worker with the most of ${DEVICES} devices under load: no message is lost or reported twice, and all devices connect again`, {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const fleet = getFleet();
    const { cluster, devices } = fleet;
    await underLoad(fleet, async () => {
      const { pid, held } = await busiestWorker(cluster);
      const logins = await watchLogins(cluster, devices);
      const killedAt = Date.now();
      process.kill(pid, 'SIGKILL');
      if (cluster.form === 'one-machine') await cluster.system.restart();
      await logins.untilAgain(held);
      const backMs = await untilAllBack(cluster, devices, killedAt, BACK_WITHIN_MS);
      return `worker with ${held} devices killed, all back after ${backMs} ms`;
    });
  });
}

/** Throws an uncaught error inside the process through Node's debugger, like a fault of the client library. */
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

const EVERY_END = ['SIGKILL', 'exception', 'SIGKILL', 'exception'] as const;
const ENDS = tier === 'short' ? EVERY_END.slice(0, 2) : EVERY_END;

/** Ends the process of linked devices repeatedly, while a tenant without devices works as well. */
function endedPairing(getFleet: GetFleet): void {
  test('while the process of linked devices is repeatedly killed, or ended by an error inside it, under load, everything else continues, and no message is lost or reported twice', {
    timeout: 2 * FAULT_TEST_MS,
  }, async () => {
    const fleet = getFleet();
    const { cluster, devices } = fleet;
    const other = await makeFaultTenant(cluster, 1, ['wa']);
    const [parley] = await cluster.system.processes('parley');
    const ended = new Set<number>();
    const beside = startLoad(cluster, other);
    await underLoad(fleet, async (load) => {
      const backMs: number[] = [];
      for (const how of ENDS) {
        const pid = await nextPairingProcess(cluster, ended);
        ended.add(pid);
        const logins = await watchLogins(cluster, devices);
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
        await logins.untilAgain(devices.length);
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
function frozenWorker(getFleet: GetFleet): void {
  test('a worker frozen past its leases and woken under load: one socket a device at all times, no message is lost or reported twice', {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const fleet = getFleet();
    const { cluster, devices } = fleet;
    await underLoad(fleet, async (load) => {
      const { workerId, pid, held } = await busiestWorker(cluster);
      const logins = await watchLogins(cluster, devices);
      const frozenAt = Date.now();
      process.kill(pid, 'SIGSTOP');
      try {
        // The network does not notice a frozen process: its sockets are marked dead there, and the woken process must
        // not reopen them.
        const stuck = await cluster.rows<{ id: string }>(
          `SELECT ltrim(phone, '+') || ':1' AS id FROM devices WHERE worker_id = $1`,
          [workerId],
        );
        for (const { id } of stuck) await cluster.system.sandbox.devices.freeze(id, 'hard');
        await logins.untilAgain(held);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      const backMs = await untilAllBack(cluster, devices, frozenAt, BACK_WITHIN_MS);
      const again = await watchLogins(cluster, devices);
      await load.untilMore(BETWEEN);
      expect(await again.countAgain()).toBe(0);
      return `worker with ${held} devices frozen, all taken over after ${backMs} ms, then awakened`;
    });
  });
}

/** Stops and starts PostgreSQL under load. */
function databaseRestarts(getFleet: GetFleet): void {
  test('PostgreSQL stopped cleanly and by kill -9 under load: devices stay linked, no message is lost or reported twice', {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const fleet = getFleet();
    const { cluster, devices } = fleet;
    await underLoad(fleet, async (load) => {
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

/** Cuts the network of linked devices. */
function cutNetwork(getFleet: GetFleet): void {
  test(`the network cut for ${CUT_SECONDS} s under load: no event reports it, all devices connect again, no message is lost or reported twice`, {
    timeout: 2 * FAULT_TEST_MS,
  }, async () => {
    const fleet = getFleet();
    const { cluster, devices } = fleet;
    await underLoad(
      fleet,
      async () => {
        const cutMs = CUT_SECONDS * 1000;
        const logins = await watchLogins(cluster, devices);
        const endsAt = Date.now() + cutMs;
        await cluster.system.sandbox.devices.cut(cutMs);
        await logins.untilAgain(devices.length, cutMs + BACK_WITHIN_MS);
        const backMs = await untilAllBack(cluster, devices, endsAt, BACK_WITHIN_MS);
        return `network cut for ${cutMs} ms, all back ${backMs} ms after it`;
      },
      CUT_PACE_MS,
    );
  });
}

/** The forms react differently to a lost process: another worker takes over, or the parent restarts it. */
const OF_FORM: Record<Form, readonly ((getFleet: GetFleet) => void)[]> = {
  cluster: [killedWorker, frozenWorker, databaseRestarts],
  'one-machine': [killedWorker, endedPairing, cutNetwork],
};

/** Faults around the linked devices of one tenant, linked before the first of them. */
export function deviceFaults(getCluster: GetCluster, form: Form): void {
  describe('linked devices', () => {
    let fleet: Fleet | undefined;
    beforeAll(async () => {
      const cluster = getCluster();
      await cluster.system.ready();
      const tenant = await makeFaultTenant(cluster, 1, ['wd']);
      fleet = { cluster, tenant, devices: await linkDevices(cluster.system, tenant, DEVICES) };
    }, LINKED_WITHIN_MS);
    const getFleet: GetFleet = () => {
      if (!fleet) throw new Error('No devices are linked.');
      return fleet;
    };
    for (const suite of OF_FORM[form]) suite(getFleet);
  });
}
