import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/duties/background-worker';
import { makeDueDuty } from '@parley/database/due/make-due-duty';
import { dropOldAuditEntries } from './audit/drop-old-audit-entries.ts';
import { findDueErasure } from './erasure/erasure.store.ts';
import { runErasures } from './erasure/run-erasures.ts';
import { deleteOldKeyHours } from './keys/key.store.ts';
import { createFirstPlatformWebhook } from './platform-webhooks/create-first-platform-webhook.ts';
import { keepRequestDays } from './requests/keep-request-days.ts';
import { REQUESTS_KEPT_MS } from './requests/request.rules.ts';
import type { AccountsService } from './service.ts';
import { IDLE_MS } from './sessions/session.rules.ts';
import { deleteUnusedSessions } from './sessions/session.store.ts';
import { FORGOTTEN_AFTER_MS, PLACE_KEPT_MS } from './sign-in/attempt.rules.ts';
import { deleteOldFailures, deleteOldPlaces } from './sign-in/attempt.store.ts';
import { deleteEndedLinks } from './sign-in/link.store.ts';
import { deleteEndedVisits } from './single-sign-on/issuer.store.ts';
import { countTenantHours } from './tenants/count-tenant-hours.ts';

/** Pause before the next attempt when other workers hold everything that is due. */
const ERASURES_AGAIN_MS = 1000;

const erasuresOf = (service: AccountsService): Duty =>
  makeDueDuty({
    name: 'run-erasures',
    database: service.database,
    findDue: findDueErasure,
    run: () => runErasures(service),
    now: () => service.now(),
    againMs: ERASURES_AGAIN_MS,
    onWake: (wake) => service.wakeErasures.connect(wake),
  });

/** Interval of work that nothing waits for: sessions, links and logs that are over, and the hours of tenants. */
const UPKEEP_EVERY_MS = 10 * 60_000;

/** Rows that are over are deleted in batches. */
function upkeepOf(service: AccountsService): Duty[] {
  const { database } = service;
  const ago = (ms: number): Date => new Date(service.now().getTime() - ms);
  const duties = {
    'drop-ended-sessions': () => deleteUnusedSessions(database, ago(IDLE_MS)),
    'drop-ended-issuer-visits': () => deleteEndedVisits(database, service.now()),
    'drop-ended-links': () => deleteEndedLinks(database, service.now()),
    'drop-failed-sign-ins': () => deleteOldFailures(database, ago(FORGOTTEN_AFTER_MS)),
    'drop-old-places': () => deleteOldPlaces(database, ago(PLACE_KEPT_MS)),
    'drop-old-audit-entries': () => dropOldAuditEntries(service),
    'drop-old-key-hours': () => deleteOldKeyHours(database, ago(REQUESTS_KEPT_MS)),
    'count-tenant-hours': () => countTenantHours(service),
    'keep-request-days': () => keepRequestDays(service),
  };
  return Object.entries(duties).map(([name, run]) => ({ name, everyMs: UPKEEP_EVERY_MS, run }));
}

const ONCE_EVERY_MS = 60_000;

/** A duty that retries until it succeeds once. */
function makeOnce(name: string, work: () => Promise<void>): Duty {
  let isDone = false;
  return {
    name,
    everyMs: ONCE_EVERY_MS,
    async run() {
      if (!isDone) await work();
      isDone = true;
      return false;
    },
  };
}

/** Background workers: erasures, upkeep, and at the start the platform webhook of the environment. */
export function makeWorkers(service: AccountsService): Provider[] {
  const { PARLEY_PLATFORM_WEBHOOK_URL: url } = service.environment;
  const first = url === undefined ? [] : [makeOnce('platform webhook', () => createFirstPlatformWebhook(service, url))];
  const duties = [erasuresOf(service), ...upkeepOf(service), ...first];
  return [{ provide: BackgroundWorker, useValue: new BackgroundWorker(duties, service.logger) }];
}
