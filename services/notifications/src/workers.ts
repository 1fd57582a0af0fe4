import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty, type DutyHolder } from '@parley/bus/duties/background-worker';
import { makeDueDuty } from '@parley/database/due/make-due-duty';
import { dropMessageCounts } from '@parley/messaging/notify/reserve-message-quota';
import type { TenantTurns } from '@parley/runtime/turns/tenant-turns';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import { planFacts } from './planning/plan-facts.ts';
import { findUnplannedFact } from './planning/planning.store.ts';
import { sweepEnds } from './planning/sweep-ends.ts';
import { sweepUnattended } from './planning/sweep-unattended.ts';
import { watchDeployment } from './planning/watch-deployment.ts';
import { planMessagePushes } from './push/plan-message-pushes.ts';
import { findSubscribed } from './push/push.store.ts';
import { makeSendPushes } from './push/send-pushes.ts';
import { dropOldNotifications } from './sending/drop-old-notifications.ts';
import { findDueJobAt } from './sending/notification.store.ts';
import { makeSendDue, type SendDue } from './sending/send-due.ts';
import type { NotificationsService } from './service.ts';

/** Pause before the next attempt when other workers plan everything that is due. */
const FACTS_AGAIN_MS = 1000;
/** While browsers are subscribed: a push may be this late. */
const PUSHES_EVERY_MS = 3000;
/** Pause before the next attempt when other workers hold everything that is due. */
const SENDS_AGAIN_MS = 1000;
const SWEEP_EVERY_MS = 15_000;
/** The ends that it announces are days away. */
const ENDS_EVERY_MS = 600_000;
const WATCH_EVERY_MS = 30_000;
const TIDY_EVERY_MS = 600_000;
const DEAD_EVERY_MS = 1000;
/** Attempts that are still running then are abandoned: their leases end. */
const STOP_WITHIN_MS = 25_000;

interface Running {
  sends: SendDue;
  pushes: TenantTurns;
}

function dutiesOf(service: NotificationsService, { sends, pushes }: Running): Duty[] {
  const due = { database: service.database, now: service.now };
  return [
    { name: 'release-dead-claims', everyMs: DEAD_EVERY_MS, run: () => service.claims.takeOver() },
    makeDueDuty({
      ...due,
      name: 'plan-facts',
      findDue: findUnplannedFact,
      run: () => planFacts(service),
      againMs: FACTS_AGAIN_MS,
    }),
    makeDueDuty({
      ...due,
      name: 'send-notifications',
      findDue: findDueJobAt,
      run: () => sends.run(),
      againMs: SENDS_AGAIN_MS,
      onWake(wake) {
        service.wakeSender.connect(wake);
        sends.own.freed.connect(wake);
        sends.shared.freed.connect(wake);
      },
    }),
    makeDueDuty({
      ...due,
      name: 'plan-message-pushes',
      findDue: findSubscribed,
      run: () => planMessagePushes(service),
      againMs: PUSHES_EVERY_MS,
    }),
    makeDueDuty({
      ...due,
      name: 'send-pushes',
      findDue: findSubscribed,
      run: () => pushes.run(),
      againMs: PUSHES_EVERY_MS,
      onWake: (wake) => pushes.freed.connect(wake),
    }),
    { name: 'find-unattended', everyMs: SWEEP_EVERY_MS, run: () => sweepUnattended(service) },
    { name: 'find-ending-channels', everyMs: ENDS_EVERY_MS, run: () => sweepEnds(service) },
    { name: 'watch-deployment', everyMs: WATCH_EVERY_MS, run: () => watchDeployment(service) },
    { name: 'drop-old-notifications', everyMs: TIDY_EVERY_MS, run: () => dropOldNotifications(service) },
    {
      name: 'drop-old-message-counts',
      everyMs: TIDY_EVERY_MS,
      run: () => dropMessageCounts(service.database, service.now()),
    },
  ];
}

/** Background workers: planning, sending, finding waiting customers, watching the deployment, and cleanup. */
export function makeWorkers(service: NotificationsService): Provider[] {
  const { holder } = service.claims;
  const running: Running = { sends: makeSendDue(service), pushes: makeSendPushes(service) };
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
