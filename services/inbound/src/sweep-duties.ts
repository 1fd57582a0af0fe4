import type { Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { Logger } from 'pino';
import type { InboundUseCases } from './compose.ts';
import { DROP_BATCH } from './use-cases/sweep-pending.ts';

/** Receipts and reactions that another process set aside, and that died since, are looked at so late at most. */
const LOOK_EVERY_MS = 5000;
/** What this process stores is looked at after so long: most of what waits cannot be applied sooner. */
const LOOK_AFTER_MS = 500;
const BOUNDS_EVERY_MS = 10_000;
const DROP_EVERY_MS = 3_600_000;

type Swept = Pick<InboundUseCases, 'sweepPending' | 'onStored' | 'boundQuarantine' | 'readGauges'>;

/** Applies receipts and reactions that came before their message, and keeps what waits within its bounds. */
export function makeSweepDuties(
  { sweepPending, onStored, boundQuarantine, readGauges }: Swept,
  logger: Logger,
): Duty[] {
  const now = (): Date => new Date();
  const apply = async (): Promise<boolean> => {
    await sweepPending.apply(now());
    return false;
  };
  return [
    {
      name: 'waiting updates',
      everyMs: LOOK_EVERY_MS,
      run: makeRunWhenDue({ findDue: sweepPending.findDue, run: apply, now, againMs: LOOK_AFTER_MS }),
      onWake: (_wake, wakeIn) => onStored(() => wakeIn(LOOK_AFTER_MS)),
    },
    {
      name: 'bounds of what waits',
      everyMs: BOUNDS_EVERY_MS,
      async run() {
        await sweepPending.dropBeyond();
        await boundQuarantine();
        await readGauges();
        return false;
      },
    },
    {
      name: 'what waited in vain',
      everyMs: DROP_EVERY_MS,
      async run() {
        const dropped = await sweepPending.drop();
        if (dropped > 0) logger.info({ dropped }, 'What waited in vain, or was unknown for long, was dropped.');
        return dropped >= DROP_BATCH;
      },
    },
  ];
}
