import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { NotificationsParts, UseCases } from './compose.ts';

/** Facts are written by other services, without a hint: nobody waits for a mail for seconds. */
const FACTS_EVERY_MS = 5000;
const SENDS_EVERY_MS = 5000;
/** What is due and was not to be had is in another worker's hands. */
const SENDS_AGAIN_MS = 1000;
const SWEEP_EVERY_MS = 15_000;
const WATCH_EVERY_MS = 30_000;
const TIDY_EVERY_MS = 600_000;
const DEAD_EVERY_MS = 1000;

const dutiesOf = (useCases: UseCases, now: () => Date): Duty[] => [
  { name: 'claims of dead workers', everyMs: DEAD_EVERY_MS, run: () => useCases.claims.takeOver().then(() => false) },
  { name: 'facts to notify of', everyMs: FACTS_EVERY_MS, run: useCases.planFacts },
  {
    name: 'notifications',
    everyMs: SENDS_EVERY_MS,
    run: makeRunWhenDue({ findDue: useCases.findDueAt, run: useCases.sendDue, now, againMs: SENDS_AGAIN_MS }),
    onWake: useCases.onSendsDue,
  },
  { name: 'customers who wait', everyMs: SWEEP_EVERY_MS, run: useCases.sweepUnattended },
  { name: 'disk and queue of the deployment', everyMs: WATCH_EVERY_MS, run: useCases.watchDeployment },
  { name: 'old notifications', everyMs: TIDY_EVERY_MS, run: useCases.dropOld },
  { name: 'old counts of messages', everyMs: TIDY_EVERY_MS, run: useCases.dropMessageCounts },
];

/** What the service does in the background: plans, sends, looks for customers who wait and at the deployment, forgets what is old. */
export function makeWorkers(useCases: UseCases, { logger, now = () => new Date() }: NotificationsParts): Provider[] {
  const worker = new BackgroundWorker(dutiesOf(useCases, now), logger, useCases.claims.holder);
  return [{ provide: BackgroundWorker, useValue: worker }];
}
