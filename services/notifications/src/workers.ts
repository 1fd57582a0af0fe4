import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { NotificationsParts, UseCases } from './compose.ts';

/** Other services write facts without a hint: a mail may be seconds late. */
const FACTS_EVERY_MS = 5000;
const SENDS_EVERY_MS = 5000;
/** Pause before the next try when other workers hold everything that is due. */
const SENDS_AGAIN_MS = 1000;
const SWEEP_EVERY_MS = 15_000;
const WATCH_EVERY_MS = 30_000;
const TIDY_EVERY_MS = 600_000;
const DEAD_EVERY_MS = 1000;

const dutiesOf = (useCases: UseCases, now: () => Date): Duty[] => [
  { name: 'release-dead-claims', everyMs: DEAD_EVERY_MS, run: () => useCases.claims.takeOver().then(() => false) },
  { name: 'plan-facts', everyMs: FACTS_EVERY_MS, run: useCases.planFacts },
  {
    name: 'send-notifications',
    everyMs: SENDS_EVERY_MS,
    run: makeRunWhenDue({ findDue: useCases.findDueAt, run: useCases.sendDue, now, againMs: SENDS_AGAIN_MS }),
    onWake: useCases.onSendsDue,
  },
  { name: 'find-unattended', everyMs: SWEEP_EVERY_MS, run: useCases.sweepUnattended },
  { name: 'watch-deployment', everyMs: WATCH_EVERY_MS, run: useCases.watchDeployment },
  { name: 'drop-old-notifications', everyMs: TIDY_EVERY_MS, run: useCases.dropOld },
  { name: 'drop-old-message-counts', everyMs: TIDY_EVERY_MS, run: useCases.dropMessageCounts },
];

/** Background workers: planning, sending, finding waiting customers, watching the deployment, and cleanup. */
export function makeWorkers(useCases: UseCases, { logger, now = () => new Date() }: NotificationsParts): Provider[] {
  const worker = new BackgroundWorker(dutiesOf(useCases, now), logger, useCases.claims.holder);
  return [{ provide: BackgroundWorker, useValue: worker }];
}
