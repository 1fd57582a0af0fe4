import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import { isDatabaseUnavailable } from '@parley/database/sql';
import type { LogEventAt } from '@parley/runtime/log-event-catalogue';
import type { CloseReason } from '../domain/close-reason.ts';
import { type DeviceLease, type LeaseClock, LeaseLost } from '../domain/device-lease.ts';
import type { DeviceAuth, DeviceNetwork, HealthSignal, SetAside } from '../domain/device-network.ts';
import { advance, type DeviceEffect, type DeviceEvent, REPLACED_GRACE_MS, WANTED } from '../domain/device-state.ts';
import type { LinkedDevice } from '../domain/linked-device.ts';
import type { SendStore } from '../storage/send-store.ts';
import type { SaveStep } from '../storage/step-store.ts';
import { makeConnection } from './device-connection.ts';
import type { Gate } from './gate.ts';
import { guardAuth } from './guard-auth.ts';
import { makeInboundQueue } from './inbound-queue.ts';

export interface RunnerDeps {
  network: DeviceNetwork;
  makeAuth(lease: DeviceLease): DeviceAuth;
  saveStep: SaveStep;
  sends: SendStore;
  connecting: Gate;
  linking: Gate;
  /** Renews the lease if it is still ours; returns whether it is. */
  confirmLease(lease: DeviceLease): Promise<boolean>;
  store(device: LinkedDevice, items: DeviceItem[]): Promise<void>;
  onStored(device: LinkedDevice, items: readonly DeviceItem[]): void;
  quarantine(device: LinkedDevice, elements: readonly SetAside[]): Promise<void>;
  onHealth(device: LinkedDevice, signal: HealthSignal): void;
  alarm(device: LinkedDevice, reason: CloseReason): void;
  report(device: LinkedDevice, event: LogEventAt<'warn'>, error: unknown, sentence: string): void;
  random(): number;
  now(): Date;
}

const SAVE_RETRY_MS = 200;
const LOG_OUT_CONNECT_MS = 4000;
const DRAIN_MS = 5000;
const HURRY_SPREAD_MS = 5000;

const bounded = async (work: Promise<unknown>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
};

export type DeviceRunner = ReturnType<typeof makeRunner>;

