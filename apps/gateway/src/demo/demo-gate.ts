import { AppError } from '@parley/common/errors';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { networkOf } from '../addresses/address-network.ts';
import { makeWindowLog, type WindowLog } from '../rate-limit/window-log.ts';
import { CLOSED_READS, OPEN_CHANGES, UNCOUNTED } from './open-operations.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** More than a person makes in an hour. */
const CHANGES_PER_HOUR = 1500;
const ACTS_PER_HOUR = 300;
const FILES_PER_HOUR = 20;
const REQUESTS_PER_MINUTE = 600;
const PHONE_REQUESTS_PER_MINUTE = 1200;
/** One customer of a provider may have a /48 of IPv6: as many as this many /64 open workspaces there. */
const SHARES_OF_A_SITE = 4;
const MAX_COUNTED = 20_000;

/** The limits of a public demo at this gateway (docs/operations/demo.md#limits). */
export type DemoGate = ReturnType<typeof makeDemoGate>;

const secondsUp = (ms: number): number => Math.ceil(ms / 1000);

/** The networks by which an address is counted, with their shares: IPv6 as its /64 and its /48. */
function networksOf(address: string): [network: string, shares: number][] {
  const network = networkOf(address);
  const groups = network.split(':');
  if (groups.length === 1) return [[network, 1]];
  return [
    [network, 1],
    [`${groups.slice(0, 3).join(':')}/48`, SHARES_OF_A_SITE],
  ];
}

export function makeDemoGate({ nowMs, perAddress }: { nowMs: () => number; perAddress: number }) {
  const logs = makeBoundedMap<string, WindowLog>(MAX_COUNTED);
  const take = (key: string, windowMs: number, most: number) => {
    const log = logs.get(key) ?? makeWindowLog(windowMs);
    logs.set(key, log);
    return log.take(most, nowMs());
  };
  const count = (key: string, most: number, what: string): void => {
    if (take(key, HOUR_MS, most).allowed) return;
    throw new AppError('demo_limit_reached', { message: `A workspace of this demo takes ${most} ${what} in an hour.` });
  };
  const countRequest = (key: string, most: number): void => {
    const { allowed, resetMs } = take(key, MINUTE_MS, most);
    if (allowed) return;
    throw new AppError('rate_limited', {
      message: `At most ${most} requests per minute in a workspace of this demo.`,
      retry_after: secondsUp(resetMs),
    });
  };
  return {
    /**
     * Checks an operation of a visitor, and counts it; `tenantId` is null before sign-in. Errors: demo_closed,
     * demo_limit_reached, rate_limited.
     */
    admit(name: string, method: string, tenantId: number | null): void {
      const isRead = method === 'GET';
      if (isRead ? CLOSED_READS.has(name) : !OPEN_CHANGES.has(name))
        throw new AppError('demo_closed', { message: `This is a public demo: ${name} is closed.` });
      if (tenantId === null || UNCOUNTED.has(name)) return;
      countRequest(`requests:${tenantId}`, REQUESTS_PER_MINUTE);
      if (!isRead) count(`changes:${tenantId}`, CHANGES_PER_HOUR, 'changes');
    },
    /** Counts a request of the test phone, which asks several times a second. Errors: rate_limited. */
    countPhone: (tenantId: number): void => countRequest(`phone:${tenantId}`, PHONE_REQUESTS_PER_MINUTE),
    /** Counts an act on the test phone, or a file for one. Errors: demo_limit_reached. */
    countAct(tenantId: number, isFile: boolean): void {
      if (isFile) count(`files:${tenantId}`, FILES_PER_HOUR, 'photos of the test phone');
      else count(`acts:${tenantId}`, ACTS_PER_HOUR, 'acts on the test phone');
    },
    /** Counts a new workspace of an address. Errors: rate_limited. */
    admitOpening(address: string): void {
      for (const [network, shares] of networksOf(address)) {
        const { allowed, resetMs } = take(`opened:${network}`, HOUR_MS, perAddress * shares);
        if (allowed) continue;
        throw new AppError('rate_limited', {
          message: `At most ${perAddress} workspaces in an hour from one address.`,
          retry_after: secondsUp(resetMs),
        });
      }
    },
  };
}
