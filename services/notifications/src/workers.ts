import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty, type DutyHolder } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import { dropMessageCounts } from '@parley/messaging/notify/take-message-room';
import type { TenantTurns } from '@parley/runtime/tenant-turns';
import { waitAtMost } from '@parley/runtime/wait-at-most';
import { planFacts } from './planning/plan-facts.ts';
import { sweepUnattended } from './planning/sweep-unattended.ts';
import { watchDeployment } from './planning/watch-deployment.ts';
import { planMessagePushes } from './push/plan-message-pushes.ts';
import { makeSendPushes } from './push/send-pushes.ts';
import { dropOldNotifications } from './sending/drop-old-notifications.ts';
import { findDueJobAt } from './sending/job.store.ts';
import { makeRunningSends, type RunningSends } from './sending/running-sends.steps.ts';
import { sendDue } from './sending/send-due.ts';
import type { NotificationsService } from './service.ts';

/** Other services write facts without a hint: a mail may be seconds late. */
const FACTS_EVERY_MS = 5000;
const SENDS_EVERY_MS = 5000;
/** No hint wakes these: a push may be this late. */
const PUSHES_EVERY_MS = 3000;
/** Pause before the next try when other workers hold everything that is due. */
const SENDS_AGAIN_MS = 1000;
const SWEEP_EVERY_MS = 15_000;
const WATCH_EVERY_MS = 30_000;
const TIDY_EVERY_MS = 600_000;
const DEAD_EVERY_MS = 1000;
/** Attempts that are still running then are abandoned: their leases end. */
const STOP_WITHIN_MS = 25_000;

interface Running {
  sends: RunningSends;
  pushes: TenantTurns;
}

const dutiesOf = (service: NotificationsService, { sends, pushes }: Running): Duty[] => [
  { name: 'release-dead-claims', everyMs: DEAD_EVERY_MS, run: () => service.claims.takeOver() },
  { name: 'plan-facts', everyMs: FACTS_EVERY_MS, run: () => planFacts(service) },
  {
    name: 'send-notifications',
    everyMs: SENDS_EVERY_MS,
    run: makeRunWhenDue({
      findDue: () => findDueJobAt(service.database),
      run: () => sendDue(service, sends),
      now: service.now,
      againMs: SENDS_AGAIN_MS,
    }),
    onWake(wake) {
      service.wakeSender.connect(wake);
      sends.own.freed.connect(wake);
      sends.shared.freed.connect(wake);
    },
  },
  { name: 'plan-message-pushes', everyMs: PUSHES_EVERY_MS, run: () => planMessagePushes(service) },
  {
    name: 'send-pushes',
    everyMs: PUSHES_EVERY_MS,
    run: () => pushes.run(),
    onWake: (wake) => pushes.freed.connect(wake),
  },
  { name: 'find-unattended', everyMs: SWEEP_EVERY_MS, run: () => sweepUnattended(service) },
  { name: 'watch-deployment', everyMs: WATCH_EVERY_MS, run: () => watchDeployment(service) },
  { name: 'drop-old-notifications', everyMs: TIDY_EVERY_MS, run: () => dropOldNotifications(service) },
  {
    name: 'drop-old-message-counts',
    everyMs: TIDY_EVERY_MS,
    run: () => dropMessageCounts(service.database, service.now()),
  },
];

/** Background workers: planning, sending, finding waiting customers, watching the deployment, and cleanup. */
export function makeWorkers(service: NotificationsService): Provider[] {
  const { holder } = service.claims;
  const running: Running = { sends: makeRunningSends(service), pushes: makeSendPushes(service) };
  const { sends, pushes } = running;
  const attempts: DutyHolder = {
    start: () => holder.start(),
    async close() {
      await waitAtMost(Promise.all([sends.own, sends.shared, pushes].map((turns) => turns.idle())), STOP_WITHIN_MS);
      await holder.close();
    },
  };
  return [
    {
      provide: BackgroundWorker,
      useValue: new BackgroundWorker(dutiesOf(service, running), service.logger, attempts),
    },
  ];
}
