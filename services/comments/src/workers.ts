import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/duties/background-worker';
import { makeDueDuty } from '@parley/database/due/make-due-duty';
import { keepRetention } from './erasure/keep-retention.ts';
import { matchAccounts } from './polls/match-accounts.steps.ts';
import { MATCH_EVERY_MS } from './polls/poll.rules.ts';
import { findDueAt, findTikTok } from './polls/poll.store.ts';
import { pollDueAccount } from './polls/poll-due-account.ts';
import type { CommentsService } from './service.ts';

/** Accounts that one process polls concurrently, so that a slow one does not block the others. */
const POLLERS = 4;
/** The search in the same process wakes pollers, so no wake is lost. */
const POLLERS_EVERY_MS = 60_000;
/** Interval while due accounts are unclaimed: all pollers may be busy. */
const AGAIN_MS = 1000;
const DEAD_EVERY_MS = 1000;
const RETENTION_EVERY_MS = 60_000;

/** One search for due accounts, and the pollers that it wakes. */
function pollDuties(service: CommentsService): Duty[] {
  const wakes: (() => void)[] = [];
  const pollers = Array.from({ length: POLLERS }, () => ({
    name: 'run-tiktok-polls',
    everyMs: POLLERS_EVERY_MS,
    run: () => pollDueAccount(service),
    onWake: (wake: () => void) => void wakes.push(wake),
  }));
  const wakePollers = async (): Promise<boolean> => {
    for (const wake of wakes) wake();
    return false;
  };
  const match = makeDueDuty({
    name: 'match-tiktok-accounts',
    database: service.database,
    findDue: findTikTok,
    run: () => matchAccounts(service, service.now()).then(() => false),
    now: service.now,
    againMs: MATCH_EVERY_MS,
  });
  const search = makeDueDuty({
    name: 'find-due-tiktok-polls',
    database: service.database,
    findDue: findDueAt,
    run: wakePollers,
    now: service.now,
    againMs: AGAIN_MS,
    onWake: (wake) => service.wakePolls.connect(wake),
  });
  return [...pollers, match, search];
}

/** Background workers: polls of TikTok, retention, and release of dead workers' claims. */
export function makeWorkers(service: CommentsService): Provider[] {
  const { claims, logger } = service;
  const retention = {
    name: 'keep-comment-retention',
    everyMs: RETENTION_EVERY_MS,
    run: () => keepRetention(service),
  };
  const takeOver = {
    name: 'release-dead-claims',
    everyMs: DEAD_EVERY_MS,
    run: () => claims.takeOver(),
  };
  const duties = [...pollDuties(service), retention, takeOver];
  return [{ provide: BackgroundWorker, useValue: new BackgroundWorker(duties, logger, claims.holder) }];
}
