import { retryWhileAway } from '@parley/database/retry-while-away';
import type { LogEventAt } from '@parley/runtime/log-event-catalogue';
import { type Clocks, type LeaseTimes, makeLeaseClock } from '../domain/device-lease.ts';
import { devicesToTake } from '../domain/device-share.ts';
import type { ClaimedDevice, LeaseStore } from '../storage/lease-store.ts';
import { type DeviceRunner, makeRunner, type RunnerDeps } from './device-runner.ts';

export interface HoldDevicesDeps {
  leases: LeaseStore;
  runner: Omit<RunnerDeps, 'confirmLease'>;
  times: LeaseTimes;
  clocks: Clocks;
  /** The number of devices claimed in one round. */
  claimBatch: number;
  report(event: LogEventAt<'warn'>, error: unknown, sentence: string): void;
  onLeaseLost(deviceId: number): void;
  /** Announces that devices were released: other workers may claim them. */
  announceFree(): void;
  now(): Date;
}

const EXPIRED_BATCH = 50;
/**
 * How long a worker must be absent before its devices are taken: by then a worker whose connection only broke has
 * acquired its lock again, or has closed its sockets.
 */
const GONE_FOR_MS = 500;
/** Delay between the first connections of claimed devices, and its maximum. */
const SPREAD_A_DEVICE_MS = 30;
const MAX_SPREAD_MS = 1500;

export type DeviceRegistry = ReturnType<typeof makeDeviceRegistry>;

/**
 * The devices that this worker holds. A lease is renewed well before it ends, and released by the worker's own clocks
 * before another worker can take it. The devices of a dead worker are taken over at once, those of a frozen one when
 * their leases end; each worker takes its share.
 */
