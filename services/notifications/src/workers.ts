import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { Logger } from '@parley/common/logger';
import type { SharedClaims } from '@parley/database/take-over';
import type { UseCases } from './compose.ts';

/** Facts are written by other services, without a hint: nobody waits for a mail for seconds. */
const FACTS_EVERY_MS = 5000;
const SENDS_EVERY_MS = 5000;
/** What is due and was not to be had is in another worker's hands. */
const SENDS_AGAIN_MS = 1000;
const SWEEP_EVERY_MS = 15_000;
const TIDY_EVERY_MS = 600_000;
const DEAD_EVERY_MS = 1000;

export interface DutyDeps
  extends Pick<UseCases, 'planFacts' | 'sendDue' | 'findDueAt' | 'sweepUnattended' | 'dropOld'> {
  claims: SharedClaims;
  logger: Logger;
  onSendsDue(wake: () => void): void;
  now(): Date;
}

const dutiesOf = (deps: DutyDeps): Duty[] => [
  { name: 'claims of dead workers', everyMs: DEAD_EVERY_MS, run: () => deps.claims.takeOver().then(() => false) },
  { name: 'facts to notify of', everyMs: FACTS_EVERY_MS, run: deps.planFacts },
  {
    name: 'notifications',
    everyMs: SENDS_EVERY_MS,
    run: makeRunWhenDue({ findDue: deps.findDueAt, run: deps.sendDue, now: deps.now, againMs: SENDS_AGAIN_MS }),
    onWake: deps.onSendsDue,
  },
  { name: 'customers who wait', everyMs: SWEEP_EVERY_MS, run: deps.sweepUnattended },
  { name: 'old notifications', everyMs: TIDY_EVERY_MS, run: deps.dropOld },
];

/** What the service does in the background: plans, sends, looks for customers who wait, forgets what is old. */
export const makeWorkers = (deps: DutyDeps): Provider[] => [
  { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(deps), deps.logger, deps.claims.holder) },
];
