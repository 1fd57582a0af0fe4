import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import type { UseCases, WebhookDeliveryParts } from './compose.ts';

const TIDY_EVERY_MS = 60_000;
/** A worker counts as dead after two checks. */
const LOOK_FOR_DEAD_EVERY_MS = 250;

const dutiesOf = ({ takeOver, tidy }: UseCases): Duty[] => {
  const done = (work: () => Promise<unknown>) => async () => {
    await work();
    return false;
  };
  return [
    { name: 'release-dead-claims', everyMs: LOOK_FOR_DEAD_EVERY_MS, run: done(takeOver) },
    { name: 'tidy', everyMs: TIDY_EVERY_MS, run: done(tidy) },
  ];
};

/** Background workers. The lanes deliver from before the first duty starts until after the last has ended. */
export const makeWorkers = (useCases: UseCases, { logger }: WebhookDeliveryParts): Provider[] => [
  { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(useCases), logger, useCases.delivering) },
];