export function makeDeviceRegistry({ leases, times, clocks, report, ...deps }: HoldDevicesDeps) {
  const { goneForMs = GONE_FOR_MS } = times;
  const runners = new Map<number, DeviceRunner>();
  const goneSince = new Map<number, number>();
  let isStopping = false;
  /** Whether this worker has lost its presence lock: devices claimed now could be taken by others at once. */
  let isCutOff = false;
  const mayTake = (): boolean => !isStopping && !isCutOff;

  const clockOf = () => makeLeaseClock(times, clocks);

  function hold(
    { lease, device }: ClaimedDevice,
    askedAt: ReturnType<ReturnType<typeof clockOf>['read']>,
  ): DeviceRunner {
    const clock = clockOf();
    clock.renewed(askedAt);
    const confirmLease: RunnerDeps['confirmLease'] = async (given) => {
      const at = clock.read();
      const isOurs = (await leases.renew([given])).has(given.deviceId);
      if (isOurs) clock.renewed(at);
      return isOurs;
    };
    runners.get(device.id)?.drop();
    const runner = makeRunner({ ...deps.runner, confirmLease }, lease, clock, device);
    runners.set(device.id, runner);
    runner.onBack(() => {
      for (const other of runners.values()) if (other !== runner) other.hurry();
    });
    runner.onGone(() => {
      if (runners.get(device.id) === runner) runners.delete(device.id);
      if (!isStopping) deps.onLeaseLost(device.id);
    });
    return runner;
  }

  /** Releases devices that no longer need a socket. */
  async function letGo(idle: readonly DeviceRunner[]): Promise<void> {
    if (idle.length === 0) return;
    await Promise.all(idle.map((runner) => runner.stop()));
    for (const runner of idle) if (runners.get(runner.lease.deviceId) === runner) runners.delete(runner.lease.deviceId);
    await leases.release(idle.map(({ lease }) => lease));
  }

  /** Closes devices whose lease has ended by this worker's own clocks, so that it works without the database too. */
  function dropStale(): void {
    for (const runner of [...runners.values()]) if (!runner.clock.isGood()) runner.drop();
  }

  async function renewAll(): Promise<void> {
    dropStale();
    const held = [...runners.values()];
    const askedAt = { monotonicMs: clocks.monotonicMs(), wallMs: clocks.wallMs() };
    const ours = await leases.renew(held.map(({ lease }) => lease));
    for (const runner of held) {
      if (ours.has(runner.lease.deviceId)) runner.clock.renewed(askedAt);
      else runner.drop();
    }
  }

  /** Ends expired sessions and releases idle devices. Separate from renewals, which must not be delayed. */
  async function tidy(): Promise<void> {
    const held = [...runners.values()].filter((runner) => runner.isHeld());
    const now = deps.now();
    for (const runner of held) {
      const { isPaired, expiresAt } = runner.device().state;
      if (!isPaired && expiresAt <= now) await runner.handle({ kind: 'checked' });
    }
    await letGo(held.filter((runner) => runner.isHeld() && !runner.isWanted() && !runner.isBusy()));
  }

  async function takeUpTo(room: number): Promise<void> {
    const askedAt = { monotonicMs: clocks.monotonicMs(), wallMs: clocks.wallMs() };
    const taken = await leases.claimWanted(room);
    if (!mayTake()) return leases.release(taken.map(({ lease }) => lease));
    const spreadMs = Math.min(MAX_SPREAD_MS, taken.length * SPREAD_A_DEVICE_MS);
    for (const claimed of taken) hold(claimed, askedAt).start(spreadMs);
  }

  /**
   * Claims this worker's share; returns true while devices of a frozen worker may become free without a notification.
   */
  async function takeOver(): Promise<boolean> {
    const share = await leases.beat();
    if (!mayTake()) return true;
    const mine = [...runners.values()].filter((runner) => runner.isWanted()).length;
    const room = devicesToTake(share, mine, deps.claimBatch);
    if (room > 0) await takeUpTo(room);
    return share.workers > 1 || share.wanted > mine;
  }

  /** Releases the devices of workers that were killed or lost the database. */
  async function freeFromGone(): Promise<void> {
    if (!mayTake()) return goneSince.clear();
    const gone = new Set(await leases.findGone());
    const now = clocks.monotonicMs();
    for (const number of goneSince.keys()) if (!gone.has(number)) goneSince.delete(number);
    for (const number of gone) if (!goneSince.has(number)) goneSince.set(number, now);
    const dead = [...gone].filter((number) => now - (goneSince.get(number) ?? now) >= goneForMs);
    if (dead.length > 0 && mayTake() && (await leases.bury(dead)) > 0) deps.announceFree();
  }

  async function expire(): Promise<boolean> {
    await tidy();
    if (!mayTake()) return false;
    const askedAt = { monotonicMs: clocks.monotonicMs(), wallMs: clocks.wallMs() };
    const over = (await leases.claimExpired(EXPIRED_BATCH)).map((claimed) => hold(claimed, askedAt));
    for (const runner of over) await runner.handle({ kind: 'checked' });
    await letGo(over);
    return over.length === EXPIRED_BATCH;
  }

  return {
    dropStale,
    renewAll,
    takeOver,
    freeFromGone,
    expire,
    /** Closes all sockets, because other workers may take the devices from now on. */
    cutOff(): void {
      isCutOff = true;
      for (const runner of [...runners.values()]) runner.drop();
    },
    /** The presence lock is held again: confirms which leases this worker still holds. */
    async back(): Promise<void> {
      isCutOff = false;
      goneSince.clear();
      await retryWhileAway(renewAll, mayTake);
      // Devices that became free in the meantime may be waiting for this worker.
      deps.announceFree();
    },
    /** The runner of a device that is held here, or null. */
    find(deviceId: number): DeviceRunner | null {
      const runner = isStopping ? undefined : runners.get(deviceId);
      return runner?.isHeld() ? runner : null;
    },
    /** Claims one free device; null when another worker holds it. */
    async take(deviceId: number): Promise<DeviceRunner | null> {
      if (!mayTake()) return null;
      const askedAt = { monotonicMs: clocks.monotonicMs(), wallMs: clocks.wallMs() };
      const claimed = await leases.claimOne(deviceId);
      if (!claimed) return null;
      if (!mayTake()) {
        await leases.release([claimed.lease]);
        return null;
      }
      const runner = hold(claimed, askedAt);
      runner.start(0);
      return runner;
    },
    count: (): number => runners.size,
    /** Closes all devices, then releases their leases, so that other workers can connect at once. */
    async stop(): Promise<void> {
      isStopping = true;
      await leases
        .leave()
        .catch((error: unknown) =>
          report('pairing-worker.leave-failed', error, 'A worker could not remove itself from the list.'),
        );
      const all = [...runners.values()];
      await Promise.all(all.map((runner) => runner.stop()));
      runners.clear();
      await leases
        .release(all.map(({ lease }) => lease))
        .catch((error: unknown) =>
          report('device-leases.release-failed', error, 'Leases could not be released; they end by themselves.'),
        );
      deps.announceFree();
    },
  };
}
