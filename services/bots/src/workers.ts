import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty, type DutyHolder } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { BotsParts, UseCases } from './compose.ts';

/** services/inbound opens turns without a hint: a bot waits for the next message anyway. */
const TURNS_EVERY_MS = 1000;
/** Pause before the next try when other workers hold everything that is due. */
const TURNS_AGAIN_MS = 500;
const LEASES_EVERY_MS = 1000;
const DEAD_EVERY_MS = 1000;
const INTERRUPTED_EVERY_MS = 60_000;
const RETENTION_EVERY_MS = 600_000;
/** Another process may have accepted a source. */
const SOURCES_EVERY_MS = 5000;
/** Pause before the next try when other workers hold everything that is due. */
const SOURCES_AGAIN_MS = 1000;

const dutiesOf = (useCases: UseCases, now: () => Date): Duty[] => [
  { name: 'release-dead-claims', everyMs: DEAD_EVERY_MS, run: () => useCases.claims.takeOver().then(() => false) },
  {
    name: 'run-turns',
    everyMs: TURNS_EVERY_MS,
    run: makeRunWhenDue({
      findDue: useCases.runningTurns.findDueAt,
      run: useCases.runningTurns.runDue,
      now,
      againMs: TURNS_AGAIN_MS,
    }),
    onWake: useCases.onTurnsDue,
  },
  { name: 'renew-turn-leases', everyMs: LEASES_EVERY_MS, run: useCases.runningTurns.renew },
  { name: 'drop-old-turns', everyMs: RETENTION_EVERY_MS, run: useCases.dropOldTurns },
  {
    name: 'read-knowledge',
    everyMs: SOURCES_EVERY_MS,
    run: makeRunWhenDue({
      findDue: useCases.findDueSourceAt,
      run: useCases.readSources,
      now,
      againMs: SOURCES_AGAIN_MS,
    }),
    onWake: useCases.onSourcesDue,
  },
  { name: 'settle-interrupted-calls', everyMs: INTERRUPTED_EVERY_MS, run: useCases.interruptUsage },
];

/** Background workers: turns, sources of knowledge, and cleanup. */
export function makeWorkers(useCases: UseCases, { logger, now = () => new Date() }: BotsParts): Provider[] {
  const { runningTurns, claims } = useCases;
  const turns: DutyHolder = {
    start: () => claims.holder.start(),
    async close() {
      await runningTurns.close();
      await claims.holder.close();
    },
  };
  return [{ provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(useCases, now), logger, turns) }];
}
