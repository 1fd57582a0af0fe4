import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/duties/background-worker';
import { makeDueDuty } from '@parley/database/due/make-due-duty';
import { checkPayments } from './channels/check-payments.ts';
import { renewSubscriptions } from './connecting/renew-subscriptions.ts';
import { findDueRequest } from './history/request.store.ts';
import { requestHistory } from './history/request-history.ts';
import { deleteEndedLinks, forgetEndedSignups } from './links/link.store.ts';
import { findDueRemoval } from './removal/removal.store.ts';
import { runRemovalJobs } from './removal/run-removal-jobs.ts';
import type { ChannelConnectService } from './service.ts';
import { refreshDueTokens } from './tokens/refresh-due-tokens.ts';
import { findDueToken } from './tokens/token.store.ts';

/** Pause before the next attempt when other workers hold everything that is due. */
const REMOVALS_AGAIN_MS = 1000;
/** Due tokens that could not be claimed. */
const REFRESHES_AGAIN_MS = 5000;
const HISTORY_AGAIN_MS = 1000;
const TIDY_EVERY_MS = 600_000;
const SUBSCRIPTIONS_EVERY_MS = 600_000;
const PAYMENTS_EVERY_MS = 300_000;
/** A link is kept for a day after its end. */
const LINK_KEPT_MS = 24 * 3_600_000;
const DEAD_EVERY_MS = 1000;

const dutiesOf = (service: ChannelConnectService): Duty[] => [
  { name: 'release-dead-claims', everyMs: DEAD_EVERY_MS, run: () => service.claims.takeOver() },
  makeDueDuty({
    name: 'run-removals',
    database: service.database,
    findDue: findDueRemoval,
    run: () => runRemovalJobs(service),
    now: service.now,
    againMs: REMOVALS_AGAIN_MS,
    onWake: (wake) => service.wakeRemovals.connect(wake),
  }),
  makeDueDuty({
    name: 'refresh-tokens',
    database: service.database,
    findDue: findDueToken,
    run: () => refreshDueTokens(service),
    now: service.now,
    againMs: REFRESHES_AGAIN_MS,
  }),
  makeDueDuty({
    name: 'request-history',
    database: service.database,
    findDue: findDueRequest,
    run: () => requestHistory(service),
    now: service.now,
    againMs: HISTORY_AGAIN_MS,
    onWake: (wake) => service.wakeHistory.connect(wake),
  }),
  { name: 'check-payments', everyMs: PAYMENTS_EVERY_MS, run: () => checkPayments(service) },
  { name: 'renew-subscriptions', everyMs: SUBSCRIPTIONS_EVERY_MS, run: () => renewSubscriptions(service) },
  {
    name: 'drop-old-links',
    everyMs: TIDY_EVERY_MS,
    async run() {
      const now = service.now();
      await forgetEndedSignups(service.database, now);
      return deleteEndedLinks(service.database, new Date(now.getTime() - LINK_KEPT_MS));
    },
  },
];

/** Background workers: removals, token renewals, requests for histories, subscriptions of pages, payment methods, old links, dead workers' claims. */
export function makeWorkers(service: ChannelConnectService): Provider[] {
  const worker = new BackgroundWorker(dutiesOf(service), service.logger, service.claims.holder);
  return [{ provide: BackgroundWorker, useValue: worker }];
}