/** Runs one device while this worker holds its lease: events in order, each stored before its effects. */
export function makeRunner(deps: RunnerDeps, lease: DeviceLease, clock: LeaseClock, claimed: LinkedDevice) {
  let device = claimed;
  let turn: Promise<unknown> = Promise.resolve();
  let isGone = false;
  let onGone = (): void => {};
  let onBack = (): void => {};
  const uses = new Set<Promise<unknown>>();

  const isHeld = (): boolean => !isGone && clock.isGood();

  /** Stops using the device at once: another worker may hold it by now. */
  function drop(): void {
    if (isGone) return;
    isGone = true;
    heard.stop();
    void connection.close();
    onGone();
  }

  const heard = makeInboundQueue({
    store: (items) => deps.store(device, items),
    findMessageIds: (ids) => deps.sends.findMessageIds(device.id, ids),
    isReady: () => isHeld() && device.state.isAnnounced,
    onStored: (items) => deps.onStored(device, items),
    quarantine: (elements) => deps.quarantine(device, elements),
    report: (error) =>
      deps.report(device, 'device-items.forward-failed', error, 'What a device received could not be forwarded yet.'),
  });

  const connection = makeConnection({
    network: deps.network,
    makeAuth: () => guardAuth(deps.makeAuth(lease), { deviceId: device.id, isHeld, onLost: drop }),
    findSent: (id) => deps.sends.findContent(device.id, id),
    keepSent: (id, content) => deps.sends.keepContent(device.id, id, content),
    quarantine: (elements) => deps.quarantine(device, elements),
    connecting: deps.connecting,
    linking: deps.linking,
    isPaired: () => device.state.isPaired,
    confirmLease: async () => isHeld() && (await deps.confirmLease(lease)) && isHeld(),
    onLost: drop,
    onOffered: () => void handle({ kind: 'pairing_offered' }),
    onPaired: (phone) => void handle({ kind: 'paired' }, { phone }),
    onOpen: (phone) => void handle({ kind: 'opened' }, phone === null ? {} : { phone }),
    onClosed: (reason) => void handle({ kind: 'closed', reason }),
    onHeard: heard.add,
    onHealth: (signal) => deps.onHealth(device, signal),
    report: (event, error, sentence) => deps.report(device, event, error, sentence),
    now: deps.now,
  });

  async function save(next: LinkedDevice, effects: readonly DeviceEffect[]): Promise<void> {
    for (;;) {
      if (!isHeld()) throw new LeaseLost(device.id);
      try {
        return await deps.saveStep(lease, next, effects, deps.now());
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
      }
      await pause(SAVE_RETRY_MS);
    }
  }

  async function step(event: DeviceEvent, patch: { phone?: string }): Promise<void> {
    if (isGone) return;
    const { state, effects } = advance(device.state, event, deps.now(), deps.random());
    if (state === device.state && effects.length === 0) return;
    const has = (kind: DeviceEffect['kind']): boolean => effects.some((effect) => effect.kind === kind);
    // Received items are forwarded while the channel still exists.
    if (has('retract')) await bounded(heard.drained(), DRAIN_MS);
    if (has('log_out')) await (await connection.untilOpen(Date.now() + LOG_OUT_CONNECT_MS))?.logOut();
    if (has('close') || has('wipe')) await connection.close();
    const next = { ...device, ...patch, state };
    await save(next, effects);
    if (event.kind === 'opened' && device.state.attempts > 0) onBack();
    device = next;
    for (const effect of effects) {
      if (effect.kind === 'alarm') deps.alarm(device, effect.reason);
      if (effect.kind === 'connect') connection.connect(effect.delayMs);
    }
    heard.wake();
  }

  /** Processes events one after the other; resolves when this one is stored, or the lease is lost. */
  function handle(event: DeviceEvent, patch: { phone?: string } = {}): Promise<void> {
    const mine = turn.then(() => step(event, patch));
    turn = mine.catch((error: unknown) => {
      if (!(error instanceof LeaseLost))
        deps.report(device, 'device-state.unstored', error, 'The state of a device could not be stored.');
      drop();
    });
    return turn.then(() => {});
  }

  return {
    lease,
    clock,
    device: (): LinkedDevice => device,
    connection,
    handle,
    /** Resolves when every event so far is stored. */
    settled: (): Promise<void> => turn.then(() => {}),
    isHeld,
    isWanted: (): boolean => WANTED.includes(device.state.status),
    drop,
    /** Whether a request uses it now. */
    isBusy: (): boolean => uses.size > 0,
    /** Keeps the device here until the work is done. */
    use<T>(work: () => Promise<T>): Promise<T> {
      const running = work();
      const settled = running.then(
        () => {},
        () => {},
      );
      uses.add(settled);
      void settled.then(() => uses.delete(settled));
      return running;
    },
    onGone(tell: () => void): void {
      onGone = tell;
    },
    /** Called when a connection succeeds after failures. */
    onBack(tell: () => void): void {
      onBack = tell;
    },
    /** Another device has found that the network is back: shortens the pause of a scheduled connection. */
    hurry(): void {
      const { reason } = device.state;
      if (reason === 'connection_lost' || reason === 'network_unavailable')
        connection.hurry(deps.random() * HURRY_SPREAD_MS);
    },
    /** Resumes the device; the connection is opened within this time. */
    start(spreadMs: number): void {
      const { status, reason, replacedAt, isPaired } = device.state;
      if (!WANTED.includes(status)) return;
      // A shown code belongs to a connection that has ended.
      if (!isPaired) return void handle({ kind: 'closed', reason: 'pairing_ended' });
      const graceMs =
        reason === 'replaced' && replacedAt
          ? Math.max(0, replacedAt.getTime() + REPLACED_GRACE_MS - deps.now().getTime())
          : 0;
      connection.connect(graceMs + deps.random() * spreadMs);
    },
    /** Finishes running requests, forwards received items and closes; then the lease can be released. */
    async stop(): Promise<void> {
      await bounded(Promise.all([...uses, heard.drained()]), DRAIN_MS);
      isGone = true;
      heard.stop();
      await bounded(connection.close(), DRAIN_MS);
      await bounded(turn, DRAIN_MS);
    },
  };
}
