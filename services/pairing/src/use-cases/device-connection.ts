import type { LogEventAt } from '@parley/runtime/log-event-catalogue';
import type { CloseReason } from '../domain/close-reason.ts';
import type {
  DeviceAuth,
  DeviceListener,
  DeviceNetwork,
  DeviceSocket,
  HealthSignal,
  InboundBatch,
  Quarantine,
} from '../domain/device-network.ts';
import type { Gate } from './gate.ts';

export interface ShownQr {
  text: string;
  expiresAt: Date;
  /** When the network stops accepting codes of this connection. */
  endsAt: Date;
}

export interface ConnectionDeps {
  network: Pick<DeviceNetwork, 'open'>;
  makeAuth(): DeviceAuth;
  findSent(id: string): Promise<string | null>;
  keepSent(id: string, content: string): Promise<void>;
  quarantine: Quarantine;
  /** Limits the connections that this worker opens at the same time. */
  connecting: Gate;
  /** Limits the connections of this worker that wait for a phone. */
  linking: Gate;
  isPaired(): boolean;
  /** Asks the database whether this worker still holds the lease, right before a connection is opened. */
  confirmLease(): Promise<boolean>;
  onLost(): void;
  onOffered(): void;
  onPaired(phone: string): void;
  onOpen(phone: string | null): void;
  onClosed(reason: CloseReason): void;
  onHeard(batch: InboundBatch): void;
  onHealth(signal: HealthSignal): void;
  report(event: LogEventAt<'warn'>, error: unknown, sentence: string): void;
  now(): Date;
}

/** Six codes: the first for 60 s, then five for 20 s each (docs/reference/wd.md#pairing). */
const CODES_LIVE_MS = 160_000;

export type DeviceConnection = ReturnType<typeof makeConnection>;

/**
 * The single connection of a device. Each has a number; events of an older one are ignored, and the next one is opened only
 * when the last has ended completely.
 */
export function makeConnection(deps: ConnectionDeps) {
  let current = 0;
  let socket: DeviceSocket | null = null;
  let isOpen = false;
  let qr: ShownQr | null = null;
  let timer: NodeJS.Timeout | undefined;
  /** When the next connection is opened, in ms since the epoch; null when none is scheduled. */
  let dueAt: number | null = null;
  let closing: Promise<unknown> = Promise.resolve();
  let leaveGates = (): void => {};
  const watchers = new Set<() => void>();
  const changed = (): void => {
    for (const watcher of [...watchers]) watcher();
  };

  function listenerOf(mine: number, settled: () => void): DeviceListener {
    const isMine = (): boolean => mine === current;
    const only =
      <Args extends unknown[]>(hear: (...given: Args) => void) =>
      (...given: Args): void => {
        if (isMine()) hear(...given);
      };
    return {
      onQr: only((text, expiresAt) => {
        settled();
        qr = { text, expiresAt, endsAt: qr?.endsAt ?? new Date(deps.now().getTime() + CODES_LIVE_MS) };
        deps.onOffered();
        changed();
      }),
      onPaired: only((phone) => {
        qr = null;
        deps.onPaired(phone);
      }),
      onOpen: only((phone) => {
        settled();
        isOpen = true;
        deps.onOpen(phone);
        changed();
      }),
      onClosed: only((reason) => {
        forget();
        deps.onClosed(reason);
        changed();
      }),
      onHeard: only(deps.onHeard),
      onHealth: only(deps.onHealth),
      onFault: (error) => deps.report('device-event.unread', error, 'An event of a device could not be read.'),
    };
  }

  function forget(): void {
    current++;
    clearTimeout(timer);
    dueAt = null;
    socket = null;
    isOpen = false;
    qr = null;
    leaveGates();
    leaveGates = () => {};
  }

  /** The gates of this connection; it leaves the second one as soon as it is open. */
  async function passGates(): Promise<{ settled: () => void; leave: () => void }> {
    const leaveLinking = deps.isPaired() ? () => {} : await deps.linking.enter();
    const leaveConnecting = await deps.connecting.enter();
    const leave = (): void => {
      leaveConnecting();
      leaveLinking();
    };
    return { settled: leaveConnecting, leave };
  }

  async function open(mine: number): Promise<void> {
    await closing;
    const { settled, leave } = await passGates();
    if (mine !== current) return leave();
    leaveGates = leave;
    if (!(await deps.confirmLease())) return mine === current ? deps.onLost() : leave();
    if (mine !== current) return leave();
    const { findSent, keepSent, quarantine } = deps;
    const listener = listenerOf(mine, settled);
    const opened = await deps.network.open({ auth: deps.makeAuth(), listener, findSent, keepSent, quarantine });
    if (mine === current) socket = opened;
    // Cancelled in the meantime, or already ended.
    else closing = Promise.all([closing, opened.close()]);
    changed();
  }

  function begin(delayMs: number): void {
    const mine = current;
    dueAt = Date.now() + delayMs;
    timer = setTimeout(() => {
      dueAt = null;
      open(mine).catch((error: unknown) => {
        if (mine !== current) return;
        deps.report('device.connect-failed', error, 'A connection could not be opened.');
        forget();
        deps.onClosed('connection_lost');
      });
    }, delayMs);
  }

  function close(): Promise<void> {
    const last = socket;
    forget();
    changed();
    if (last)
      closing = Promise.all([
        closing,
        last
          .close()
          .catch((error: unknown) => deps.report('device.close-failed', error, 'A connection could not be closed.')),
      ]);
    return closing.then(() => {});
  }

  /** Waits until `look` returns a value, at most until `deadline` (ms since the epoch). */
  function until<T>(look: () => T | null, deadline: number): Promise<T | null> {
    const found = look();
    if (found !== null) return Promise.resolve(found);
    return new Promise((resolve) => {
      const end = (value: T | null): void => {
        watchers.delete(watcher);
        clearTimeout(late);
        resolve(value);
      };
      const watcher = (): void => {
        const value = look();
        if (value !== null) end(value);
      };
      const late = setTimeout(() => end(null), Math.max(deadline - Date.now(), 1));
      watchers.add(watcher);
    });
  }

  return {
    /** Schedules a connection; an existing one is closed. */
    connect(delayMs: number): void {
      void close();
      begin(delayMs);
    },
    /** Opens the scheduled connection within this time. */
    hurry(withinMs: number): void {
      if (dueAt === null || dueAt - Date.now() <= withinMs) return;
      clearTimeout(timer);
      begin(withinMs);
    },
    /** Closes the connection; resolves when all its work has ended. */
    close,
    isOpen: (): boolean => isOpen,
    hasSocket: (): boolean => socket !== null,
    untilOpen: (deadline: number) => until(() => (isOpen ? socket : null), deadline),
    /** The newest code, and the connection that it belongs to. */
    untilQr: (deadline: number) => until(() => (qr && socket ? { qr, socket } : null), deadline),
    shownQr: (): ShownQr | null => qr,
  };
}
