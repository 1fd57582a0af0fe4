import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { Logger } from '@parley/runtime/logger';
import type { InboundParts, UseCases } from './compose.ts';
import { DROP_BATCH } from './use-cases/sweep-pending.ts';

/** Maximum delay until waiting updates of a dead process are checked. */
const LOOK_EVERY_MS = 5000;
/** Delay until new waiting updates of this process are first checked: most cannot be applied sooner. */
const LOOK_AFTER_MS = 500;
const BOUNDS_EVERY_MS = 10_000;
const DROP_EVERY_MS = 3_600_000;

/** Applies receipts and reactions that arrived before their message, and enforces the caps on waiting updates. */
function sweepDuties({ sweepPending, onStored, boundQuarantine, readGauges }: UseCases, logger: Logger): Duty[] {
  const now = (): Date => new Date();
  const apply = async (): Promise<boolean> => {
    await sweepPending.apply(now());
    return false;
  };
  return [
    {
      name: 'apply-pending',
      everyMs: LOOK_EVERY_MS,
      run: makeRunWhenDue({ findDue: sweepPending.findDue, run: apply, now, againMs: LOOK_AFTER_MS }),
      onWake: (_wake, wakeIn) => onStored(() => wakeIn(LOOK_AFTER_MS)),
    },
    {
      name: 'limit-pending',
      everyMs: BOUNDS_EVERY_MS,
      async run() {
        await sweepPending.dropBeyond();
        await boundQuarantine();
        await readGauges();
        return false;
      },
    },
    {
      name: 'expire-pending',
      everyMs: DROP_EVERY_MS,
      async run() {
        const dropped = await sweepPending.drop();
        if (dropped > 0)
          logger.info(
            'pending-updates.expired',
            { dropped },
            'Updates and unknown events that waited for their whole time were dropped.',
          );
        return dropped >= DROP_BATCH;
      },
    },
  ];
}

/** Background workers: waiting updates, and caps on them and on the quarantine. */
export function makeWorkers(useCases: UseCases, { logger }: InboundParts): Provider[] {
  const storing = { start() {}, close: useCases.idle };
  return [
    {
      provide: BackgroundWorker,
      useValue: new BackgroundWorker(sweepDuties(useCases, logger), logger, storing),
    },
  ];
}
