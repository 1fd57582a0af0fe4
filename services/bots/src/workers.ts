import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty, type DutyHolder } from '@parley/bus/duties/background-worker';
import { makeDueDuty } from '@parley/database/due/make-due-duty';
import { readNextSource } from './knowledge/read-next-source.ts';
import { findDueSourceAt } from './knowledge/reading.store.ts';
import type { BotsService } from './service.ts';
import { renewTurnLeases } from './turns/renew-turn-leases.ts';
import { runDueTurns } from './turns/run-due-turns.ts';
import { findDueTurnAt } from './turns/turn.store.ts';
import { interruptUsage } from './usage/interrupt-usage.ts';

/** Pause before the next attempt when other workers hold everything that is due. */
const TURNS_AGAIN_MS = 500;
/** A free slot is used within this time. */
const FREE_AGAIN_MS = 100;
const LEASES_EVERY_MS = 1000;
const DEAD_EVERY_MS = 1000;
const INTERRUPTED_EVERY_MS = 60_000;
/** Pause before the next attempt when other workers hold everything that is due. */
const SOURCES_AGAIN_MS = 1000;

const dutiesOf = (service: BotsService): Duty[] => [
  { name: 'release-dead-claims', everyMs: DEAD_EVERY_MS, run: () => service.claims.takeOver() },
  makeDueDuty({
    name: 'run-turns',
    database: service.database,
    findDue: findDueTurnAt,
    run: () => runDueTurns(service),
    now: service.now,
    againMs: TURNS_AGAIN_MS,
    onWake(wake, wakeIn) {
      service.wakeTurns.connect(wake);
      // Many turns end at the same moment: one query serves all of them.
      service.runningTurns.freed.connect(() => wakeIn(FREE_AGAIN_MS));
    },
  }),
  { name: 'renew-turn-leases', everyMs: LEASES_EVERY_MS, run: () => renewTurnLeases(service) },
  makeDueDuty({
    name: 'read-knowledge',
    database: service.database,
    findDue: findDueSourceAt,
    run: () => readNextSource(service),
    now: service.now,
    againMs: SOURCES_AGAIN_MS,
    onWake: (wake) => service.wakeReader.connect(wake),
    onStop: () => service.stopReading.abort(),
  }),
  { name: 'settle-interrupted-calls', everyMs: INTERRUPTED_EVERY_MS, run: () => interruptUsage(service) },
];

/** Background work: turns, sources of knowledge, and calls of dead processes. */
export function makeWorker(service: BotsService): BackgroundWorker {
  const { runningTurns, claims, logger } = service;
  const turns: DutyHolder = {
    start: () => claims.holder.start(),
    async close() {
      await runningTurns.close();
      await claims.holder.close();
    },
  };
  return new BackgroundWorker(dutiesOf(service), logger, turns);
}

export const makeWorkers = (service: BotsService): Provider[] => [
  { provide: BackgroundWorker, useValue: makeWorker(service) },
];
