import type { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import type { DisconnectReason } from '@parley/common/events';
import type { z } from 'zod';
import type { CloseDetail, CloseReason } from './close-reason.rules.ts';

export type DeviceStatus = z.infer<typeof SessionStatus>;

/**
 * The state of a device (docs/reference/sessions.md#states); stored in PostgreSQL, changed only by {@link advance}.
 */
export interface DeviceState {
  status: DeviceStatus;
  /** Reason of the status; null when there is none. */
  reason: string | null;
  /** The part that failed, if the reason does not say it. */
  detail: CloseDetail | null;
  since: Date;
  /** Whether a phone is linked. */
  isPaired: boolean;
  /** Whether the link came from another system, which owns it until the first login. */
  isMovedIn: boolean;
  /** Whether channel.connected was sent and channel.disconnected was not. */
  isAnnounced: boolean;
  /** Consecutive failed connections. */
  attempts: number;
  replacedAt: Date | null;
  expiresAt: Date;
}

export type DeviceEvent =
  | { kind: 'pairing_asked' }
  /** The network offered a code for linking. */
  | { kind: 'pairing_offered' }
  | { kind: 'paired' }
  | { kind: 'opened' }
  | { kind: 'closed'; reason: CloseReason; detail?: CloseDetail | undefined }
  /** The stored proxy is another one. */
  | { kind: 'proxy_changed' }
  /** Time has passed: an unpaired session may have expired. */
  | { kind: 'checked' }
  /** A device that was moved in may log in. */
  | { kind: 'started' }
  /** A device that was moved in goes back to the system that it came from. */
  | { kind: 'released' }
  | { kind: 'deleted'; by: Extract<DisconnectReason, 'api' | 'dashboard'> };

/** Effects of a step; `announce` and `retract` are written in the transaction of the new state. */
export type DeviceEffect =
  | { kind: 'connect'; delayMs: number }
  | { kind: 'close' }
  /** Logs out at the network, before the keys are deleted. */
  | { kind: 'log_out' }
  /** Deletes credentials and keys: the next connection is a new device. */
  | { kind: 'wipe' }
  | { kind: 'announce' }
  | { kind: 'retract'; reason: DisconnectReason }
  | { kind: 'alarm'; reason: CloseReason };

interface Step {
  state: DeviceState;
  effects: DeviceEffect[];
}

/** Statuses in which a device needs a socket. */
export const WANTED: readonly DeviceStatus[] = ['connecting', 'awaiting_pairing', 'connected', 'reconnecting'];

/** Statuses in which a session can still be linked, unless it is paired or expired. */
export const UNPAIRED: readonly DeviceStatus[] = ['created', 'connecting', 'awaiting_pairing'];

/** Reasons of a moved device that has not logged in: its keys are not complete, or it waits for its start. */
export const MOVE_IN_COPYING = 'move_in_copying';
export const MOVE_IN_WAITING = 'move_in_waiting';

/** Whether the system that a device came from still owns its link. */
const isOfSource = ({ isMovedIn, isPaired, isAnnounced }: DeviceState): boolean =>
  isMovedIn && isPaired && !isAnnounced;

/** Pause after another process replaced the connection; if it is replaced again within the window, the device stops. */
export const REPLACED_GRACE_MS = 60_000;
const REPLACED_WINDOW_MS = 600_000;
/** Consecutive bad sessions after which the keys are considered broken. */
const MAX_BAD_SESSIONS = 5;

/** The reason of channel.disconnected for each final end (docs/reference/events.md#channeldisconnected). */
const FINAL: Partial<Record<CloseReason, { status: DeviceStatus; reported: DisconnectReason }>> = {
  logged_out: { status: 'logged_out', reported: 'logged_out' },
  banned: { status: 'failed', reported: 'token_revoked' },
  multidevice_mismatch: { status: 'failed', reported: 'logged_out' },
};

/** Reasons that last until a person acts: the device keeps trying, and raises an alarm. */
const LASTING: readonly CloseReason[] = ['client_too_old', 'passkey_required', 'untrusted_network'];

const stay = (state: DeviceState): Step => ({ state, effects: [] });

function enter(
  state: DeviceState,
  status: DeviceStatus,
  now: Date,
  change: Partial<DeviceState>,
  effects: DeviceEffect[],
): Step {
  const { reason = null, detail = null } = change;
  const isSame = state.status === status && state.reason === reason && state.detail === detail;
  return { state: { ...state, ...change, status, reason, detail, since: isSame ? state.since : now }, effects };
}

/** The end of a linked device: its keys are deleted, and its channel is disconnected. */
function end(state: DeviceState, status: DeviceStatus, reason: string, reported: DisconnectReason, now: Date): Step {
  const change = { reason, isPaired: false, isAnnounced: false, attempts: 0 };
  const retract: DeviceEffect[] = state.isAnnounced ? [{ kind: 'retract', reason: reported }] : [];
  return enter(state, status, now, change, [{ kind: 'close' }, { kind: 'wipe' }, ...retract]);
}

function closedUnpaired(state: DeviceState, reason: CloseReason, detail: CloseDetail | null, now: Date): Step {
  // Requesting a code changes the credentials before it is typed: another login with them would be refused.
  const wipe: DeviceEffect = { kind: 'wipe' };
  // The person who asked for a code learns at once that the proxy fails.
  if (detail !== null) return enter(state, 'created', now, { reason, detail, attempts: 0 }, [{ kind: 'close' }, wipe]);
  if (reason === 'restart_required' || reason === 'network_unavailable' || reason === 'connection_lost') {
    if (state.status === 'awaiting_pairing')
      return enter(state, 'created', now, { reason, attempts: 0 }, [{ kind: 'close' }, wipe]);
    if (state.attempts >= 3) return enter(state, 'created', now, { reason, attempts: 0 }, [{ kind: 'close' }, wipe]);
    const delayMs = reason === 'restart_required' ? 0 : reconnectDelayMs(state.attempts, 0);
    const attempts = state.attempts + 1;
    return enter(state, 'connecting', now, { reason: null, attempts }, [wipe, { kind: 'connect', delayMs }]);
  }
  const isFinal = reason === 'passkey_required' || reason === 'client_too_old' || reason === 'banned';
  const status = isFinal || reason === 'multidevice_mismatch' ? 'failed' : 'created';
  const alarm: DeviceEffect[] = isFinal || reason === 'untrusted_network' ? [{ kind: 'alarm', reason }] : [];
  return enter(state, status, now, { reason, attempts: 0 }, [{ kind: 'close' }, wipe, ...alarm]);
}

function reconnect(
  state: DeviceState,
  now: Date,
  delayMs: number,
  change: Pick<DeviceState, 'reason' | 'attempts'> & Partial<Pick<DeviceState, 'detail'>>,
): Step {
  const status = state.isAnnounced ? 'reconnecting' : 'connecting';
  return enter(state, status, now, change, [{ kind: 'connect', delayMs }]);
}

function closedPaired(
  state: DeviceState,
  { reason, detail }: Extract<DeviceEvent, { kind: 'closed' }>,
  now: Date,
  random: number,
): Step {
  const final = FINAL[reason];
  if (final) {
    const step = end(state, final.status, reason, final.reported, now);
    return { ...step, effects: [...step.effects, { kind: 'alarm', reason }] };
  }
  if (reason === 'restart_required') return reconnect(state, now, 0, { reason: null, attempts: state.attempts });
  if (reason === 'replaced') {
    const again = state.replacedAt !== null && now.getTime() - state.replacedAt.getTime() < REPLACED_WINDOW_MS;
    const alarm: DeviceEffect = { kind: 'alarm', reason };
    // The source runs: the device waits until a person has stopped it, and starts it again.
    if (isOfSource(state))
      return enter(state, 'failed', now, { reason: MOVE_IN_WAITING, attempts: 0 }, [{ kind: 'close' }, alarm]);
    if (again) {
      // Another process uses the credentials; repeated logins would only disconnect it.
      const step = end(state, 'failed', reason, 'replaced', now);
      return { ...step, effects: [...step.effects, alarm] };
    }
    const step = reconnect({ ...state, replacedAt: now }, now, REPLACED_GRACE_MS, { reason, attempts: state.attempts });
    return { ...step, effects: [...step.effects, alarm] };
  }
  // Only bad sessions in a row end a device: the attempts of an outage before the first one do not count.
  const before = reason === 'bad_session' && state.reason !== 'bad_session' ? 0 : state.attempts;
  const attempts = before + 1;
  if (reason === 'bad_session' && attempts >= MAX_BAD_SESSIONS) return end(state, 'failed', reason, 'logged_out', now);
  const step = reconnect(state, now, reconnectDelayMs(before, random), {
    reason,
    detail: detail ?? null,
    attempts,
  });
  const isAlarming = LASTING.includes(reason);
  return isAlarming ? { ...step, effects: [...step.effects, { kind: 'alarm', reason }] } : step;
}

/** A connection never continues beside the new proxy. One that waits for its time opens through it anyway. */
function changeProxy(state: DeviceState, now: Date): Step {
  if (!WANTED.includes(state.status) || state.reason === 'replaced') return stay(state);
  if (state.isPaired) return reconnect(state, now, 0, { reason: null, attempts: 0 });
  return enter(state, 'created', now, { attempts: 0 }, [{ kind: 'close' }, { kind: 'wipe' }]);
}

/**
 * The lifecycle of a linking session and its device (docs/reference/sessions.md#states): a pure step from one state to
 * the next, with its effects. A broken connection does not change the channel: no event is sent, and it is retried with
 * backoff. `random` in [0, 1) spreads the retries.
 */
export function advance(state: DeviceState, event: DeviceEvent, now: Date, random: number): Step {
  const { status } = state;
  if (status === 'deleted') return stay(state);
  if (event.kind === 'deleted') {
    const step = end(state, 'deleted', event.by, event.by, now);
    const logsOut = state.isPaired && !isOfSource(state);
    return { ...step, effects: [...(logsOut ? [{ kind: 'log_out' as const }] : []), ...step.effects] };
  }
  if (status === 'expired') return stay(state);
  switch (event.kind) {
    case 'pairing_asked':
      if (state.isPaired || status === 'connecting' || status === 'awaiting_pairing') return stay(state);
      return enter(state, 'connecting', now, { attempts: 0 }, [{ kind: 'connect', delayMs: 0 }]);
    case 'started':
      if (!isOfSource(state) || status !== 'failed' || state.reason !== MOVE_IN_WAITING) return stay(state);
      return enter(state, 'connecting', now, { attempts: 0, replacedAt: null }, [{ kind: 'connect', delayMs: 0 }]);
    case 'released':
      return isOfSource(state) ? end(state, 'deleted', 'released', 'api', now) : stay(state);
    case 'pairing_offered':
      return status === 'connecting' && !state.isPaired ? enter(state, 'awaiting_pairing', now, {}, []) : stay(state);
    case 'paired':
      if (status !== 'connecting' && status !== 'awaiting_pairing') return stay(state);
      return enter(state, 'connecting', now, { isPaired: true, attempts: 0 }, []);
    case 'opened':
      if (!state.isPaired || !WANTED.includes(status)) return stay(state);
      return enter(
        state,
        'connected',
        now,
        { attempts: 0, isAnnounced: true },
        state.isAnnounced ? [] : [{ kind: 'announce' }],
      );
    case 'closed':
      if (!WANTED.includes(status)) return stay(state);
      if (state.isPaired) return closedPaired(state, event, now, random);
      return closedUnpaired(state, event.reason, event.detail ?? null, now);
    case 'proxy_changed':
      return changeProxy(state, now);
    case 'checked':
      if (state.isPaired || now < state.expiresAt || status === 'logged_out' || status === 'failed') return stay(state);
      return enter(state, 'expired', now, { reason: null, attempts: 0 }, [{ kind: 'close' }, { kind: 'wipe' }]);
  }
}

const FIRST_MS = 1000;
const CAP_MS = 60_000;

/**
 * Backoff before the next connection, in ms: 1 s doubled with every failure, at most a minute; a random half to whole
 * of that, so that devices that failed together do not reconnect together. `random` is in [0, 1).
 */
function reconnectDelayMs(attempts: number, random: number): number {
  const whole = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempts, 20));
  return Math.round(whole * (0.5 + random / 2));
}
