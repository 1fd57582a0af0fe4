import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import type { LinkedDevice } from '../../support/channels/linked-devices.ts';
import { type DeviceLoad, expectAllCarried, startDeviceLoad, untilAllBack } from '../../support/load/device-load.ts';
import type { FaultCluster, FaultTenant } from '../../support/load/fault-cluster.ts';

/** Messages each way before a fault and after it. */
export const BETWEEN = 25;
/** Timeout without any progress. Generous: the bench measures the actual time. */
export const BACK_WITHIN_MS = 120_000;

/** A tenant with linked devices, on a system that a test can harm. */
export interface Fleet {
  cluster: FaultCluster;
  tenant: FaultTenant;
  devices: LinkedDevice[];
}

/**
 * Causes a fault under load, and checks that nothing is lost, sent or reported twice. `harm` returns a description of
 * the fault.
 */
export async function underLoad(
  { cluster, tenant, devices }: Fleet,
  harm: (load: DeviceLoad) => Promise<string>,
  paceMs?: number,
): Promise<void> {
  // The previous test may have failed while devices were disconnected.
  await untilAllBack(cluster, devices, Date.now(), BACK_WITHIN_MS);
  const load = await startDeviceLoad(cluster, tenant, devices, { paceMs });
  await load.untilMore(BETWEEN);
  const fault = await harm(load);
  await load.untilMore(BETWEEN);
  await expectAllCarried(cluster, tenant, devices, load, fault);
  // libsignal prints sessions; the output must not contain them.
  expect(cluster.system.output()).not.toMatch(/privKey|SessionEntry|Closing session|wa\.me\/settings/);
}

interface Worker {
  workerId: string;
  pid: number;
  held: number;
}

/** The process id in the name of a worker of services/pairing. */
function pidOf(workerId: string): number {
  const [, pid] = /^pairing-(\d+)-/.exec(workerId) ?? [];
  if (pid === undefined) throw new Error(`${workerId} names no process.`);
  return Number(pid);
}

/** The process that holds the most devices: a replica of services/pairing, or the whole one-machine form. */
export const busiestWorker = ({ system, rows }: FaultCluster): Promise<Worker> =>
  pollUntil(
    async () => {
      const [most] = await rows<{ workerId: string; held: number }>(
        `SELECT worker_id AS "workerId", count(*)::int AS held FROM devices WHERE lease_until > now()
          GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1`,
      );
      if (!most) return null;
      const running = await system.processes(system.form === 'cluster' ? 'pairing' : 'parley');
      const found = running.find(({ pid }) => system.form === 'one-machine' || pid === pidOf(most.workerId));
      return found ? { ...most, pid: found.pid } : null;
    },
    { what: () => 'a running worker to hold devices' },
  );

/** The process of services/pairing that took a device last, excluding these. */
export const nextPairingProcess = ({ rows }: FaultCluster, ended: ReadonlySet<number>): Promise<number> =>
  pollUntil(
    async () => {
      const [row] = await rows<{ worker_id: string }>(
        'SELECT worker_id FROM devices WHERE lease_until > now() GROUP BY 1 ORDER BY max(lease_token) DESC LIMIT 1',
      );
      const pid = row ? pidOf(row.worker_id) : null;
      return pid === null || ended.has(pid) ? null : pid;
    },
    { deadlineMs: BACK_WITHIN_MS, what: () => 'the next process to hold devices' },
  );

/** The newest login of each device. */
async function newestLogins({ system }: FaultCluster): Promise<Map<string, unknown>> {
  const { devices } = await system.sandbox.devices.devices();
  return new Map(devices.map(({ id, logins }) => [id, logins.at(-1)?.socket]));
}

/** Watches which devices log in again from now on. They may be disconnected too briefly to be seen. */
export async function watchLogins(cluster: FaultCluster, devices: readonly LinkedDevice[]) {
  const before = await newestLogins(cluster);
  const countAgain = async (): Promise<number> => {
    const now = await newestLogins(cluster);
    return devices.filter(({ deviceId }) => now.get(deviceId) !== before.get(deviceId)).length;
  };
  return {
    countAgain,
    /** `withinMs`: timeout without any progress. */
    async untilAgain(count: number, withinMs = BACK_WITHIN_MS): Promise<void> {
      let again = 0;
      await pollUntil(
        async () => {
          again = await countAgain();
          return again >= count || null;
        },
        {
          deadlineMs: withinMs,
          everyMs: 100,
          progress: () => again,
          what: () => `${count} devices to log in again; ${again} have`,
        },
      );
    },
  };
}
