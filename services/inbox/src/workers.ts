import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/duties/background-worker';
import { makeDueDuty } from '@parley/database/due/make-due-duty';
import { findDueSnooze } from './conversations/change.store.ts';
import { wakeSnoozed } from './conversations/wake-snoozed.ts';
import { keepRetention } from './erasure/keep-retention.ts';
import { findDueAway, findDueQuestion } from './replies/reply.store.ts';
import { sendAwayMessages } from './replies/send-away-messages.ts';
import { sendSatisfactionQuestions } from './replies/send-satisfaction-questions.ts';
import { makeIndexMessages } from './search/index-messages.ts';
import { indexPeople } from './search/index-people.ts';
import { findPeopleToRead, findTextsToRead } from './search/words.store.ts';
import type { InboxService } from './service.ts';

const RETENTION_EVERY_MS = 60_000;
/** Pause before the next attempt when other workers hold everything that is due. */
const AGAIN_MS = 1000;
/** New texts are found by a search this late. */
const WORDS_EVERY_MS = 5000;
/** After a batch of lexemes, and with more to do, the worker pauses for this multiple of the batch's time. */
const WORDS_REST = 3;

/** Runs batch after batch with pauses in between: sends need the processor and the database too. */
const throttled = (run: () => Promise<boolean>) => async (): Promise<number | false> => {
  const startedMs = performance.now();
  const isMore = await run();
  return isMore && (performance.now() - startedMs) * WORDS_REST;
};

function dutiesOf(service: InboxService): Duty[] {
  const { database, now } = service;
  const due = { database, now, againMs: AGAIN_MS };
  const words = { database, now, againMs: WORDS_EVERY_MS };
  const index = throttled(makeIndexMessages(service));
  return [
    { name: 'keep-message-retention', everyMs: RETENTION_EVERY_MS, run: () => keepRetention(service) },
    makeDueDuty({ ...due, name: 'wake-snoozed', findDue: findDueSnooze, run: () => wakeSnoozed(service) }),
    makeDueDuty({ ...due, name: 'send-away-messages', findDue: findDueAway, run: () => sendAwayMessages(service) }),
    makeDueDuty({
      ...due,
      name: 'send-satisfaction-questions',
      findDue: findDueQuestion,
      run: () => sendSatisfactionQuestions(service),
    }),
    makeDueDuty({ ...words, name: 'index-messages', findDue: findTextsToRead, run: index }),
    makeDueDuty({
      ...words,
      name: 'index-people',
      findDue: findPeopleToRead,
      run: throttled(() => indexPeople(service)),
    }),
  ];
}

/** Background workers: search lexemes, retention, the end of snoozes, automatic messages. */
export const makeWorkers = (service: InboxService): Provider[] => [
  { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(service), service.logger) },
];
