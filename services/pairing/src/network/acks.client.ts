import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { DeviceSent } from '../devices/device-network.rules.ts';

const MAX_REFUSALS = 500;
const REFUSAL_KEPT_MS = 60_000;

const ABSENT = 'This recipient is not on the network.';
const REFUSALS: Readonly<Record<string, string>> = {
  '404': ABSENT,
  '463': 'The network restricts this account: it may not write to people who have not written to it.',
  '479': 'The network refused the message: the session with this person is stale.',
};

export const refused = (
  status: number | null,
  code: string | number | null,
  message: string,
  isTransient: boolean,
): Extract<DeviceSent, { kind: 'refused' }> => ({ kind: 'refused', status, code, message, isTransient });

export const NOT_CONNECTED = refused(null, null, 'The device is not connected to the network now.', true);
export const NOT_ON_NETWORK = refused(404, 'not_on_network', ABSENT, false);

/**
 * The library's own errors (a refused query, a closed socket) occur before the message is written; after any other error it may
 * have been sent.
 */
export function failureOf(error: unknown): Exclude<DeviceSent, { kind: 'accepted' }> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Error && 'isBoom' in error && 'output' in error)) return { kind: 'unknown', message };
  // safe: the shape of the library's errors
  const { statusCode } = error.output as { statusCode: number };
  return statusCode === 428 || statusCode === 408
    ? refused(null, statusCode, message, true)
    : refused(statusCode, statusCode, message, false);
}

export type Acks = ReturnType<typeof makeAcks>;

/** Collects the network's answers to sends, and receipts that prove delivery. */
export function makeAcks() {
  const waiting = new Map<string, (sent: DeviceSent) => void>();
  const refusals = makeBoundedMap<string, true>(MAX_REFUSALS, { keepMs: REFUSAL_KEPT_MS });
  const tell = (id: string, sent: DeviceSent): boolean => {
    const settle = waiting.get(id);
    settle?.(sent);
    return waiting.delete(id);
  };
  return {
    /** The network's own answer. */
    acknowledged(id: string, error: string | undefined): void {
      if (error === undefined) return void tell(id, { kind: 'accepted' });
      const message = REFUSALS[error] ?? `The network refused the message (${error}).`;
      if (tell(id, refused(Number(error) || 0, error, message, false))) refusals.set(id, true);
    },
    /** Whether a refusal of this message is the answer of a send that is still waiting. */
    isAnswered: (id: string): boolean => waiting.has(id) || refusals.get(id) === true,
    /** A receipt is accepted as proof of delivery. */
    received: (id: string): boolean => tell(id, { kind: 'accepted' }),
    /** The library failed. */
    failed: (id: string, error: unknown): boolean => tell(id, failureOf(error)),
    /** The connection is closed: waiting sends get no answer. */
    broken(): void {
      for (const id of [...waiting.keys()])
        tell(id, { kind: 'unknown', message: 'The connection broke before the network answered.' });
    },
    wait(id: string, deadline: number): Promise<DeviceSent> {
      return new Promise((resolve) => {
        const late = (): void => void tell(id, { kind: 'unknown', message: 'The network did not answer in time.' });
        const timer = setTimeout(late, Math.max(deadline - Date.now(), 1));
        waiting.set(id, (sent) => {
          clearTimeout(timer);
          resolve(sent);
        });
      });
    },
  };
}
