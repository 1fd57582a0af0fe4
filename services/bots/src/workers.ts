import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import type { BotsParts, UseCases } from './compose.ts';

const INTERRUPTED_EVERY_MS = 60_000;
const RETENTION_EVERY_MS = 600_000;

const dutiesOf = (useCases: UseCases): Duty[] => [
  { name: 'old turns of bots', everyMs: RETENTION_EVERY_MS, run: useCases.dropOldTurns },
  { name: 'calls of models that were interrupted', everyMs: INTERRUPTED_EVERY_MS, run: useCases.interruptUsage },
];

/** What the service does in the background. */
export function makeWorkers(useCases: UseCases, { logger }: BotsParts): Provider[] {
  return [{ provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(useCases), logger) }];
}
