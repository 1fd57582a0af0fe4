import { makeId } from '@parley/common/ids';
import { MB } from '@parley/common/upload-rules';
import { makeWake, type Wake } from '@parley/runtime/make-wake';
import { waitAtMost } from '@parley/runtime/wait-at-most';
import { LEASE_MS } from '../domain/kept-times.ts';
import type { FilesService } from '../service.ts';
import { claimFiles } from '../storage/kept-file-store.ts';
import { keepFile } from './keep-file.ts';

/** Files that a process copies at a time, in all and of one tenant; none of them holds a database connection meanwhile. */
const TOTAL = 4;
const PER_TENANT = 2;
/** Pause after the store has failed or its disk is nearly full. */
const REST_MS = 30_000;
/** How long a stop waits for interrupted copies to be released. */
const CLOSE_WITHIN_MS = 5000;

export interface KeepFiles {
  /** Starts copies in the free slots; resolves before they end, with true when more may be due. */
  run(): Promise<boolean>;
  /** Called when a slot is free again. */
  freed: Wake;
  start(): void;
  /** Interrupts the running copies; other workers make them. */
  close(): Promise<void>;
}

/** Copies customers' files in the background, a bounded number at a time, tenants in turn (docs/reference/uploads.md#copies). */
export function makeKeepFiles(service: FilesService): KeepFiles {
  const { database, environment, uploads, metrics, logger, now } = service;
  const stopping = new AbortController();
  const running = new Map<Promise<void>, number>();
  const freed = makeWake();
  let after = 0;
  let restsUntil = 0;
  let isFull = false;

  const busy = (): number[] => {
    const tenants = [...running.values()];
    return [...new Set(tenants)].filter((id) => tenants.filter((other) => other === id).length >= PER_TENANT);
  };

  async function isDiskFull(): Promise<boolean> {
    const leastBytes = environment.PARLEY_DISK_ALERT_MB * MB;
    if (leastBytes === 0) return false;
    const free = await uploads.freeBytes();
    const wasFull = isFull;
    isFull = free !== null && free < leastBytes;
    if (isFull && !wasFull)
      logger.warn('file-store.full', { free_bytes: free }, 'The disk of files is nearly full; no copies are made.');
    return isFull;
  }

  async function claim() {
    const at = now();
    const wanted = {
      now: at,
      after,
      busy: busy(),
      limit: TOTAL - running.size,
      holder: makeId('clm'),
      leaseUntil: new Date(at.getTime() + LEASE_MS),
    };
    const claimed = await claimFiles(database, wanted);
    if (claimed.length > 0 || after === 0) return claimed;
    return claimFiles(database, { ...wanted, after: 0 });
  }

  function begin(claimed: Awaited<ReturnType<typeof claim>>[number]): void {
    const copy = keepFile(service, claimed, stopping.signal)
      .then((outcome) => {
        metrics.countCopy(outcome ?? 'lost');
        if (outcome === 'store_failed') restsUntil = now().getTime() + REST_MS;
      })
      .catch((error: unknown) => {
        // The database is away: the lease ends, and the file is copied again.
        logger.warn('file-copy.unsettled', { err: error, attachment_id: claimed.id }, 'A copy could not be settled.');
      })
      .finally(() => {
        running.delete(copy);
        freed();
      });
    running.set(copy, claimed.tenantId);
  }

  return {
    async run() {
      if (stopping.signal.aborted || running.size >= TOTAL || now().getTime() < restsUntil) return false;
      if (await isDiskFull()) {
        restsUntil = now().getTime() + REST_MS;
        return false;
      }
      const claimed = await claim();
      for (const one of claimed) begin(one);
      after = claimed.at(-1)?.tenantId ?? 0;
      return claimed.length > 0 && running.size < TOTAL;
    },
    freed,
    start() {},
    async close() {
      stopping.abort();
      await waitAtMost(Promise.all(running.keys()), CLOSE_WITHIN_MS);
    },
  };
}
