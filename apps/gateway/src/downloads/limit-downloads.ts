import type { ServerResponse } from 'node:http';
import { AppError } from '@parley/common/errors';
import { type IsIn, networkOf } from '../addresses/address-network.ts';
import { makePace, type Pace, type PaceLimits } from '../require-pace.ts';

/** Downloads of one process; each holds at most a megabyte while its client reads nothing. */
const MAX_PER_PROCESS = 512;
/**
 * Exceeds the number that a browser opens at once through a proxy. A shared address has many callers, so only its share
 * limits it.
 */
const MAX_PER_NETWORK = 128;
/** Slower than any connection on which a file of 100 MB is useful, and fast enough to free the place of a dead one. */
const PACE: PaceLimits = { bytesPerSecond: 16 * 1024, graceMs: 30_000 };
const CHECK_EVERY_MS = 5000;
const RETRY_AFTER_SECONDS = 5;

/** One download, from before its file is opened until its answer has been sent. */
export interface Download {
  /** Counts it for the tenant of its file. Errors: rate_limited. */
  countFor(tenantId: number): void;
  /** Ends the answer when its client reads too slowly; frees its place when the answer has ended. */
  watch(response: ServerResponse): void;
  leave(): void;
}

/** The downloads of one process, limited for each network, each tenant and in total. */
export type Downloads = ReturnType<typeof makeDownloads>;

/** Replaced in tests. */
export interface DownloadLimits {
  maxPerProcess?: number;
  maxPerNetwork?: number;
  pace?: PaceLimits;
  checkEveryMs?: number;
}

interface Deps extends DownloadLimits {
  nowMs: () => number;
  /** Whether an address has more than one caller. */
  isShared: IsIn;
}

interface Watched {
  response: ServerResponse;
  pace: Pace;
  sentBefore: number;
}

const tooMany = (whose: string): AppError =>
  new AppError('rate_limited', {
    message: `Too many downloads ${whose} are open at once.`,
    retry_after: RETRY_AFTER_SECONDS,
  });

/** Bytes of this connection that the operating system has accepted. */
const sentOn = ({ socket }: ServerResponse): number => (socket ? socket.bytesWritten - socket.writableLength : 0);

/** Whether bytes wait for the client to read. */
const isWaiting = (response: ServerResponse): boolean =>
  response.writableLength > 0 || (response.socket?.writableLength ?? 0) > 0;

export function makeDownloads(deps: Deps) {
  const { nowMs, isShared, maxPerProcess = MAX_PER_PROCESS, maxPerNetwork = MAX_PER_NETWORK } = deps;
  const watched = new Set<Watched>();
  const byOwner = new Map<string, number>();
  let open = 0;
  let clock: NodeJS.Timeout | null = null;

  const check = (): void => {
    for (const { response, pace, sentBefore } of watched)
      if (pace(sentOn(response) - sentBefore, isWaiting(response))) response.destroy();
  };

  /** An owner has no more places than are still free, so that any number of owners leave some for the next one. */
  function take(owner: string, most: number, whose: string): void {
    const own = byOwner.get(owner) ?? 0;
    if (own >= most || own >= maxPerProcess - open) throw tooMany(whose);
    byOwner.set(owner, own + 1);
  }

  function give(owner: string): void {
    const left = (byOwner.get(owner) ?? 1) - 1;
    if (left > 0) byOwner.set(owner, left);
    else byOwner.delete(owner);
  }

  return {
    /** Errors: rate_limited. */
    enter(address: string): Download {
      const network = `network ${networkOf(address)}`;
      const owners = [network];
      take(network, isShared(address) ? maxPerProcess : maxPerNetwork, 'from this address');
      open++;
      let watching: Watched | null = null;
      const leave = (): void => {
        if (owners.length === 0) return;
        for (const owner of owners.splice(0)) give(owner);
        open--;
        if (watching) watched.delete(watching);
        if (watched.size > 0 || clock === null) return;
        clearInterval(clock);
        clock = null;
      };
      return {
        leave,
        countFor(tenantId) {
          const tenant = `tenant ${tenantId}`;
          take(tenant, maxPerProcess, 'of this workspace');
          owners.push(tenant);
        },
        watch(response) {
          watching = { response, pace: makePace(deps.pace ?? PACE, nowMs), sentBefore: sentOn(response) };
          watched.add(watching);
          clock ??= setInterval(check, deps.checkEveryMs ?? CHECK_EVERY_MS).unref();
          response.once('close', leave);
          if (response.closed) leave();
        },
      };
    },
    close() {
      if (clock) clearInterval(clock);
      clock = null;
    },
  };
}
