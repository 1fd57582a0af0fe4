import type { Provider } from '@nestjs/common';
import { BackgroundWorker } from '@parley/bus/background-worker';
import type { InboxParts, UseCases } from './compose.ts';

const RETENTION_EVERY_MS = 60_000;
const WORDS_EVERY_MS = 5000;
/** After a batch of lexemes, and with more to do, the worker pauses for this multiple of the batch's time. */
const WORDS_REST = 3;

/** Runs batch after batch with pauses in between: sends need the processor and the database too. */
const throttled = (run: () => Promise<boolean>) => async (): Promise<number | false> => {
  const startedMs = performance.now();
  const isMore = await run();
  return isMore && (performance.now() - startedMs) * WORDS_REST;
};

/** Background workers: search lexemes and retention. */
export function makeWorkers(useCases: UseCases, { logger }: InboxParts): Provider[] {
  const duties = [
    { name: 'keep-message-retention', everyMs: RETENTION_EVERY_MS, run: useCases.keepRetention },
    { name: 'index-messages', everyMs: WORDS_EVERY_MS, run: throttled(useCases.indexMessages) },
    { name: 'index-people', everyMs: WORDS_EVERY_MS, run: throttled(useCases.indexPeople) },
  ];
  return [{ provide: BackgroundWorker, useValue: new BackgroundWorker(duties, logger) }];
}
