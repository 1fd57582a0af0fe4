import type { Duty } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import { MATCH_EVERY_MS, type RunPolls } from './use-cases/run-polls.ts';

/** Accounts polled at once by one process: one that hangs holds up none of the others. */
const POLLERS = 4;
/** Pollers are woken by the look, in the same process: no wake of theirs is lost. */
const POLLERS_EVERY_MS = 60_000;
/** While accounts are due that no poller has taken yet: all of them may be at work. */
const AGAIN_MS = 1000;

export interface PollDutiesDeps extends RunPolls {
  now(): Date;
  /** Hands over how to look now. */
  onLook(look: () => void): void;
}

/** One look for due accounts, and the pollers that it wakes. An account that another process made due is found within 5 s. */
export function makePollDuties({ findDuePoll, runPolls, now, onLook }: PollDutiesDeps): Duty[] {
  const wakes: (() => void)[] = [];
  const pollers = Array.from({ length: POLLERS }, () => ({
    name: 'polls of TikTok',
    everyMs: POLLERS_EVERY_MS,
    run: runPolls,
    onWake: (wake: () => void) => void wakes.push(wake),
  }));
  const run = async (): Promise<boolean> => {
    for (const wake of wakes) wake();
    return false;
  };
  const look = {
    name: 'due polls of TikTok',
    everyMs: MATCH_EVERY_MS,
    run: makeRunWhenDue({ findDue: findDuePoll, run, now, againMs: AGAIN_MS }),
    onWake: onLook,
  };
  return [...pollers, look];
}
