import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { AccountsService } from './service.ts';
import { findDueErasure } from './storage/erasure-store.ts';
import { countTenantHours } from './use-cases/count-tenant-hours.ts';
import { createFirstPlatformWebhook } from './use-cases/create-first-platform-webhook.ts';
import { dropEndedIssuerVisits } from './use-cases/drop-ended-issuer-visits.ts';
import { dropEndedLinks } from './use-cases/drop-ended-links.ts';
import { dropEndedSessions } from './use-cases/drop-ended-sessions.ts';
import { dropFailedSignIns } from './use-cases/drop-failed-sign-ins.ts';
import { dropOldAuditEntries } from './use-cases/drop-old-audit-entries.ts';
import { dropOldKeyHours } from './use-cases/drop-old-key-hours.ts';
import { dropOldPlaces } from './use-cases/drop-old-places.ts';
import { keepRequestDays } from './use-cases/keep-request-days.ts';
import { runErasures } from './use-cases/run-erasures.ts';

/** Maximum delay of an erasure whose process died after accepting it; one accepted by this process starts at once. */
const ERASURES_EVERY_MS = 5000;
/** Pause before the next try when other workers hold everything that is due. */
const ERASURES_AGAIN_MS = 1000;

const erasuresOf = (service: AccountsService): Duty => ({
  name: 'run-erasures',
  everyMs: ERASURES_EVERY_MS,
  run: makeRunWhenDue({
    findDue: () => findDueErasure(service.database),
    run: () => runErasures(service),
    now: () => service.now(),
    againMs: ERASURES_AGAIN_MS,
  }),
  onWake: (wake) => service.wakeErasures.connect(wake),
});

/** Interval of work that nothing waits for: sessions, links and logs that are over, and the hours of tenants. */
const UPKEEP_EVERY_MS = 10 * 60_000;

const upkeepOf = (service: AccountsService): Duty[] => [
  { name: 'drop-ended-sessions', everyMs: UPKEEP_EVERY_MS, run: () => dropEndedSessions(service) },
  { name: 'drop-ended-issuer-visits', everyMs: UPKEEP_EVERY_MS, run: () => dropEndedIssuerVisits(service) },
  { name: 'drop-ended-links', everyMs: UPKEEP_EVERY_MS, run: () => dropEndedLinks(service) },
  { name: 'drop-failed-sign-ins', everyMs: UPKEEP_EVERY_MS, run: () => dropFailedSignIns(service) },
  { name: 'drop-old-places', everyMs: UPKEEP_EVERY_MS, run: () => dropOldPlaces(service) },
  { name: 'drop-old-audit-entries', everyMs: UPKEEP_EVERY_MS, run: () => dropOldAuditEntries(service) },
  { name: 'drop-old-key-hours', everyMs: UPKEEP_EVERY_MS, run: () => dropOldKeyHours(service) },
  { name: 'count-tenant-hours', everyMs: UPKEEP_EVERY_MS, run: () => countTenantHours(service) },
  { name: 'keep-request-days', everyMs: UPKEEP_EVERY_MS, run: () => keepRequestDays(service) },
];

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
