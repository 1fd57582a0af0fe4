import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { AccountsParts, UseCases } from './compose.ts';

/** Maximum delay of an erasure whose process died after accepting it; one accepted by this process starts at once. */
const ERASURES_EVERY_MS = 5000;
/** Pause before the next try when other workers hold everything that is due. */
const ERASURES_AGAIN_MS = 1000;

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

/** Interval of cleaning up sessions, links, failed sign-ins, and entries of the audit log after a year. */
const OVER_EVERY_MS = 10 * 60_000;
const dropsOf = ({ console }: UseCases): Duty[] => [
  { name: 'drop-ended-sessions', everyMs: OVER_EVERY_MS, run: console.sessions.dropOver },
  { name: 'drop-ended-links', everyMs: OVER_EVERY_MS, run: console.links.dropOver },
  { name: 'drop-failed-sign-ins', everyMs: OVER_EVERY_MS, run: console.tries.dropOld },
  { name: 'drop-old-places', everyMs: OVER_EVERY_MS, run: console.tries.dropOldPlaces },
  { name: 'drop-old-audit-entries', everyMs: OVER_EVERY_MS, run: console.audit.dropOld },
  { name: 'drop-old-key-hours', everyMs: OVER_EVERY_MS, run: console.dropOldKeyHours },
  { name: 'keep-request-days', everyMs: OVER_EVERY_MS, run: console.keepRequestDays },
];

/** Background workers: erasures, cleanup, and at the start the platform webhook of the environment. */
export function makeWorkers(
  useCases: UseCases,
  { environment, logger, now = () => new Date() }: AccountsParts,
): Provider[] {
  const erasing = {
    name: 'run-erasures',
    everyMs: ERASURES_EVERY_MS,
    run: makeRunWhenDue({
      findDue: useCases.findDueErasure,
      run: useCases.runErasures,
      now,
      againMs: ERASURES_AGAIN_MS,
    }),
    onWake: useCases.onErasuresDue,
  };
  const { PARLEY_PLATFORM_WEBHOOK_URL: url } = environment;
  const first =
    url === undefined ? [] : [makeOnce('platform webhook', () => useCases.platformWebhooks.createFirst(url))];
  return [
    { provide: BackgroundWorker, useValue: new BackgroundWorker([erasing, ...dropsOf(useCases), ...first], logger) },
  ];
}
