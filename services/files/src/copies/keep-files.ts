import { MB } from '@parley/common/files/upload-rules';
import { makeId } from '@parley/common/ids';
import { makeTenantTurns } from '@parley/runtime/turns/tenant-turns';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import type { FilesService } from '../service.ts';
import { keepFile } from './keep-file.steps.ts';
import { type KeptClaim, LEASE_MS } from './kept-file.rules.ts';
import { claimFiles } from './kept-file.store.ts';

/** Files that a process copies at a time, in all and of one tenant. No copy holds a database connection. */
const TOTAL = 4;
const PER_TENANT = 2;
/** Pause after the store has failed or its disk is nearly full. */
const REST_MS = 30_000;
/** How long a stop waits for interrupted copies to be released. */
const CLOSE_WITHIN_MS = 5000;

export type KeepFiles = ReturnType<typeof makeKeepFiles>;

/** Copies customers' files in the background, a bounded number at a time, tenants in turn (docs/reference/uploads.md#copies). */
export function makeKeepFiles(service: FilesService) {
  const { database, environment, uploads, metrics, logger, now } = service;
  const stopping = new AbortController();
  let restsUntil = 0;
  let isFull = false;

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

  const turns = makeTenantTurns<KeptClaim>({
    total: TOTAL,
    perTenant: PER_TENANT,
    claim(wanted) {
      const at = now();
      const leaseUntil = new Date(at.getTime() + LEASE_MS);
      return claimFiles(database, { now: at, ...wanted, holder: makeId('clm'), leaseUntil });
    },
    async run(claimed) {
      const outcome = await keepFile(service, claimed, stopping.signal);
      metrics.countCopy(outcome ?? 'lost');
      if (outcome === 'store_failed') restsUntil = now().getTime() + REST_MS;
    },
    onFailure(error, { id }) {
      // The database is unavailable: the lease ends, and the file is copied again.
      logger.warn('file-copy.unsettled', { err: error, attachment_id: id }, 'A copy could not be settled.');
    },
  });

  return {
    /** Starts copies in the free slots; resolves before they end, with true when more may be due. */
    async run(): Promise<boolean> {
      if (stopping.signal.aborted || now().getTime() < restsUntil) return false;
      if (await isDiskFull()) {
        restsUntil = now().getTime() + REST_MS;
        return false;
      }
      return turns.run();
    },
    /** Called when a slot is free again. */
    freed: turns.freed,
    start() {},
    /** Interrupts the running copies; other workers make them. */
    async close(): Promise<void> {
      stopping.abort();
      await waitAtMost(turns.idle(), CLOSE_WITHIN_MS);
    },
  };
}
