import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import { forgetLinks } from './links/forget-links.ts';
import { findDueRemoval } from './removal/removal-job.store.ts';
import { runRemovalJobs } from './removal/run-removal-jobs.ts';
import type { ChannelConnectService } from './service.ts';
import { refreshDueTokens } from './tokens/refresh-due-tokens.ts';

/** Maximum delay until another process takes over a removal whose process died. */
const REMOVALS_EVERY_MS = 5000;
/** Pause before the next try when other workers hold everything that is due. */
const REMOVALS_AGAIN_MS = 1000;
const REFRESHES_EVERY_MS = 5000;
const TIDY_EVERY_MS = 600_000;
const DEAD_EVERY_MS = 1000;

const dutiesOf = (service: ChannelConnectService): Duty[] => [
  { name: 'release-dead-claims', everyMs: DEAD_EVERY_MS, run: () => service.claims.takeOver() },
  {
    name: 'run-removals',
    everyMs: REMOVALS_EVERY_MS,
    run: makeRunWhenDue({
      findDue: () => findDueRemoval(service.database),
      run: () => runRemovalJobs(service),
      now: service.now,
      againMs: REMOVALS_AGAIN_MS,
    }),
    onWake: (wake) => service.wakeRemovals.connect(wake),
  },
  { name: 'refresh-tokens', everyMs: REFRESHES_EVERY_MS, run: () => refreshDueTokens(service) },
  { name: 'drop-old-links', everyMs: TIDY_EVERY_MS, run: () => forgetLinks(service) },
];

/** Background workers: removal jobs, token renewals, old links, and release of dead workers' claims. */
export function makeWorkers(service: ChannelConnectService): Provider[] {
  const worker = new BackgroundWorker(dutiesOf(service), service.logger, service.claims.holder);
  return [{ provide: BackgroundWorker, useValue: worker }];
}
