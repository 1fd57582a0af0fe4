import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import type { InboxService } from './service.ts';
import { makeIndexMessages } from './use-cases/index-messages.ts';
import { indexPeople } from './use-cases/index-people.ts';
import { keepRetention } from './use-cases/keep-retention.ts';
import { sendAwayMessages } from './use-cases/send-away-messages.ts';
import { sendSatisfactionQuestions } from './use-cases/send-satisfaction-questions.ts';
import { wakeSnoozed } from './use-cases/wake-snoozed.ts';

const RETENTION_EVERY_MS = 60_000;
const SNOOZED_EVERY_MS = 5000;
const AUTOMATIC_EVERY_MS = 5000;
const WORDS_EVERY_MS = 5000;
/** After a batch of lexemes, and with more to do, the worker pauses for this multiple of the batch's time. */
const WORDS_REST = 3;

/** Runs batch after batch with pauses in between: sends need the processor and the database too. */
const throttled = (run: () => Promise<boolean>) => async (): Promise<number | false> => {
  const startedMs = performance.now();
  const isMore = await run();
  return isMore && (performance.now() - startedMs) * WORDS_REST;
};

const dutiesOf = (service: InboxService): Duty[] => [
  { name: 'keep-message-retention', everyMs: RETENTION_EVERY_MS, run: () => keepRetention(service) },
  { name: 'wake-snoozed', everyMs: SNOOZED_EVERY_MS, run: () => wakeSnoozed(service) },
  { name: 'send-away-messages', everyMs: AUTOMATIC_EVERY_MS, run: () => sendAwayMessages(service) },
  { name: 'send-satisfaction-questions', everyMs: AUTOMATIC_EVERY_MS, run: () => sendSatisfactionQuestions(service) },
  { name: 'index-messages', everyMs: WORDS_EVERY_MS, run: throttled(makeIndexMessages(service)) },
  { name: 'index-people', everyMs: WORDS_EVERY_MS, run: throttled(() => indexPeople(service)) },
];

/** Background workers: search lexemes, retention, the end of snoozes, automatic messages. */
export const makeWorkers = (service: InboxService): Provider[] => [
  { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(service), service.logger) },
];
