import type { Logger } from '@parley/runtime/logger';
import type { LogEventAt } from '@parley/runtime/logging/log-event-catalogue';
import type {
  DeviceListener,
  DeviceSocket,
  DeviceTyping,
  HealthSignal,
  InboundBatch,
} from '../devices/device-network.rules.ts';
import type { DeviceEvent } from './device-state.rules.ts';
import { type Gate, makeGate } from './gate.client.ts';

export interface ShownQr {
  text: string;
  expiresAt: Date;
  /** When the network stops accepting codes of this connection. */
  endsAt: Date;
}

/** The gates that all connections of this worker pass. */
export interface ConnectionGates {
  /** Limits the connections that it opens at the same time. */
  connecting: Gate;
  /** Limits the connections that wait for a phone. */
  linking: Gate;
}

const MAX_CONNECTING = 8;
const MAX_LINKING = 50;

export const makeConnectionGates = (): ConnectionGates => ({
  connecting: makeGate(MAX_CONNECTING),
  linking: makeGate(MAX_LINKING),
});

interface ConnectionOptions {
  deviceId: number;
  gates: ConnectionGates;
  logger: Pick<Logger, 'warn'>;
  now(): Date;
  isPaired(): boolean;
  /** Opens a socket at the network. */
  open(listener: DeviceListener): Promise<DeviceSocket>;
  /** Asks the database whether this worker still holds the lease, right before a connection is opened. */
  confirmLease(): Promise<boolean>;
  onLeaseLost(): void;
  /** `phone`: the phone that the device is linked to, if the event names it. */
  onEvent(event: DeviceEvent, phone?: string | null): void;
  onHeard(batch: InboundBatch): void;
  onHealth(signal: HealthSignal): void;
  onTyping(typing: DeviceTyping): void;
}

/** Six codes: the first for 60 s, then five for 20 s each (docs/reference/wd.md#pairing). */
const CODES_LIVE_MS = 160_000;

export type DeviceConnection = ReturnType<typeof makeDeviceConnection>;

/**
 * The single connection of a device. Each has a number; events of an older one are ignored, and the next one is opened only
 * when the last has ended completely.
 */
export function makeDeviceConnection(options: ConnectionOptions) {
  const { logger, gates, onEvent } = options;
  let current = 0;
  let socket: DeviceSocket | null = null;
  let isOpen = false;
  let qr: ShownQr | null = null;
  /** The reason why the last attempt got no connection through the proxy. */
  let proxyProblem: Error | null = null;
  let timer: NodeJS.Timeout | undefined;
  /** When the next connection is opened, in ms since the epoch; null when none is scheduled. */
  let dueAt: number | null = null;
  let closing: Promise<unknown> = Promise.resolve();
  let leaveGates = (): void => {};
  const { changed, until } = makeChangeWatch();

  const warn = (event: LogEventAt<'warn'>, error: unknown, sentence: string): void =>
    logger.warn(event, { device_id: options.deviceId, err: error }, sentence);

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
        qr = { text, expiresAt, endsAt: qr?.endsAt ?? new Date(options.now().getTime() + CODES_LIVE_MS) };
        onEvent({ kind: 'pairing_offered' });
        changed();
      }),
      onPaired: only((phone) => {
        qr = null;
        onEvent({ kind: 'paired' }, phone);
      }),
      onOpen: only((phone) => {
        settled();
        isOpen = true;
        onEvent({ kind: 'opened' }, phone);
        changed();
      }),
      onClosed: only((reason, proxyError) => {
        proxyProblem = proxyError ?? null;
        if (proxyError) warn('device.proxy-failed', proxyError, 'The proxy of a device opened no connection.');
        forget();
        onEvent({ kind: 'closed', reason, detail: proxyError && 'proxy' });
        changed();
      }),
      onHeard: only(options.onHeard),
      onHealth: only(options.onHealth),
      onTyping: only(options.onTyping),
      onFault: (error) => warn('device-event.unread', error, 'An event of a device could not be read.'),
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
    const leaveLinking = options.isPaired() ? () => {} : await gates.linking.enter();
    const leaveConnecting = await gates.connecting.enter();
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
    if (!(await options.confirmLease())) return mine === current ? options.onLeaseLost() : leave();
    if (mine !== current) return leave();
    const opened = await options.open(listenerOf(mine, settled));
    if (mine === current) socket = opened;
    // Already cancelled or ended.
    else closing = Promise.all([closing, opened.close()]);
    changed();
  }

  function begin(delayMs: number): void {
    const mine = current;
    proxyProblem = null;
    dueAt = Date.now() + delayMs;
    timer = setTimeout(() => {
      dueAt = null;
      open(mine).catch((error: unknown) => {
        if (mine !== current) return;
        warn('device.connect-failed', error, 'A connection could not be opened.');
        forget();
        onEvent({ kind: 'closed', reason: 'connection_lost' });
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
        last.close().catch((error: unknown) => warn('device.close-failed', error, 'A connection could not be closed.')),
      ]);
    return closing.then(() => {});
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
    untilOpen: (deadline: number) => until(() => (isOpen ? socket : null), deadline),
    /** The newest code and the connection that it belongs to, or the reason why the proxy gives no connection. */
    untilQr: (deadline: number) =>
      until(() => (qr && socket ? { qr, socket, proxyProblem: null } : proxyProblem && { proxyProblem }), deadline),
    shownQr: (): ShownQr | null => qr,
    /** The socket, if it is open now. */
    openSocket: (): DeviceSocket | null => (isOpen ? socket : null),
  };
}

/** Lets callers wait until a state changes. */
function makeChangeWatch() {
  const watchers = new Set<() => void>();
  return {
    /** Call it after each change. */
    changed(): void {
      for (const watcher of [...watchers]) watcher();
    },
    /** Waits until `look` returns a value, at most until `deadline` (ms since the epoch). */
    until<T>(look: () => T | null, deadline: number): Promise<T | null> {
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
    },
  };
}
