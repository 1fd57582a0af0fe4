import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { ChannelConnectParts, UseCases } from './compose.ts';

/** Maximum delay until another process takes over a removal whose process died. */
const REMOVALS_EVERY_MS = 5000;
/** Pause before the next try when other workers hold everything that is due. */
const REMOVALS_AGAIN_MS = 1000;
const REFRESHES_EVERY_MS = 5000;
const TIDY_EVERY_MS = 600_000;
const DEAD_EVERY_MS = 1000;

const dutiesOf = (
  { claims, findDueRemoval, runRemovalJobs, onRemovalsDue, tokens, forgetLinks }: UseCases,
  now: () => Date,
): Duty[] => [
  { name: 'release-dead-claims', everyMs: DEAD_EVERY_MS, run: () => claims.takeOver().then(() => false) },
  {
    name: 'run-removals',
    everyMs: REMOVALS_EVERY_MS,
    run: makeRunWhenDue({ findDue: findDueRemoval, run: runRemovalJobs, now, againMs: REMOVALS_AGAIN_MS }),
    onWake: onRemovalsDue,
  },
  { name: 'refresh-tokens', everyMs: REFRESHES_EVERY_MS, run: tokens.refreshDue },
  { name: 'drop-old-links', everyMs: TIDY_EVERY_MS, run: async () => (await forgetLinks()) > 0 },
];

/** Background workers: removal jobs, token renewals, old links, and release of dead workers' claims. */
export function makeWorkers(useCases: UseCases, { logger, now = () => new Date() }: ChannelConnectParts): Provider[] {
  const worker = new BackgroundWorker(dutiesOf(useCases, now), logger, useCases.claims.holder);
  return [{ provide: BackgroundWorker, useValue: worker }];
}
